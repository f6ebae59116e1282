/**
 * Lists of names sent in several parameters: `sort[]=a&sort[]=b`, `sort[0]=a&sort[1]=b` or `sort=a&sort=b`.
 *
 * A request may use one form per list. Elsewhere: lists of filter values, such as `_in` (value-lists).
 */
import { excerpt } from '../../content/errors/index.js';
import { encodeComponent } from '../../content/model/index.js';
import { isHead, isList } from './heads.js';
import type { ParameterName } from './parameter-names.js';
import type { Problems } from './problems.js';

/** The form of a list: whole, perhaps repeated; or each entry in a parameter of its own, with or without an index. */
type ListForm = 'whole' | '[]' | '[<n>]';

/** The first parameter of its name in a query. */
interface FirstParameter {
  readonly form: ListForm;
  /** Position of its entry in the list; 0 if the parameter is the whole list. */
  readonly index: number;
  isProblemReported: boolean;
  /** The list that later parameters may continue; undefined if the parameter is not a list, or was refused. */
  list: OpenList | undefined;
}

/** A list, with the entries of all parameters sent for it. */
interface OpenList {
  readonly parameter: { value: string };
  readonly canonical: string;
  /** Position → entry; entries without a position are numbered in the order sent. */
  readonly entries: Map<number, string>;
}

/** The parameters of one query that are not filters: which names were sent already, and the lists that may be continued. */
export class RepeatedParameters {
  readonly #firstByName = new Map<string, FirstParameter>();
  /** Lists with entries of more than one parameter. */
  readonly #continuedLists = new Set<OpenList>();
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /**
   * Records a parameter. If its name was sent before, its value is added to the list, or a problem is reported.
   *
   * @param sent  the parameter's name as sent
   * @param named the name of the list if `sent` is an entry of one, otherwise `sent`
   * @returns whether it is the first of its name
   */
  record(sent: ParameterName, named: ParameterName, value: string): boolean {
    const first = this.#firstByName.get(named.name);
    const index = sent.entry?.index;
    if (first === undefined) {
      const parameter = { form: formOf(sent), index: index ?? 0, isProblemReported: false, list: undefined };
      this.#firstByName.set(named.name, parameter);
      return true;
    }
    if (!this.#continueList(first, sent, value)) this.#refuse(first, sent, named);
    return false;
  }

  /** Opens the list of a first parameter, so that later parameters may continue it. @param canonical the list's name */
  openList(parameter: { readonly name: string; value: string }, canonical: string): void {
    const first = this.#firstByName.get(parameter.name);
    if (first === undefined) return;
    first.list = { parameter, canonical, entries: new Map([[first.index, parameter.value]]) };
  }

  /**
   * Gives each continued list its entries, in the order of their positions.
   *
   * @param search the canonical query, with the first parameter of each list
   * @returns the canonical query with the complete lists
   */
  completeLists(search: string): string {
    let completed = search;
    for (const { parameter, canonical, entries } of this.#continuedLists) {
      const firstPart = `&${canonical}=${encodeComponent(parameter.value)}`;
      const orderedEntries = [...entries].sort(([a], [b]) => a - b);
      parameter.value = orderedEntries.map(([, value]) => value).join(',');
      completed = completed.replace(firstPart, () => `&${canonical}=${encodeComponent(parameter.value)}`);
    }
    return completed;
  }

  /** @returns false if there is no list, if it has another form, or if it has an entry at this position */
  #continueList({ list, form }: FirstParameter, sent: ParameterName, value: string): boolean {
    const position = sent.entry?.index ?? list?.entries.size ?? 0;
    if (list === undefined || form !== formOf(sent) || list.entries.has(position)) return false;
    list.entries.set(position, value);
    this.#continuedLists.add(list);
    return true;
  }

  /** Reports a repetition, once per name. A list that was refused the first time has its problem already. */
  #refuse(first: FirstParameter, sent: ParameterName, named: ParameterName): void {
    const isRefusedList = first.list === undefined && isHead(named.head) && isList(named.head, named.path);
    if (first.isProblemReported || isRefusedList) return;
    first.isProblemReported = true;
    this.#problems.add('InvalidParameter', sent.name, () => explainRepeated(sent, named, first.form));
  }
}

/** @returns the form in which the parameter writes its list */
const formOf = ({ entry }: ParameterName): ListForm =>
  entry === undefined ? 'whole' : entry.index === undefined ? '[]' : '[<n>]';

/**
 * @param form of the list's earlier parameters
 * @returns the detail for a parameter that may not be repeated, or not in this form
 */
function explainRepeated(sent: ParameterName, { name: list }: ParameterName, form: ListForm): string {
  const [sentName, listName] = [excerpt(sent.name), excerpt(list)];
  if (formOf(sent) !== form) {
    return `"${sentName}" continues the list "${listName}" in another form. Send the whole list in one form: ${listName}=<name>,<name>, or ${listName}[]=<name> for each name, or ${listName}[0]=<name>, ${listName}[1]=<name> and so on.`;
  }
  if (sent.entry !== undefined)
    return `"${sentName}" was sent more than once; give each entry of the list a different number.`;
  return `"${sentName}" was sent more than once; only filters and lists may repeat.`;
}
