/**
 * A localized field, read from the bytes of a line: a column for each locale, fallbacks resolved, and each value as it is
 * delivered.
 */
import { type Field, fallbackChains, type Locale } from '../../../src/content/model/index.js';
import { sourceOf } from '../values/localized.js';
import type { BlockColumn } from './block-columns.js';
import type { FieldReader } from './field-readers.js';
import { ABSENT, COMPOUND, LineScanner, NULL, Unusual } from './line.js';
import type { ByteSink } from './sink.js';

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
