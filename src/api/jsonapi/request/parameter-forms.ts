/**
 * Which parameters there are, and the form of each, as messages show it.
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
  localeCode: 'localeCode=<locale>',
};

const heads: ReadonlySet<string> = new Set(HEADS);

export const isHead = (name: string): name is Head => heads.has(name);
