/**
 * Collects the localized attributes of items, by locale. Attributes that equal the default locale's are stored once.
 *
 * Elsewhere: the layout of the records (src/index/documents/document-store), the values of each locale (block-reader).
 */
import { GrowingU32 } from '../../../src/format/index.js';
import type { LocalRecords } from './block-columns.js';
import { ByteColumnSink, ByteSink, nullBytes } from './byte-sink.js';
import { COMMA } from './line-scanner.js';

/** The localized attributes of the current item in one locale. */
class LocalBody {
  /** The rendered attributes, separated by commas. */
  readonly sink = new ByteSink();
  /** The byte length of each attribute. */
  readonly lengths: number[] = [];

  get bytes(): Uint8Array {
    return this.sink.bytes.subarray(0, this.sink.length);
  }
}

export class LocalRecordBuilder {
  readonly #codes: readonly string[];
  /** One per locale. */
  readonly #bodies: readonly LocalBody[];
  readonly #records = new ByteColumnSink();
  /** Number of records. */
  #count = 0;
  /** See `LocalRecords.places`. */
  #places: readonly GrowingU32[];
  /** Locale set, as JSON → its place among the sets. */
  readonly #sets = new Map<string, number>();
  /** Item → place of its locale set. */
  #setOfItem = new GrowingU32();

  /** @param codes of the locales, the default one first */
  constructor(codes: readonly string[]) {
    this.#codes = codes;
    this.#bodies = codes.map(() => new LocalBody());
    this.#places = newPlaces(codes);
  }

  begin(): void {
    for (const { sink, lengths } of this.#bodies) {
      sink.length = 0;
      lengths.length = 0;
    }
  }

  /**
   * Adds a field of the current item in all locales. Appends the attribute of the default locale to `into` as well.
   *
   * @param prefix `"<name>":`; undefined for a relationship
   * @param add    adds and renders the value of a locale, and returns whether there is one
   */
  field(prefix: Buffer | undefined, into: ByteSink, add: (locale: number, into: ByteSink) => boolean): void {
    for (const [locale, { sink, lengths }] of this.#bodies.entries()) {
      if (prefix === undefined) {
        add(locale, sink);
        continue;
      }
      if (lengths.length > 0) sink.push(COMMA);
      const from = sink.length;
      sink.copy(prefix, 0, prefix.length);
      if (!add(locale, sink)) sink.copy(nullBytes, 0, nullBytes.length);
      lengths.push(sink.length - from);
      if (locale === 0) into.copy(sink.bytes, from, sink.length);
    }
  }

  /** Ends the current item. @param ownLocales places of the locales in which it has values of its own, ascending */
  end(ownLocales: readonly number[]): void {
    const bodies = this.#bodies;
    for (let locale = 1; locale < bodies.length; locale += 1) {
      const body = bodies[locale]!;
      const firstEqual = bodies.findIndex((candidate) => isSameBody(candidate, body));
      let place: number;
      if (firstEqual === locale) place = this.#addRecord(body, bodies[0]!);
      else if (firstEqual === 0) place = 0;
      else place = this.#places[firstEqual - 1]!.view().at(-1)!;
      this.#places[locale - 1]!.push(place);
    }
    const localeSet = JSON.stringify(ownLocales.map((locale) => this.#codes[locale]));
    const setPlace = this.#sets.get(localeSet) ?? this.#sets.size;
    this.#sets.set(localeSet, setPlace);
    this.#setOfItem.push(setPlace);
  }

  /** @returns copies of the records so far, and empties this object */
  take(): LocalRecords {
    const localRecords = {
      records: this.#records.take(),
      places: this.#places.map((places) => places.view().slice()),
      localeSets: [...this.#sets.keys()],
      localeSetOfItem: this.#setOfItem.view().slice(),
    };
    this.#count = 0;
    this.#places = newPlaces(this.#codes);
    this.#sets.clear();
    this.#setOfItem = new GrowingU32();
    return localRecords;
  }

  /** Adds a record of the attributes that differ from the default locale's. @returns its place, plus 1 */
  #addRecord(body: LocalBody, defaultBody: LocalBody): number {
    const { sink } = this.#records;
    const ranges = differingRanges(body, defaultBody);
    for (const { start, end } of ranges) sink.varint(end - start);
    let isFirst = true;
    for (const { start, end } of ranges) {
      if (start === end) continue;
      if (!isFirst) sink.push(COMMA);
      sink.copy(body.sink.bytes, start, end);
      isFirst = false;
    }
    this.#records.end();
    this.#count += 1;
    return this.#count;
  }
}

const newPlaces = (codes: readonly string[]): readonly GrowingU32[] => codes.slice(1).map(() => new GrowingU32());

const isSameBody = (a: LocalBody, b: LocalBody): boolean =>
  a.sink.length === b.sink.length && Buffer.compare(a.bytes, b.bytes) === 0;

/** The place of an attribute in a body, `[start, end)`. */
interface AttributeRange {
  readonly start: number;
  readonly end: number;
}

/** @returns the range of each attribute in the body; empty if the attribute equals the default locale's */
function differingRanges(body: LocalBody, defaultBody: LocalBody): readonly AttributeRange[] {
  const bytes = body.bytes;
  const defaultBytes = defaultBody.bytes;
  let nextStart = 0;
  let nextDefaultStart = 0;
  return body.lengths.map((length, attribute) => {
    const start = nextStart;
    const end = start + length;
    const defaultStart = nextDefaultStart;
    const defaultEnd = defaultStart + defaultBody.lengths[attribute]!;
    // One byte for the comma between two attributes.
    nextStart = end + 1;
    nextDefaultStart = defaultEnd + 1;
    const isSame = Buffer.compare(bytes.subarray(start, end), defaultBytes.subarray(defaultStart, defaultEnd)) === 0;
    return { start, end: isSame ? start : end };
  });
}
