/**
 * Finds locales whose long texts mostly equal those of their fallback: they share one term dictionary and one substring tree.
 *
 * The docs in which the two locales differ are collected while items are read. Elsewhere: equal columns (shared-columns).
 */
import { choose } from '../../src/content/choices/index.js';
import { InvariantError } from '../../src/content/errors/index.js';
import {
  type ContentType,
  fallbackChains,
  isLocalized,
  storedFieldName,
  storedFields,
} from '../../src/content/model/index.js';
import { foldedName, unfoldedName } from '../../src/index/segment/index.js';
import type { Column, DifferingTexts } from '../columns/index.js';
import type { BlockColumn, ByteColumn } from '../read/index.js';
import { NumberSpool, type ScratchFolder } from '../work/index.js';

/** At most one doc of this many may differ: terms that only other columns use slow down queries. */
const sharedRatio = 2;

/** A locale and its fallback, in one field. */
interface Pair {
  /** Name of the stored field of the locale. */
  readonly stored: string;
  /** Name of the stored field of the fallback. */
  readonly fallback: string;
  /** Place of `stored` among the stored fields. */
  readonly place: number;
  readonly fallbackPlace: number;
  /** Docs in which the two differ, ascending. */
  readonly docs: NumberSpool;
}

/** A stored field that shares the dictionary of another one. */
interface Sharer {
  readonly stored: string;
  /** The column whose values it has except in `docs`: the dictionary's owner, or an earlier sharer. */
  readonly fallback: string;
  readonly docs: NumberSpool;
}

/** The column of a sharer. */
export interface SharingColumn extends Omit<DifferingTexts, 'docs'> {
  readonly docs: NumberSpool;
}

export class SharedDictionaries {
  readonly #pairs: readonly Pair[];
  #size = 0;
  #sharers: readonly Sharer[] = [];
  #owners: ReadonlyMap<string, string> = new Map();

  /** @param columns one per stored field */
  constructor(type: ContentType, columns: readonly Column[], scratch: ScratchFolder) {
    const chains = fallbackChains(type.locales);
    const pairs: Pair[] = [];
    for (const [place, { field, place: fieldPlace, locale }] of storedFields(type).entries()) {
      const column = columns[place];
      const fallbackLocale = chains[locale]?.[1];
      const modelField = type.fields[fieldPlace]!;
      if (fallbackLocale === undefined || !isLocalized(modelField)) continue;
      if (column?.kind !== 'text' || column.stored !== 'rendered') continue;
      pairs.push({
        stored: field.name,
        fallback: storedFieldName(type, modelField.name, fallbackLocale),
        place,
        // The stored fields of a localized field are consecutive, in the order of the locales.
        fallbackPlace: place - locale + fallbackLocale,
        docs: new NumberSpool(scratch),
      });
    }
    this.#pairs = pairs;
  }

  /** @param columns of a block of `count` items, one per stored field */
  append(columns: readonly BlockColumn[], count: number): void {
    for (const { place, fallbackPlace, docs } of this.#pairs) {
      const localeColumn = columns[place];
      const fallbackColumn = columns[fallbackPlace];
      if (localeColumn?.kind !== 'text' || fallbackColumn?.kind !== 'text') continue;
      for (const index of differingItems(localeColumn.texts, fallbackColumn.texts)) docs.push(this.#size + index);
    }
    this.#size += count;
  }

  async settle(): Promise<void> {
    for (const { docs } of this.#pairs) await docs.flushIfLarge();
  }

  async finish(): Promise<void> {
    for (const { docs } of this.#pairs) await docs.finish();
  }

  /**
   * Decides which fields share dictionaries. Call it once, after the last item.
   *
   * @param shared stored field without a column → stored field whose column it uses
   */
  find(shared: ReadonlyMap<string, string>): void {
    const sharers = new Map<string, Sharer>();
    for (const { docs, ...pair } of this.#pairs) {
      // Locales with equal values have one column.
      const stored = shared.get(pair.stored) ?? pair.stored;
      const fallback = shared.get(pair.fallback) ?? pair.fallback;
      if (stored === fallback || sharers.has(stored)) continue;
      const isAlike = docs.length * sharedRatio <= this.#size;
      if (choose('texts.dictionary', isAlike ? 'shared' : 'own') === 'own') continue;
      if (!fallbackPath(fallback, sharers).includes(stored)) sharers.set(stored, { stored, fallback, docs });
    }
    const depth = ({ stored }: Sharer): number => fallbackPath(stored, sharers).length;
    this.#sharers = [...sharers.values()].sort((a, b) => depth(a) - depth(b));
    const owners = new Map<string, string>();
    for (const { stored } of this.#sharers) owners.set(stored, fallbackPath(stored, sharers).at(-1)!);
    this.#owners = owners;
  }

  /** Stored field without a dictionary of its own → stored field whose dictionary it shares. */
  get owners(): ReadonlyMap<string, string> {
    return this.#owners;
  }

  /**
   * @param name    name of a column, possibly of folded values
   * @param columns all columns of the type
   * @returns the columns that share its dictionary, each after its fallback
   */
  sharersOf(name: string, columns: readonly Column[]): readonly SharingColumn[] {
    const owner = unfoldedName(name);
    const isFolded = owner !== name;
    const toColumnName = (stored: string): string => (isFolded ? foldedName(stored) : stored);
    const sharers = this.#sharers.filter(({ stored }) => this.#owners.get(stored) === owner);
    return sharers.map(({ stored, fallback, docs }) => {
      const columnName = toColumnName(stored);
      const column = columns.find((candidate) => candidate.name === columnName);
      if (column?.kind !== 'text') throw new InvariantError(`the text column ${columnName} is missing`);
      return { name: columnName, fallback: toColumnName(fallback), builder: column.builder, docs };
    });
  }
}

/** @returns the column, its fallback, the fallback's fallback, …, up to the owner of the dictionary */
function fallbackPath(stored: string, sharers: ReadonlyMap<string, Sharer>): readonly string[] {
  const path = [stored];
  let sharer = sharers.get(stored);
  while (sharer !== undefined) {
    path.push(sharer.fallback);
    sharer = sharers.get(sharer.fallback);
  }
  return path;
}

/** Items of a block whose texts differ between the two columns. Cost: O(bytes). */
function* differingItems(a: ByteColumn, b: ByteColumn): Generator<number> {
  const bytesOfA = Buffer.from(a.bytes.buffer, a.bytes.byteOffset, a.bytes.byteLength);
  let startInA = 0;
  let startInB = 0;
  for (let item = 0; item < a.lengths.length; item += 1) {
    const endInA = startInA + a.lengths[item]!;
    const endInB = startInB + b.lengths[item]!;
    if (bytesOfA.compare(b.bytes, startInB, endInB, startInA, endInA) !== 0) yield item;
    startInA = endInA;
    startInB = endInB;
  }
}
