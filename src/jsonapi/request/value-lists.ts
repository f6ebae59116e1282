/**
 * Values of `_in` and `_nin`: parameters for the same field at the same position in the filter form one list and one condition.
 *
 * `filter[genre][_in]=a,b` lists two values; repeating it adds values. `filter[genre][_in][]=a` and `filter[genre][_in][0]=a`
 * list one value each, which may contain commas; indexes have no meaning. Inside a group's `[]` every parameter is a list of
 * its own. Elsewhere: the meaning of the values (check/operand).
 */
import { encodeComponent, isListOperator } from '../../content/model/index.js';
import { isIndex } from './brackets.js';
import type { ListedValue } from './parameter.js';

interface ValueList {
  readonly path: readonly string[];
  /** Where the list stands in the canonical query. */
  readonly at: number;
  /** By value, so that each is there once. */
  readonly values: Map<string, ListedValue>;
}

export class ValueLists {
  readonly #lists: ValueList[] = [];
  readonly #byPlace = new Map<string, ValueList>();

  /**
   * @param path of a parameter that `isListed`
   * @param at   how long the canonical query is so far
   * @returns the list, where it is a new one: its path, which ends with the operator, and its values, to which others may come
   */
  add(name: string, path: readonly string[], value: string, at: number): OpenedList | undefined {
    const isWhole = !isListOperator(path.at(-1));
    const listPath = isWhole ? path.slice(0, -1) : path;
    const place = placeOf(listPath);
    const known = place === undefined ? undefined : this.#byPlace.get(place);
    const list = known ?? { path: listPath, at, values: new Map<string, ListedValue>() };
    for (const part of isWhole ? [value] : value.split(',')) {
      if (!list.values.has(part)) list.values.set(part, { name, value: part });
    }
    if (known !== undefined) return undefined;
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

export interface OpenedList {
  readonly path: readonly string[];
  readonly values: ReadonlyMap<string, ListedValue>;
}

/** @returns the same for paths that lead to the same list; undefined where nothing meets */
function placeOf(path: readonly string[]): string | undefined {
  if (path.includes('')) return undefined;
  return path.map((part) => (isIndex(part) ? String(Number(part)) : part)).join(']');
}

/** One way to write a list: with commas, and only where a value holds one, each value by itself. */
function canonicalList(path: readonly string[], values: readonly string[]): string {
  const name = path.reduce((before, part) => `${before}%5B${encodeComponent(part)}%5D`, 'filter');
  if (!values.some((value) => value.includes(','))) return `${name}=${encodeComponent(values.join(','))}`;
  return values.map((value) => `${name}%5B%5D=${encodeComponent(value)}`).join('&');
}
