/**
 * What the fields of an item mean, read from the bytes of its line: a column each, and the value as it is delivered.
 *
 * Texts are copied as they stand; all else is read by the line reader, whose complaints make a block Unusual.
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
    // Without escapes, a string is delivered as it stands; an option is looked for.
    if (kind === STRING && (this.#options === undefined || this.#options.has(textOf(bytes, start, end)))) {
      this.#texts.sink.copy(bytes, start, end);
      into.push(QUOTE);
      into.copy(bytes, start, end);
      into.push(QUOTE);
    } else {
      const value = this.#careful.read(bytes, kind, start, end);
      if (typeof value !== 'string') throw new Unusual();
      this.#texts.sink.text(value);
      into.text(renderValue(this.#field, value));
    }
    this.#texts.end();
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
