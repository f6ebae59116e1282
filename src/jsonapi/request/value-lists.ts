/**
 * Values of `_in` and `_nin`: parameters for the same field at the same position in the filter are one list and one condition.
 *
 * `filter[genre][_in]=a,b` lists two values; repeating it adds values. `filter[genre][_in][]=a` and `filter[genre][_in][0]=a`
 * list one value each, which may contain commas; the index is ignored. Inside a group's `[]` every parameter is a separate
 * list. Elsewhere: the meaning of the values (check/operand).
 */
import { encodeComponent, isListOperator } from '../../content/model/index.js';
import { isIndex } from './brackets.js';
import type { ListedValue } from './parameter.js';

interface ValueList {
  readonly path: readonly string[];
  /** Position of the list in the canonical query, in characters. */
  readonly at: number;
  /** By value, so that each is listed once. */
  readonly values: Map<string, ListedValue>;
}

export class ValueLists {
  readonly #lists: ValueList[] = [];
  readonly #byPlace = new Map<string, ValueList>();

  /**
   * Adds the values of one parameter to its list.
   *
   * @param path of a parameter that `hasListValue`
   * @param at   length of the canonical query so far
   * @returns the list if it is new; undefined if the values were added to an earlier list
   */
  add(name: string, path: readonly string[], value: string, at: number): OpenedList | undefined {
    const isWhole = !isListOperator(path.at(-1));
    const listPath = isWhole ? path.slice(0, -1) : path;
    const place = placeOf(listPath);
    const existingList = place === undefined ? undefined : this.#byPlace.get(place);
    const list = existingList ?? { path: listPath, at, values: new Map<string, ListedValue>() };
    for (const part of isWhole ? [value] : value.split(',')) {
      if (!list.values.has(part)) list.values.set(part, { name, value: part });
    }
    if (existingList !== undefined) return undefined;
    this.#lists.push(list);
    if (place !== undefined) this.#byPlace.set(place, list);
    return { path: listPath, values: list.values };
  }

  /** @returns the canonical query with the lists at their places. Cost: O(length). */
  insertInto(search: string): string {
    let out = '';
    let from = 0;
    for (const { path, at, values } of this.#lists) {
      out += `${search.slice(from, at)}&${canonicalList(path, [...values.keys()])}`;
      from = at;
    }
    return out + search.slice(from);
  }
}

/** A list to which later parameters may add values. Its path ends with the operator. */
export interface OpenedList {
  readonly path: readonly string[];
  readonly values: ReadonlyMap<string, ListedValue>;
}

/** @returns a key that is equal for paths to the same list; undefined if the path is in a group's `[]`, which starts a new list */
function placeOf(path: readonly string[]): string | undefined {
  if (path.includes('')) return undefined;
  return path.map((part) => (isIndex(part) ? String(Number(part)) : part)).join(']');
}

/** @returns the list with commas between its values; one parameter for each value if a value contains a comma */
function canonicalList(path: readonly string[], values: readonly string[]): string {
  const name = path.reduce((before, part) => `${before}%5B${encodeComponent(part)}%5D`, 'filter');
  if (!values.some((value) => value.includes(','))) return `${name}=${encodeComponent(values.join(','))}`;
  return values.map((value) => `${name}%5B%5D=${encodeComponent(value)}`).join('&');
}
