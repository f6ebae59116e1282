/**
 * Heads: the parameters that exist, by the part of their name before the first bracket, and the form that messages show.
 */

/** The parameters there are, by the part before the first bracket. */
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

/** @param head of a list of names. @returns what is wrong with a name in its brackets */
export const explainBrackets = (head: Head): string =>
  `"${head}" takes no brackets but those of a list's entries: the form is ${FORMS[head]}, or ${head}[]=… for each entry.`;

const heads: ReadonlySet<string> = new Set(HEADS);

export const isHead = (name: string): name is Head => heads.has(name);
