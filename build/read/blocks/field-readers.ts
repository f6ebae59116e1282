/**
 * What the fields of an item mean, read from the bytes of its line: a column each, and the value as it is delivered.
 *
 * The plain forms are read here, byte by byte; all others by the line reader, whose complaints make a block Unusual. Both
 * say the same of the same value.
 */
import { type AttributeField, type Field, isFolded } from '../../../src/content/model/index.js';
import { foldCase } from '../../../src/index/termdict/index.js';
import { type FieldValue, isPopulated } from '../item.js';
import { renderValue } from '../render.js';
import { plainReader } from '../values/plain-reader.js';
import type { BlockColumn, ByteColumn } from './block-columns.js';
import { ESCAPED, QUOTE, STRING, Unusual } from './line.js';
import { ByteColumnSink, type ByteSink } from './sink.js';

/** Reads the values of one field, one item after the other. */
export interface FieldReader {
  /**
   * Adds the value at `[start, end)`, a string's without its quotes, and renders it into `into`; of a relationship,
   * which is not rendered there, nothing.
   *
   * @param kind what it looks like: not absent, not null
   * @throws Unusual
   */
  read(bytes: Uint8Array, kind: number, start: number, end: number, into: ByteSink): void;
  /** Adds that the item has no value. */
  skip(): void;
  /** @returns what was read, in buffers of its own, and begins anew */
  take(): BlockColumn;
}

/** The rare forms of a value, as the line reader reads them. */
export class CarefulReader {
  readonly #read: (text: string) => FieldValue | undefined;

  constructor(field: Field) {
    this.#read = plainReader(field);
  }

  /** @throws Unusual where the line reader has anything to say */
  read(bytes: Uint8Array, kind: number, start: number, end: number): FieldValue {
    const quote = kind === STRING || kind === ESCAPED ? 1 : 0;
    const value = this.#read(textOf(bytes, start - quote, end + quote));
    if (value === undefined) throw new Unusual();
    return value;
  }
}

export const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', start, end);

/** Image, file, JSON: only rendered. */
export class ShownReader implements FieldReader {
  readonly #field: AttributeField;
  readonly #careful: CarefulReader;
  #populated = 0;

  constructor(field: AttributeField) {
    this.#field = field;
    this.#careful = new CarefulReader(field);
  }

  read(bytes: Uint8Array, kind: number, start: number, end: number, into: ByteSink): void {
    const value = this.#careful.read(bytes, kind, start, end);
    if (isPopulated(value)) this.#populated += 1;
    into.text(renderValue(this.#field, value));
  }

  skip(): void {}

  take(): BlockColumn {
    const populated = this.#populated;
    this.#populated = 0;
    return { kind: 'none', populated };
  }
}

/** By the letter behind a backslash: the byte that is meant, of the escapes that JSON is also written with. */
const meant = new Map(
  [...'"\\bfnrt'].map((letter, index) => [letter.charCodeAt(0), '"\\\b\f\n\r\t'.charCodeAt(index)]),
);
const unescaped = Uint8Array.from({ length: 256 }, (_, byte) => meant.get(byte) ?? 0);
const BACKSLASH = 0x5c;

/** Text, multi-line text, Markdown, and select, whose options are known. */
export class TextReader implements FieldReader {
  readonly #field: AttributeField;
  readonly #careful: CarefulReader;
  readonly #options: ReadonlySet<string> | undefined;
  readonly #texts = new ByteColumnSink();

  constructor(field: AttributeField) {
    this.#field = field;
    this.#careful = new CarefulReader(field);
    this.#options = field.type === 'select' ? new Set(field.options) : undefined;
  }

  read(bytes: Uint8Array, kind: number, start: number, end: number, into: ByteSink): void {
    const isPlain = this.#options === undefined || (kind === STRING && this.#options.has(textOf(bytes, start, end)));
    if (isPlain && kind === STRING) this.#texts.sink.copy(bytes, start, end);
    else if (!isPlain || kind !== ESCAPED || !this.#unescape(bytes, start, end)) {
      const value = this.#careful.read(bytes, kind, start, end);
      if (typeof value !== 'string') throw new Unusual();
      this.#texts.sink.text(value);
      this.#texts.end();
      into.text(renderValue(this.#field, value));
      return;
    }
    this.#texts.end();
    // Without escapes, or with those that JSON is written with, a string is delivered as it stands.
    into.push(QUOTE);
    into.copy(bytes, start, end);
    into.push(QUOTE);
  }

  /** Adds the text that is meant. @returns whether all escapes are such as it is delivered with; else nothing is added */
  #unescape(bytes: Uint8Array, start: number, end: number): boolean {
    const { sink } = this.#texts;
    sink.reserve(end - start);
    const out = sink.bytes;
    let length = sink.length;
    for (let at = start; at < end; at += 1) {
      let byte = bytes[at]!;
      if (byte === BACKSLASH) {
        at += 1;
        byte = unescaped[bytes[at]!]!;
        if (byte === 0) return false;
      }
      out[length] = byte;
      length += 1;
    }
    sink.length = length;
    return true;
  }

  skip(): void {
    this.#texts.end();
  }

  take(): BlockColumn {
    const texts = this.#texts.take();
    return { kind: 'text', texts, folded: isFolded(this.#field) ? foldColumn(texts) : undefined };
  }
}

/** Cost: O(bytes). */
function foldColumn({ bytes, lengths }: ByteColumn): ByteColumn {
  const folded = new ByteColumnSink();
  let at = 0;
  for (const length of lengths) {
    folded.sink.text(foldCase(textOf(bytes, at, at + length)));
    folded.end();
    at += length;
  }
  return folded.take();
}
