/**
 * Heads: the part of a parameter's name before its first bracket; each names a parameter of the interface.
 *
 * Elsewhere: the parameters that an endpoint accepts (accepted), names from other interfaces (parameter-advice).
 */

/** Every head, in the order in which messages list them. */
export const HEADS = [
  'filter',
  'sort',
  'include',
  'page',
  'fields',
  '_facet',
  '_stats',
  '_highlight',
  '_match',
  'localeCode',
] as const;

export type Head = (typeof HEADS)[number];

/** The form of each parameter, as messages show it. */
export const FORMS: Readonly<Record<Head, string>> = {
  filter: 'filter[<field>][<operator>]=<value>',
  sort: 'sort=<field>,-<field>',
  include: 'include=<relationship>,<relationship>.<relationship>',
  page: 'page[limit]=<number>',
  fields: 'fields[<type>]=<field>,<field>',
  _facet: '_facet[<field>]=<limit>',
  _stats: '_stats=<field>,<field>',
  _highlight: '_highlight=<field>,<field>',
  _match: '_match=all',
  localeCode: 'localeCode=<locale>',
};

/** @param head of a list of names. @returns the detail for a name in its brackets */
export const explainBrackets = (head: Head): string =>
  `"${head}" takes no name in brackets: the form is ${FORMS[head]}, or ${head}[]=… for each entry.`;

const heads: ReadonlySet<string> = new Set(HEADS);

export const isHead = (name: string): name is Head => heads.has(name);

/** Whether the parameter is a list of names, which may be sent in several parameters. */
export const isList = (head: Head, path: readonly string[]): boolean =>
  head === 'sort' ||
  head === 'include' ||
  head === 'fields' ||
  head === '_stats' ||
  head === '_highlight' ||
  (head === '_facet' && path[1] === 'ranges');
