/**
 * Which long texts of a locale are mostly those of the locale that it falls back to: they have one dictionary, and so one
 * tree of substrings. Found while items are read, by the docs in which the two differ.
 */
import { choose } from '../../src/content/choices/index.js';
import { InvariantError } from '../../src/content/errors/index.js';
import {
  type ContentType,
  fallbackChains,
  isLocalized,
  storedFields,
  storedName,
} from '../../src/content/model/index.js';
import { foldedName, unfoldedName } from '../../src/index/segment/index.js';
import type { Column, DifferingTexts } from '../columns/index.js';
import type { BlockColumn, ByteColumn } from '../read/index.js';
import { NumberSpool, type Scratch } from '../work/index.js';

/** Of so many docs one may differ, and more may not: what a dictionary has for others only is in the way of a query. */
const differingShare = 2;

/** A locale and the one it falls back to, in one field. */
interface Pair {
  /** Stored fields, and their places among them. */
  readonly stored: string;
  readonly fallback: string;
  readonly place: number;
  readonly fallbackPlace: number;
  /** In which the two differ, ascending. */
  readonly docs: NumberSpool;
}

/** A stored field that has another one's dictionary. */
interface Sharer {
  readonly stored: string;
  /** The column whose values it has but in `docs`: the dictionary's owner, or a sharer that comes before. */
  readonly fallback: string;
  readonly docs: NumberSpool;
}

/** The column of one. */
export interface SharingColumn extends Omit<DifferingTexts, 'docs'> {
  readonly docs: NumberSpool;
}

export class SharedDictionaries {
  readonly #pairs: readonly Pair[];
  #size = 0;
  #sharers: readonly Sharer[] = [];
  #owners: ReadonlyMap<string, string> = new Map();

  /** @param columns one per stored field */
  constructor(type: ContentType, columns: readonly Column[], scratch: Scratch) {
    const chains = fallbackChains(type.locales);
    this.#pairs = storedFields(type).flatMap(({ field, place, locale }, at): Pair[] => {
      const column = columns[at];
      const fallback = chains[locale]?.[1];
      const source = type.fields[place]!;
      if (fallback === undefined || !isLocalized(source)) return [];
      if (column?.kind !== 'text' || column.stored !== 'rendered') return [];
      const fallbackPlace = at - locale + fallback;
      const pair = { stored: field.name, fallback: storedName(type, source.name, fallback), place: at, fallbackPlace };
      return [{ ...pair, docs: new NumberSpool(scratch) }];
    });
  }

  /** @param columns of a block of `count` items, one per stored field */
  append(columns: readonly BlockColumn[], count: number): void {
    for (const { place, fallbackPlace, docs } of this.#pairs) {
      const [own, other] = [columns[place], columns[fallbackPlace]];
      if (own?.kind !== 'text' || other?.kind !== 'text') continue;
      for (const index of differing(own.texts, other.texts)) docs.push(this.#size + index);
    }
    this.#size += count;
  }

  async settle(): Promise<void> {
    for (const { docs } of this.#pairs) await docs.settle();
  }

  async finish(): Promise<void> {
    for (const { docs } of this.#pairs) await docs.finish();
  }

  /**
   * To be called once, when every item is added.
   *
   * @param shared stored field → the one whose column stands for its own
   */
  find(shared: ReadonlyMap<string, string>): void {
    const sharers = new Map<string, Sharer>();
    for (const { docs, ...pair } of this.#pairs) {
      // Locales with the same values have one column.
      const stored = shared.get(pair.stored) ?? pair.stored;
      const fallback = shared.get(pair.fallback) ?? pair.fallback;
      if (stored === fallback || sharers.has(stored)) continue;
      const isAlike = docs.length * differingShare <= this.#size;
      if (choose('texts.dictionary', isAlike ? 'shared' : 'own') === 'own') continue;
      if (!pathOf(fallback, sharers).includes(stored)) sharers.set(stored, { stored, fallback, docs });
    }
    const depth = ({ stored }: Sharer): number => pathOf(stored, sharers).length;
    this.#sharers = [...sharers.values()].sort((a, b) => depth(a) - depth(b));
    this.#owners = new Map(this.#sharers.map(({ stored }) => [stored, pathOf(stored, sharers).at(-1) ?? stored]));
  }

  /** Stored field → the one whose dictionary it has, of those that have no dictionary of their own. */
  get owners(): ReadonlyMap<string, string> {
    return this.#owners;
  }

  /**
   * @param name    of a column, that of folded values also
   * @param columns in which the others are found by their names
   * @returns the columns that have its dictionary, each behind its fallback
   */
  sharersOf(name: string, columns: readonly Column[]): readonly SharingColumn[] {
    const field = unfoldedName(name);
    const nameOf = (stored: string): string => (field === name ? stored : foldedName(stored));
    return this.#sharers
      .filter(({ stored }) => this.#owners.get(stored) === field)
      .map(({ stored, fallback, docs }) => {
        const column = columns.find((one) => one.name === nameOf(stored));
        if (column?.kind !== 'text') throw new InvariantError(`there is no column of texts ${nameOf(stored)}`);
        return { name: column.name, fallback: nameOf(fallback), builder: column.builder, docs };
      });
  }
}

/** @returns the column, its fallback, and so on to one that shares no other's dictionary */
function pathOf(stored: string, sharers: ReadonlyMap<string, Sharer>): readonly string[] {
  const path = [stored];
  for (let next = sharers.get(stored); next !== undefined; next = sharers.get(next.fallback)) path.push(next.fallback);
  return path;
}

/** Items of a block that have other texts in one column than in the other. Cost: O(bytes). */
function* differing(a: ByteColumn, b: ByteColumn): Generator<number> {
  const [left, right] = [a, b].map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (left === undefined || right === undefined) return;
  let [from, otherFrom] = [0, 0];
  for (let index = 0; index < a.lengths.length; index += 1) {
    const [to, otherTo] = [from + a.lengths[index]!, otherFrom + b.lengths[index]!];
    if (left.compare(right, otherFrom, otherTo, from, to) !== 0) yield index;
    [from, otherFrom] = [to, otherTo];
  }
}
