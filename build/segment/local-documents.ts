/**
 * Builds the sections of a type's localized attributes, and of the locales in which each item has values of its own.
 *
 * Attributes are stored once for all locales in which they are equal. Elsewhere: the records (build/read/blocks).
 */
import type { ContentType } from '../../src/content/model/index.js';
import { type AnySection, narrowestArray } from '../../src/format/index.js';
import {
  createLocaleRows,
  LOCAL_DOCUMENTS,
  LOCALE_ROWS,
  localPlacesName,
  OWN_LOCALES,
  OWN_SETS,
} from '../../src/index/segment/index.js';
import type { LocalRecords } from '../read/index.js';
import { NumberSpool, RecordSpool, type ScratchFolder } from '../work/index.js';
import { LocaleClasses } from './locale-classes.js';

export class LocalDocuments {
  readonly #type: ContentType;
  readonly #scratch: ScratchFolder;
  readonly #records: RecordSpool;
  /** For each locale except the default: `LocalRecords.places`, counted from the first record of the type. */
  readonly #places: readonly NumberSpool[];
  /** Item → number of its locale set. */
  readonly #own: NumberSpool;
  /** Locale set, as JSON → its number. */
  readonly #sets = new Map<string, number>();
  /** Number of a locale set → number of items with it. */
  readonly #counts: number[] = [];
  readonly #classes: LocaleClasses;

  constructor(type: ContentType, scratch: ScratchFolder) {
    const codes = type.locales.map(({ code }) => code);
    this.#type = type;
    this.#scratch = scratch;
    this.#records = new RecordSpool(scratch);
    this.#places = codes.slice(1).map(() => new NumberSpool(scratch));
    this.#own = new NumberSpool(scratch);
    this.#classes = new LocaleClasses(codes.length);
  }

  /** Adds the localized attributes of several items. */
  append({ records, places, localeSets, localeSetOfItem }: LocalRecords): void {
    const recordsBefore = this.#records.count;
    this.#records.append(records.bytes, records.lengths);
    for (const [index, spool] of this.#places.entries()) {
      for (const place of places[index] ?? []) spool.push(place === 0 ? 0 : recordsBefore + place);
    }
    const numbers = localeSets.map((set) => this.#numberOf(set));
    for (const set of localeSetOfItem) {
      const number = numbers[set]!;
      this.#own.push(number);
      this.#counts[number]! += 1;
    }
    this.#classes.add((a, b) => isSamePlaces(places[a - 1], places[b - 1]!));
  }

  async settle(): Promise<void> {
    await this.#records.flushIfLarge();
    for (const spool of [...this.#places, this.#own]) await spool.flushIfLarge();
  }

  async finish(): Promise<void> {
    await this.#records.finish();
    for (const spool of [...this.#places, this.#own]) await spool.finish();
  }

  /** @returns the first locale with equal rendered items; the locale itself if no earlier one is equal */
  firstOf(locale: number): number {
    return this.#classes.firstOf(locale);
  }

  /** Code of a locale → number of items with values of their own in it. */
  get ownCounts(): ReadonlyMap<string, number> {
    const counts = new Map(this.#type.locales.map(({ code }) => [code, 0]));
    for (const [set, number] of this.#sets) {
      const itemCount = this.#counts[number] ?? 0;
      const codes: readonly string[] = JSON.parse(set);
      for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + itemCount);
    }
    return counts;
  }

  /** Call it once, after the last item. Memory: 4 bytes per item, and at most as many per locale. */
  async sections(): Promise<AnySection[]> {
    const sections = await this.#records.sections(LOCAL_DOCUMENTS, 'with checksums');
    for (const [index, spool] of this.#places.entries()) {
      const locale = index + 1;
      if (this.firstOf(locale) !== locale) continue;
      const data = narrowestArray(await spool.slice(0, spool.length), this.#records.count);
      sections.push({ name: localPlacesName(this.#type, locale), data });
    }
    const localeSets = new RecordSpool(this.#scratch);
    for (const set of this.#sets.keys()) localeSets.push(Buffer.from(set));
    sections.push(...(await localeSets.sections(OWN_SETS)));
    const setOfItem = await this.#own.slice(0, this.#own.length);
    sections.push({ name: OWN_LOCALES, data: narrowestArray(setOfItem, this.#sets.size) });
    sections.push({ name: LOCALE_ROWS, data: createLocaleRows(this.#type.locales, [...this.#sets.keys()], setOfItem) });
    return sections;
  }

  #numberOf(set: string): number {
    const existing = this.#sets.get(set);
    if (existing !== undefined) return existing;
    this.#sets.set(set, this.#sets.size);
    return this.#counts.push(0) - 1;
  }
}

/** @param a undefined for the default locale, whose places are all 0 */
function isSamePlaces(a: Uint32Array | undefined, b: Uint32Array): boolean {
  return b.every((place, item) => place === (a?.[item] ?? 0));
}
