/**
 * The item at hand in each of its locales, while a block is read.
 */

import { type Field, fallbackChains, type Locale } from '../../../src/content/model/index.js';
import { sourceOf } from '../values/localized.js';
import type { BlockColumn, LocalRecords } from './block-columns.js';
import type { FieldReader } from './field-readers.js';
import { ABSENT, COMMA, COMPOUND, LineScanner, NULL, Unusual } from './line.js';
import { type LocalBody, LocalSink } from './local-sink.js';
import { ByteSink } from './sink.js';

const nullBytes = Buffer.from('null');

class Body implements LocalBody {
  readonly sink = new ByteSink();
  readonly lengths: number[] = [];

  get bytes(): Uint8Array {
    return this.sink.bytes;
  }

  get length(): number {
    return this.sink.length;
  }
}

export class LocalItems {
  readonly #sink: LocalSink;
  /** One per locale. */
  readonly #bodies: readonly Body[];
  /** Locale → 1 where the item has a value of its own. */
  readonly #own: Uint8Array;

  /** @param codes of the locales, the default one first */
  constructor(codes: readonly string[]) {
    this.#sink = new LocalSink(codes);
    this.#bodies = codes.map(() => new Body());
    this.#own = new Uint8Array(codes.length);
  }

  begin(): void {
    this.#own.fill(0);
    for (const { sink, lengths } of this.#bodies) {
      sink.length = 0;
      lengths.length = 0;
    }
  }

  /**
   * Adds a field of the item, and what the default locale has of it to `into`.
   *
   * @param prefix of an attribute
   * @throws Unusual
   */
  read(
    reader: LocalizedReader,
    bytes: Uint8Array,
    kind: number,
    start: number,
    prefix: Buffer | undefined,
    into: ByteSink,
  ): void {
    reader.scan(bytes, kind, start, this.#own);
    for (let locale = 0; locale < this.#bodies.length; locale += 1) {
      const { sink, lengths } = this.#bodies[locale]!;
      if (prefix === undefined) {
        reader.read(bytes, locale, sink);
        continue;
      }
      if (lengths.length > 0) sink.push(COMMA);
      const from = sink.length;
      sink.copy(prefix, 0, prefix.length);
      if (!reader.read(bytes, locale, sink)) sink.copy(nullBytes, 0, nullBytes.length);
      lengths.push(sink.length - from);
      if (locale === 0) into.copy(sink.bytes, from, sink.length);
    }
  }

  end(): void {
    const own: number[] = [];
    for (let locale = 0; locale < this.#own.length; locale += 1) if (this.#own[locale] === 1) own.push(locale);
    this.#sink.add(this.#bodies, own);
  }

  /** @returns what was read, in buffers of its own, and begins anew */
  take(): LocalRecords {
    return this.#sink.take();
  }
}

// A localized field, read from the bytes of a line: a column for each locale, fallbacks resolved, and each value as it is
// delivered.

export class LocalizedReader {
  readonly #readers: readonly FieldReader[];
  readonly #chains: readonly (readonly number[])[];
  readonly #scanner: LineScanner;
  /** Whether the item at hand has an object of values. */
  #isThere = false;

  constructor(field: Field, locales: readonly Locale[], readerOf: (field: Field) => FieldReader) {
    this.#readers = locales.map(() => readerOf(field));
    this.#chains = fallbackChains(locales);
    this.#scanner = new LineScanner(locales.map(({ code }) => code));
  }

  /**
   * Finds the values of an item.
   *
   * @param own is told which locales have one
   * @throws Unusual
   */
  scan(bytes: Uint8Array, kind: number, start: number, own: Uint8Array): void {
    this.#isThere = kind !== ABSENT && kind !== NULL;
    if (!this.#isThere) return;
    if (kind !== COMPOUND) throw new Unusual();
    this.#scanner.scanObject(bytes, start);
    for (let locale = 0; locale < own.length; locale += 1) if (this.#has(locale)) own[locale] = 1;
  }

  /**
   * Adds what a locale has, and renders it into `into`. @returns whether there is a value
   * @throws Unusual
   */
  read(bytes: Uint8Array, locale: number, into: ByteSink): boolean {
    const { kinds, starts, ends } = this.#scanner;
    const reader = this.#readers[locale]!;
    const source = this.#isThere ? sourceOf(this.#chains[locale]!, (each) => this.#has(each)) : -1;
    if (source < 0) reader.skip();
    else reader.read(bytes, kinds[source]!, starts[source]!, ends[source]!, into);
    return source >= 0;
  }

  /** @returns what was read of each locale, and begins anew */
  take(): readonly BlockColumn[] {
    return this.#readers.map((reader) => reader.take());
  }

  #has(locale: number): boolean {
    const kind = this.#scanner.kinds[locale];
    return kind !== ABSENT && kind !== NULL;
  }
}
