/**
 * Columns of a localized field that have the same values in each item: one of them stands for the others.
 */
import {
  type ContentType,
  isLocalized,
  isNatural,
  type StoredField,
  storedFields,
  storedName,
} from '../../src/content/model/index.js';
import { type AnySection, narrow } from '../../src/format/index.js';
import { LOCAL_DOCUMENTS, localPlacesName, OWN_LOCALES, OWN_SETS } from '../../src/index/segment/index.js';
import type { Column } from '../columns/index.js';
import type { BlockColumn, ByteColumn, LocalRecords } from '../read/index.js';
import { NumberSpool, RecordSpool, type Scratch } from '../work/index.js';

// The items of a type as its locales have them, gathered while they are read: localized attributes rendered, each once
// where several locales of an item have the same; and in which locales an item has values of its own.

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
      places.push({ name: localPlacesName(this.#type, locale), data });
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

/** The columns of one field. */
interface Group {
  readonly name: string;
  /** The default locale's place among the stored fields; the others follow. */
  readonly start: number;
  readonly classes: LocaleClasses;
}

export class SharedColumns {
  readonly #type: ContentType;
  readonly #groups: readonly Group[];

  /** @param columns one per stored field */
  constructor(type: ContentType, columns: readonly Column[]) {
    this.#type = type;
    this.#groups = storedFields(type).flatMap(({ field, place, locale }: StoredField, start): readonly Group[] => {
      if (locale > 0 || !isLocalized(type.fields[place]!) || columns[start]?.kind === 'none') return [];
      return [{ name: field.name, start, classes: new LocaleClasses(type.locales.length) }];
    });
  }

  /** @param columns of a block, one per stored field */
  append(columns: readonly BlockColumn[]): void {
    for (const { start, classes } of this.#groups) {
      classes.add((a, b) => isSameColumn(columns[start + a], columns[start + b]));
    }
  }

  /** Stored field → the one that has the same values, of those that need no column of their own. */
  get names(): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const { name, classes } of this.#groups) {
      const field = this.#type.fieldByName.get(name);
      // Each locale orders the same values in its own way.
      if (field !== undefined && isNatural(field)) continue;
      for (let locale = 1; locale < this.#type.locales.length; locale += 1) {
        const first = classes.firstOf(locale);
        if (first < locale) names.set(storedName(this.#type, name, locale), storedName(this.#type, name, first));
      }
    }
    return names;
  }

  /** @returns the first locale that has the same values in these fields, and for which `fits` holds */
  firstOf(locale: number, fields: ReadonlySet<string>, fits: (other: number) => boolean): number {
    const groups = this.#groups.filter(({ name }) => fields.has(name));
    for (let other = 0; other < locale; other += 1) {
      if (fits(other) && groups.every(({ classes }) => classes.firstOf(other) === classes.firstOf(locale)))
        return other;
    }
    return locale;
  }
}

const isSameBytes = (a: NodeJS.ArrayBufferView, b: NodeJS.ArrayBufferView): boolean =>
  a.byteLength === b.byteLength &&
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));

const isSameRecords = (a: ByteColumn, b: ByteColumn): boolean =>
  isSameBytes(a.lengths, b.lengths) && isSameBytes(a.bytes, b.bytes);

function isSameColumn(a: BlockColumn | undefined, b: BlockColumn | undefined): boolean {
  if (a?.kind === 'text' && b?.kind === 'text') return isSameRecords(a.texts, b.texts);
  if (a?.kind === 'number' && b?.kind === 'number') {
    const isSameLong = a.long.size === b.long.size && [...a.long].every(([item, value]) => b.long.get(item) === value);
    return isSameLong && isSameBytes(a.values, b.values);
  }
  if (a?.kind === 'textLists' && b?.kind === 'textLists') {
    return isSameBytes(a.counts, b.counts) && isSameRecords(a.texts, b.texts);
  }
  if (a?.kind === 'links' && b?.kind === 'links') {
    const isSameTargets = isSameRecords(a.targets.ids, b.targets.ids) && isSameBytes(a.targets.types, b.targets.types);
    return isSameBytes(a.counts, b.counts) && isSameTargets;
  }
  return false;
}

/**
 * Which locales have the same, whatever it is, found while it gathers: what two of them share is stored once.
 */
export class LocaleClasses {
  /** Per locale: the first one that has had the same so far. */
  #first: readonly number[];

  constructor(locales: number) {
    this.#first = Array.from({ length: locales }, (_, locale) => locale && 0);
  }

  /**
   * Looks at what was added; what has parted stays apart.
   *
   * @param isSame whether two locales have the same in it
   * Cost: up to one call for each pair of locales that have had the same so far, one a locale where they go on to.
   */
  add(isSame: (a: number, b: number) => boolean): void {
    const before = this.#first;
    const after = before.slice();
    for (let locale = 1; locale < before.length; locale += 1) {
      const first = before[locale]!;
      if (first === locale || isSame(first, locale)) continue;
      let parted = first + 1;
      while (parted < locale && !(before[parted] === first && after[parted] === parted && isSame(parted, locale))) {
        parted += 1;
      }
      after[locale] = parted;
    }
    this.#first = after;
  }

  /** @returns the first locale that has the same: itself where no earlier one has */
  firstOf(locale: number): number {
    return this.#first[locale] ?? locale;
  }
}
