/**
 * Booleans, integers, decimals and dates, from the bytes of a line: as numbers for the index, and as they are delivered.
 */
import { isMidnight, type NumberField, parseExportedInstant } from '../../../src/content/model/index.js';
import { GrowingF64 } from '../../../src/format/index.js';
import { renderValue } from '../render.js';
import type { BlockColumn } from './block-columns.js';
import { CarefulReader, type FieldReader, textOf } from './field-readers.js';
import { STRING, Unusual } from './line.js';
import type { ByteSink } from './sink.js';

export class NumberReader implements FieldReader {
  readonly #field: NumberField;
  readonly #careful: CarefulReader;
  #values = new GrowingF64();
  #firstCut: { readonly item: number; readonly value: string } | undefined;
  #cuts = 0;

  constructor(field: NumberField) {
    this.#field = field;
    this.#careful = new CarefulReader(field);
  }

  read(bytes: Uint8Array, kind: number, start: number, end: number, into: ByteSink): void {
    const value = this.#instant(bytes, kind, start, end) ?? this.#careful.read(bytes, kind, start, end);
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new Unusual();
    // −0 would be another bit pattern for the same number.
    this.#values.push(number + 0);
    into.text(renderValue(this.#field, value));
  }

  skip(): void {
    this.#values.push(Number.NaN);
  }

  take(): BlockColumn {
    const values = this.#values.view().slice();
    const cut = this.#firstCut === undefined ? undefined : { ...this.#firstCut, count: this.#cuts };
    this.#values = new GrowingF64();
    this.#firstCut = undefined;
    this.#cuts = 0;
    return { kind: 'number', values, cut };
  }

  /** @returns an instant, cut to a millisecond where it is more exact, as other systems write all of theirs */
  #instant(bytes: Uint8Array, kind: number, start: number, end: number): number | undefined {
    if (kind !== STRING || !('format' in this.#field)) return undefined;
    const text = textOf(bytes, start, end);
    const read = parseExportedInstant(text);
    if (read === undefined || (this.#field.format === 'date' && !isMidnight(read.ms))) return undefined;
    if (read.isCut) {
      this.#firstCut ??= { item: this.#values.length, value: text };
      this.#cuts += 1;
    }
    return read.ms;
  }
}
