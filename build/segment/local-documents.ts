/**
 * The items of a type as its locales have them, gathered while they are read: localized attributes rendered, each once
 * where several locales of an item have the same; and in which locales an item has values of its own.
 */

import type { ContentType } from '../../src/content/model/index.js';
import { type AnySection, narrow } from '../../src/format/index.js';
import { LOCAL_DOCUMENTS, localDocuments, OWN_LOCALES, OWN_SETS } from '../../src/index/segment/index.js';
import type { LocalRecords } from '../read/index.js';
import { NumberSpool, RecordSpool, type Scratch } from '../work/index.js';
import { LocaleClasses } from './shared-columns.js';

export class LocalDocuments {
  readonly #type: ContentType;
  readonly #scratch: Scratch;
  readonly #records: RecordSpool;
  /** For each locale behind the default one: as `LocalRecords.places`, of all records. */
  readonly #places: readonly NumberSpool[];
  readonly #own: NumberSpool;
  readonly #sets = new Map<string, number>();
  /** By the number of a set: how many items have it. */
  readonly #counts: number[] = [];
  readonly #classes: LocaleClasses;

  constructor(type: ContentType, scratch: Scratch) {
    const codes = type.locales.map(({ code }) => code);
    this.#type = type;
    this.#scratch = scratch;
    this.#records = new RecordSpool(scratch);
    this.#places = codes.slice(1).map(() => new NumberSpool(scratch));
    this.#own = new NumberSpool(scratch);
    this.#classes = new LocaleClasses(codes.length);
  }

  /** Adds what several items have. */
  append({ records, places, sets, own }: LocalRecords): void {
    const before = this.#records.count;
    this.#records.append(records.bytes, records.lengths);
    for (const [index, spool] of this.#places.entries()) {
      for (const place of places[index] ?? []) spool.push(place === 0 ? 0 : before + place);
    }
    const numbers = sets.map((set) => this.#numberOf(set));
    for (const set of own) {
      const number = numbers[set]!;
      this.#own.push(number);
      this.#counts[number]! += 1;
    }
    this.#classes.add((a, b) => isSamePlaces(places[a - 1], places[b - 1]!));
  }

  async settle(): Promise<void> {
    await this.#records.settle();
    for (const spool of [...this.#places, this.#own]) await spool.settle();
  }

  async finish(): Promise<void> {
    await this.#records.finish();
    for (const spool of [...this.#places, this.#own]) await spool.finish();
  }

  /** Locale → the first one whose items are rendered the same; itself where no earlier one's are. */
  firstOf(locale: number): number {
    return this.#classes.firstOf(locale);
  }

  /** Code of each locale → how many items have values of their own there. */
  get ownCounts(): ReadonlyMap<string, number> {
    const counts = new Map(this.#type.locales.map(({ code }) => [code, 0]));
    for (const [set, number] of this.#sets) {
      const codes: unknown = JSON.parse(set);
      for (const code of Array.isArray(codes) ? codes : []) {
        counts.set(String(code), (counts.get(String(code)) ?? 0) + (this.#counts[number] ?? 0));
      }
    }
    return counts;
  }

  /** To be called once, when every item is added. Memory: 4 bytes an item, and up to as many for each locale. */
  async sections(): Promise<AnySection[]> {
    const sets = [...this.#sets.keys()].map((set) => Buffer.from(set));
    const names = new RecordSpool(this.#scratch);
    for (const set of sets) names.push(set);
    const places: AnySection[] = [];
    for (const [index, spool] of this.#places.entries()) {
      const locale = index + 1;
      if (this.firstOf(locale) !== locale) continue;
      const data = narrow(await spool.between(0, spool.length), this.#records.count);
      places.push({ name: localDocuments(this.#type, locale), data });
    }
    const own = await this.#own.between(0, this.#own.length);
    return [
      ...(await this.#records.sections(LOCAL_DOCUMENTS, true)),
      ...places,
      ...(await names.sections(OWN_SETS)),
      { name: OWN_LOCALES, data: narrow(own, sets.length) },
    ];
  }

  #numberOf(set: string): number {
    const known = this.#sets.get(set);
    if (known !== undefined) return known;
    this.#sets.set(set, this.#sets.size);
    return this.#counts.push(0) - 1;
  }
}

/** @param a undefined of the default locale, which has its own everywhere */
function isSamePlaces(a: Uint32Array | undefined, b: Uint32Array): boolean {
  return b.every((place, item) => place === (a?.[item] ?? 0));
}
