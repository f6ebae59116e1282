/**
 * Lists of names sent in several parameters: `sort[]=a&sort[]=b`, `sort[0]=a&sort[1]=b` or `sort=a&sort=b`.
 *
 * A request may use one form per list. Elsewhere: lists of filter values, such as `_in` (value-lists).
 */
import { excerpt } from '../../content/errors/index.js';
import type { Head } from './heads.js';
import type { ParameterName } from './parameter-names.js';

/** The form of a list: whole, perhaps repeated; or each entry in a parameter of its own, with or without an index. */
type ListForm = 'whole' | '[]' | '[<n>]';

/** A parameter that was sent earlier in the same query. */
export interface EarlierParameter {
  readonly form: ListForm;
  /** Index of its first entry. */
  readonly index: number;
  isProblemReported: boolean;
  list: OpenList | undefined;
}

/** A list, with the entries of all parameters sent for it. */
export interface OpenList {
  readonly parameter: { value: string };
  readonly canonical: string;
  /** Index → entry; entries without an index are numbered in the order sent. */
  readonly entries: Map<number, string>;
}

/** @returns the form in which the parameter writes its list */
export const formOf = ({ entry }: ParameterName): ListForm =>
  entry === undefined ? 'whole' : entry.index === undefined ? '[]' : '[<n>]';

/** Whether the parameter is a list of names, which may be sent in several parameters. */
export const isList = (head: Head, path: readonly string[]): boolean =>
  head === 'sort' ||
  head === 'include' ||
  head === 'fields' ||
  head === '_stats' ||
  head === '_highlight' ||
  (head === '_facet' && path[1] === 'ranges');

/**
 * @param form of the list's earlier parameters
 * @returns the detail for a parameter that may not be repeated, or not in this form
 */
export function explainRepeated(sent: ParameterName, { name: list }: ParameterName, form: ListForm): string {
  const [sentName, listName] = [excerpt(sent.name), excerpt(list)];
  if (formOf(sent) !== form) {
    return `"${sentName}" continues the list "${listName}" in another form. Send the whole list in one form: ${listName}=<name>,<name>, or ${listName}[]=<name> for each name, or ${listName}[0]=<name>, ${listName}[1]=<name> and so on.`;
  }
  if (sent.entry !== undefined)
    return `"${sentName}" was sent more than once; give each entry of the list a different number.`;
  return `"${sentName}" was sent more than once; only filters and lists may repeat.`;
}
