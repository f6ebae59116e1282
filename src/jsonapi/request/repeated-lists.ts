/**
 * Lists of names that were sent in several parameters: `sort[]=a&sort[]=b`, `sort[0]=a&sort[1]=b` or `sort=a&sort=b`.
 */
import { excerpt } from '../../content/errors/index.js';
import type { Head } from './heads.js';
import type { ParameterName } from './parameter-names.js';

/** In which form a list was sent: whole, perhaps several times, or each entry by itself. */
type ListForm = 'whole' | '[]' | '[<n>]';

/** A parameter that was sent before. */
export interface EarlierParameter {
  readonly form: ListForm;
  /** Of its first entry. */
  readonly index: number;
  isProblemReported: boolean;
  list: OpenList | undefined;
}

/** A list parameter, with the entries of all parameters that continue it. */
export interface OpenList {
  readonly parameter: { value: string };
  readonly canonical: string;
  /** By index; where none was sent, by place. */
  readonly entries: Map<number, string>;
}

export const formOf = ({ entry }: ParameterName): ListForm =>
  entry === undefined ? 'whole' : entry.index === undefined ? '[]' : '[<n>]';

export const isList = (head: Head, path: readonly string[]): boolean =>
  head === 'sort' ||
  head === 'include' ||
  head === 'fields' ||
  head === '_stats' ||
  head === '_highlight' ||
  (head === '_facet' && path[1] === 'ranges');

export function explainRepeated(sent: ParameterName, { name: list }: ParameterName, form: ListForm): string {
  const [one, all] = [excerpt(sent.name), excerpt(list)];
  if (formOf(sent) !== form) {
    return `"${one}" continues the list "${all}" in another form. Send the whole list in one form: ${all}=<name>,<name>, or ${all}[]=<name> for each name, or ${all}[0]=<name>, ${all}[1]=<name> and so on.`;
  }
  if (sent.entry !== undefined)
    return `"${one}" was sent more than once; give each entry of the list a number of its own.`;
  return `"${one}" was sent more than once; only filters and lists may repeat.`;
}
