/**
 * What the fields of an item mean, read from the bytes of its line: a column each, and the value as it is delivered.
 *
 * Texts are copied as they stand; all else is read by the line reader, whose complaints make a block Unusual.
 */
import {
  type AttributeField,
  type Field,
  isFolded,
  isMidnight,
  type NumberField,
  parseExportedInstant,
  type RelationshipField,
  type SelectField,
  type TextField,
} from '../../../src/content/model/index.js';
import { GrowingF64, GrowingU32 } from '../../../src/format/index.js';
import { foldCase } from '../../../src/index/termdict/index.js';
import { type FieldValue, isPopulated, type LinkTarget, type TextList } from '../item.js';
import { renderValue } from '../render.js';
import { plainReader } from '../values/choose-reader.js';
import type { BlockColumn, ByteColumn } from './block-columns.js';
import { ESCAPED, QUOTE, STRING, Unusual } from './line.js';
import { ByteColumnSink, ByteSink } from './sink.js';

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
class CarefulReader {
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

// Booleans, integers, decimals and dates, from the bytes of a line: as numbers for the index, and as they are delivered.

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

// Lists of texts, from the bytes of a line: each text for the index, and the list as it is delivered.

const isTextList = (value: FieldValue): value is TextList =>
  typeof value === 'object' && 'kind' in value && value.kind === 'texts';

/** Text and select with `"many": true`. */
export class TextListReader implements FieldReader {
  readonly #field: SelectField | TextField;
  readonly #careful: CarefulReader;
  readonly #texts = new ByteColumnSink();
  #counts = new GrowingU32();

  constructor(field: SelectField | TextField) {
    this.#field = field;
    this.#careful = new CarefulReader(field);
  }

  read(bytes: Uint8Array, kind: number, start: number, end: number, into: ByteSink): void {
    const value = this.#careful.read(bytes, kind, start, end);
    if (!isTextList(value)) throw new Unusual();
    this.#counts.push(value.texts.length);
    for (const text of value.texts) {
      this.#texts.sink.text(text);
      this.#texts.end();
    }
    into.text(renderValue(this.#field, value));
  }

  skip(): void {
    this.#counts.push(0);
  }

  take(): BlockColumn {
    const counts = this.#counts.view().slice();
    this.#counts = new GrowingU32();
    return { kind: 'textLists', counts, texts: this.#texts.take() };
  }
}

// Relationships, from the bytes of a line: the ids an item links to, still unresolved.

const isLinks = (value: FieldValue): value is readonly LinkTarget[] => Array.isArray(value);

export class LinkReader implements FieldReader {
  readonly #field: RelationshipField;
  readonly #careful: CarefulReader;
  readonly #ids = new ByteColumnSink();
  readonly #types = new ByteSink();
  #counts = new GrowingU32();
  readonly #images: Map<string, LinkTarget>;

  /** @param images by id, of the block at hand: is given those that are resources */
  constructor(field: RelationshipField, images: Map<string, LinkTarget>) {
    this.#field = field;
    this.#careful = new CarefulReader(field);
    this.#images = images;
  }

  read(bytes: Uint8Array, kind: number, start: number, end: number): void {
    const targets = this.#careful.read(bytes, kind, start, end);
    if (!isLinks(targets)) throw new Unusual();
    this.#counts.push(targets.length);
    for (const target of targets) {
      const { type, id } = target;
      if (target.image !== undefined && !this.#images.has(id)) this.#images.set(id, target);
      this.#ids.sink.text(id);
      this.#ids.end();
      this.#types.push(type === undefined ? 0 : this.#field.to.indexOf(type) + 1);
    }
  }

  skip(): void {
    this.#counts.push(0);
  }

  take(): BlockColumn {
    const counts = this.#counts.view().slice();
    const types = new Uint8Array(this.#types.length);
    types.set(this.#types.bytes.subarray(0, this.#types.length));
    this.#counts = new GrowingU32();
    this.#types.length = 0;
    return { kind: 'links', counts, targets: { ids: this.#ids.take(), types } };
  }
}
