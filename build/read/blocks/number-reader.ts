/**
 * Booleans, integers, decimals and dates, from the bytes of a line: as numbers for the index, and as they are delivered.
 */
import { isMidnight, type NumberField, parseExportedInstant } from '../../../src/content/model/index.js';
import { GrowingF64 } from '../../../src/format/index.js';
import { renderValue } from '../render.js';
import type { BlockColumn } from './block-columns.js';
import { CarefulReader, type FieldReader, textOf } from './field-readers.js';
import { FALSE, NUMBER, QUOTE, STRING, TRUE, Unusual } from './line.js';
import type { ByteSink } from './sink.js';

/** So many digits are a safe integer, whichever they are. */
const digitsMaximum = 15;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= 0x39;

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
    const before = into.length;
    const plain = this.#plain(bytes, kind, start, end, into);
    if (!Number.isNaN(plain)) {
      this.#values.push(plain);
      return;
    }
    into.length = before;
    const value = this.#cut(bytes, kind, start, end) ?? this.#careful.read(bytes, kind, start, end);
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

  /** @returns an instant that is more exact than a millisecond, cut to it, as other systems write all of theirs */
  #cut(bytes: Uint8Array, kind: number, start: number, end: number): number | undefined {
    if (kind !== STRING || !('format' in this.#field)) return undefined;
    const text = textOf(bytes, start, end);
    const read = parseExportedInstant(text);
    if (read === undefined || !read.isCut) return undefined;
    if (this.#field.format === 'date' && !isMidnight(read.ms)) return undefined;
    this.#firstCut ??= { item: this.#values.length, value: text };
    this.#cuts += 1;
    return read.ms;
  }

  /** @returns the value, which is rendered; NaN where it is not plain, and what may be rendered is to be dropped */
  #plain(bytes: Uint8Array, kind: number, start: number, end: number, into: ByteSink): number {
    switch (this.#field.type) {
      case 'boolean': {
        if (kind !== TRUE && kind !== FALSE) return Number.NaN;
        into.copy(bytes, start, end);
        return kind === TRUE ? 1 : 0;
      }
      case 'integer': {
        const value = kind === NUMBER ? digitsOf(bytes, start, end, end) : Number.NaN;
        into.copy(bytes, start, end);
        return value;
      }
      case 'decimal':
        return kind === NUMBER || kind === STRING
          ? plainDecimal(bytes, start, end, this.#field.precision, into)
          : Number.NaN;
      case 'dateTime': {
        if (kind !== STRING || this.#field.format === 'date') return Number.NaN;
        into.push(QUOTE);
        into.copy(bytes, start, end);
        into.push(QUOTE);
        return plainInstant(bytes, start, end);
      }
    }
  }
}

/**
 * @param point where a point stands that does not count, or `end`
 * @returns the number whose digits stand there, without leading zeros and not −0; NaN where they are others
 */
function digitsOf(bytes: Uint8Array, start: number, end: number, point: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  const isWhole = point === end;
  const digits = end - first - (isWhole ? 0 : 1);
  if (digits < 1 || digits > digitsMaximum) return Number.NaN;
  if (point === first || (bytes[first] === ZERO && point - first > 1)) return Number.NaN;
  let value = 0;
  for (let at = first; at < end; at += 1) {
    if (at === point) continue;
    if (!isDigit(bytes[at]!)) return Number.NaN;
    value = value * 10 + bytes[at]! - ZERO;
  }
  if (first === start) return value;
  return value === 0 ? Number.NaN : -value;
}

/** Renders a decimal with exactly `precision` digits behind its point. @returns its units, or NaN where it is not plain */
function plainDecimal(bytes: Uint8Array, start: number, end: number, precision: number, into: ByteSink): number {
  let point = start;
  while (point < end && bytes[point] !== POINT) point += 1;
  const fraction = point === end ? 0 : end - point - 1;
  const missing = precision - fraction;
  // A point without digits behind it is no number.
  if (missing < 0 || (point < end && fraction === 0)) return Number.NaN;
  if (end - start + missing > digitsMaximum) return Number.NaN;
  const units = digitsOf(bytes, start, end, point) * 10 ** missing;
  into.push(QUOTE);
  into.copy(bytes, start, end);
  if (point === end && precision > 0) into.push(POINT);
  for (let i = 0; i < missing; i += 1) into.push(ZERO);
  into.push(QUOTE);
  return units;
}

/** `YYYY-MM-DDThh:mm:ss.sssZ`: 0 stands for a digit. */
const instantShape = Buffer.from('0000-00-00T00:00:00.000Z');
/** `Date.UTC` takes the years before for others. */
const yearMinimum = 100;
/** Every month has these. */
const dayMaximum = 28;

/** @returns the instant that is written as it is delivered, in milliseconds since 1970; NaN where it is not plain */
function plainInstant(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== instantShape.length) return Number.NaN;
  for (let i = 0; i < instantShape.length; i += 1) {
    const [expected, byte] = [instantShape[i]!, bytes[start + i]!];
    if (expected === ZERO ? !isDigit(byte) : byte !== expected) return Number.NaN;
  }
  const number = (from: number, to: number): number => digitsBetween(bytes, start + from, start + to);
  const [year, month, day] = [number(0, 4), number(5, 7), number(8, 10)];
  const [hour, minute, second] = [number(11, 13), number(14, 16), number(17, 19)];
  const isPlain = year >= yearMinimum && month >= 1 && month <= 12 && day >= 1 && day <= dayMaximum;
  if (!isPlain || hour > 23 || minute > 59 || second > 59) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second, number(20, 23));
}

function digitsBetween(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + bytes[at]! - ZERO;
  return value;
}
