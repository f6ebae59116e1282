/**
 * The values of every item along a path, in the simplest way: values of related items are read and combined, each
 * distinct value once.
 *
 * No part of the engine is used: items come from the lines of an export and are numbered in their order.
 * Elsewhere: choosing the paths (paths), counting the values (expected).
 */
import { countedRelationship, type Field } from '../../src/content/model/index.js';
import { compareNamed, type NamedValue, namedValue } from '../../testing/oracle/answers/counting.js';
import {
  findItem,
  itemsOf,
  linksOf,
  type OracleItem,
  OracleList,
  type OracleSpace,
} from '../../testing/oracle/index.js';

/** The values of all items of a type: those of item i are at `places[starts[i]..starts[i + 1]]`, each once. */
export interface Values {
  /** Ascending. */
  readonly names: readonly NamedValue[];
  readonly starts: Uint32Array;
  /** Places among the names. */
  readonly places: Uint32Array;
}

/** @param of called for each item with its number. @returns the names of each, those that are alike once */
function collected(count: number, of: (item: number, add: (place: number) => void) => void): Omit<Values, 'names'> {
  const starts = new Uint32Array(count + 1);
  const places: number[] = [];
  for (let item = 0; item < count; item += 1) {
    const own = new Set<number>();
    of(item, (place) => own.add(place));
    for (const place of own) places.push(place);
    starts[item + 1] = places.length;
  }
  return { starts, places: Uint32Array.from(places) };
}

export class NaiveValues {
  readonly space: OracleSpace;
  readonly #numbers = new Map<string, ReadonlyMap<OracleItem, number>>();
  readonly #links = new Map<string, Omit<Values, 'names'>>();
  readonly #known = new Map<string, Values>();

  constructor(space: OracleSpace) {
    this.space = space;
  }

  /**
   * Values at the end of a path: relationships to one type each, then a field.
   * Cost: O(links and values); once for a path of at most two fields.
   */
  of(type: string, [field, ...rest]: readonly Field[]): Values {
    if (field === undefined) throw new Error('a path has a field');
    const key = [type, field.name, ...rest.map(({ name }) => name)].join('.');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const values = rest.length === 0 ? this.#own(type, field) : this.#behind(type, field, rest);
    if (rest.length < 2) this.#known.set(key, values);
    return values;
  }

  /** Whether items of a type have a value: `no`, `yes` in this order. */
  filled(type: string, path: readonly Field[]): Values {
    const [field, ...rest] = path;
    if (field === undefined) throw new Error('a path has a field');
    if (rest.length > 0) return this.#through(type, field, this.filled(this.#target(field), rest));
    const { starts } = this.#own(type, field);
    const names = [false, true].map((shown) => ({ shown, order: Number(shown) }));
    const count = starts.length - 1;
    return { names, ...collected(count, (item, add) => add(Number(starts[item + 1]! > starts[item]!))) };
  }

  #target(field: Field): string {
    if (field.type !== 'relationship' || field.to[0] === undefined) throw new Error(`${field.name} leads nowhere`);
    return field.to[0];
  }

  #own(type: string, field: Field): Values {
    const places = new Map<string, number>();
    const names: NamedValue[] = [];
    const items = itemsOf(this.space, type);
    const own = collected(items.length, (item, add) => {
      for (const named of namesOf(items[item]!, field)) {
        const key = JSON.stringify(named.shown);
        let place = places.get(key);
        if (place === undefined) {
          place = names.push(named) - 1;
          places.set(key, place);
        }
        add(place);
      }
    });
    const sorted = [...names.keys()].sort((a, b) => compareNamed(names[a]!, names[b]!));
    const ranks = new Uint32Array(names.length);
    for (const [rank, place] of sorted.entries()) ranks[place] = rank;
    return {
      names: sorted.map((place) => names[place]!),
      starts: own.starts,
      places: own.places.map((at) => ranks[at]!),
    };
  }

  #behind(type: string, field: Field, rest: readonly Field[]): Values {
    return this.#through(type, field, this.of(this.#target(field), rest));
  }

  #through(type: string, field: Field, behind: Values): Values {
    const links = this.#linked(type, field);
    const own = collected(links.starts.length - 1, (item, add) => {
      for (let link = links.starts[item]!; link < links.starts[item + 1]!; link += 1) {
        const target = links.places[link]!;
        for (let at = behind.starts[target]!; at < behind.starts[target + 1]!; at += 1) add(behind.places[at]!);
      }
    });
    return { names: behind.names, ...own };
  }

  /** The related items of each, by their numbers. */
  #linked(type: string, field: Field): Omit<Values, 'names'> {
    const key = `${type}.${field.name}`;
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const items = itemsOf(this.space, type);
    const numbers = this.#numbersOf(this.#target(field));
    const own = collected(items.length, (item, add) => {
      for (const link of linksOf(items[item]!, field.name)) {
        const target = findItem(this.space, link.type, link.id);
        const number = target === undefined ? undefined : numbers.get(target);
        if (number === undefined) throw new Error(`${type} ${items[item]!.id} leads to ${link.id}, which is not there`);
        add(number);
      }
    });
    this.#links.set(key, own);
    return own;
  }

  #numbersOf(type: string): ReadonlyMap<OracleItem, number> {
    const known = this.#numbers.get(type) ?? new Map(itemsOf(this.space, type).map((item, number) => [item, number]));
    this.#numbers.set(type, known);
    return known;
  }
}

function namesOf(item: OracleItem, field: Field): readonly NamedValue[] {
  if (field.name === 'id') return [{ shown: item.id, order: item.id }];
  if (field.type === 'relationship') {
    return linksOf(item, field.name).map(({ type, id }) => ({
      shown: { type, id },
      order: `${String(field.to.indexOf(type)).padStart(3, '0')}\0${id}`,
    }));
  }
  const counted = countedRelationship(field.name);
  if (counted !== undefined) return [namedValue({ name: field.name, type: 'integer' }, linksOf(item, counted).length)];
  const value = item.values.get(field.name);
  if (value instanceof OracleList) return value.texts.map((text) => ({ shown: text, order: text }));
  if (value === undefined || value === '' || typeof value === 'object') return [];
  return [namedValue(field, value)];
}
