/**
 * Reads the values of one field into a column, and renders them.
 *
 * A value with a shortcut is taken from the bytes. All other values pass the checks of the line reader; a problem there makes
 * the whole block UnusualInput. Both readers use one table (values/reader-table), so no value skips its checks.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type AttributeField,
  type Field,
  type Fold,
  foldOf,
  isHeldAs,
  isListOfTexts,
  isRelationship,
  isWordsField,
  type NumberField,
  type RelationshipField,
} from '../../../src/content/model/index.js';
import { GrowingF64, GrowingU32 } from '../../../src/format/index.js';
import { foldText } from '../../../src/index/termdict/index.js';
import { type FieldValue, isPopulated, type LinkTarget, type TextList } from '../item.js';
import { renderValue } from '../render-value.js';
import type { CanonicalReader } from '../values/canonical-numbers.js';
import { plainReader } from '../values/plain-reader.js';
import { readerEntry, type Shortcut } from '../values/reader-table.js';
import type { BlockColumn, ByteColumn } from './block-columns.js';
import { ByteColumnSink, ByteSink } from './byte-sink.js';
import { ESCAPED, QUOTE, STRING, UnusualInput } from './line-scanner.js';
import { findPlainLinks } from './plain-ids.js';

/** Reads the values of one field, item by item. */
export abstract class FieldReader<Own extends Field = Field> {
  protected readonly field: Own;
  protected readonly shortcut: Shortcut | undefined;
  readonly #read: (text: string) => FieldValue | undefined;

  constructor(field: Own) {
    this.field = field;
    this.shortcut = readerEntry(field).shortcut;
    this.#read = plainReader(field);
  }

  /**
   * Adds the value at `[start, end)`, and renders it into `into` unless the field is a relationship.
   *
   * @param kind  kind of the value (line-scanner); neither absent nor null
   * @param start first byte of the value; of a string, the byte after its opening quote
   * @throws UnusualInput if the line reader would report a problem
   */
  read(bytes: Buffer, kind: number, start: number, end: number, into: ByteSink): void {
    const quote = kind === STRING || kind === ESCAPED ? 1 : 0;
    const value = this.#read(bytes.toString('utf8', start - quote, end + quote));
    if (value === undefined) throw new UnusualInput();
    this.add(value, into);
  }

  /** Adds and renders a value of the line reader. @throws InvariantError if its type does not match the field */
  abstract add(value: FieldValue, into: ByteSink): void;

  /** Adds an item without a value. */
  abstract skip(): void;

  /** @returns copies of the values so far, and empties this reader */
  abstract take(): BlockColumn;
}

/** @param images receives the images that are resources, by id */
export function fieldReader(field: Field, images: Map<string, LinkTarget>): FieldReader {
  if (isRelationship(field)) return new LinkReader(field, images);
  if (isHeldAs(field, 'nothing')) return new RenderedReader(field);
  if (isHeldAs(field, 'texts') && isListOfTexts(field)) return new TextListReader(field);
  if (isWordsField(field)) return new TextReader(field);
  return new NumberReader(field);
}

const wrongValue = ({ name }: Field, value: FieldValue): InvariantError =>
  new InvariantError(`field ${name} received a ${typeof value}`);

/** Image, file, JSON: only rendered. */
class RenderedReader extends FieldReader<AttributeField> {
  #populated = 0;

  add(value: FieldValue, into: ByteSink): void {
    if (isPopulated(value)) this.#populated += 1;
    into.text(renderValue(this.field, value));
  }

  skip(): void {}

  take(): BlockColumn {
    const populated = this.#populated;
    this.#populated = 0;
    return { kind: 'none', populated };
  }
}

const isAccepted = (shortcut: Shortcut | undefined, bytes: Buffer, start: number, end: number): boolean =>
  shortcut?.kind === 'everyText' ||
  (shortcut?.kind === 'someTexts' && shortcut.has(bytes.toString('utf8', start, end)));

/** Fields with one text. */
class TextReader extends FieldReader<AttributeField> {
  readonly #texts = new ByteColumnSink();

  override read(bytes: Buffer, kind: number, start: number, end: number, into: ByteSink): void {
    // A string is copied unchanged if JSON.stringify would write the same bytes.
    if (!this.#copied(bytes, kind, start, end)) {
      super.read(bytes, kind, start, end, into);
      return;
    }
    this.#texts.end();
    into.push(QUOTE);
    into.copy(bytes, start, end);
    into.push(QUOTE);
  }

  #copied(bytes: Buffer, kind: number, start: number, end: number): boolean {
    const { sink } = this.#texts;
    const { shortcut } = this;
    if (kind === ESCAPED) return shortcut?.kind === 'everyText' && sink.copyUnescaped(bytes, start, end);
    if (kind !== STRING || !isAccepted(shortcut, bytes, start, end)) return false;
    sink.copy(bytes, start, end);
    return true;
  }

  add(value: FieldValue, into: ByteSink): void {
    if (typeof value !== 'string') throw wrongValue(this.field, value);
    this.#texts.sink.text(value);
    this.#texts.end();
    into.text(renderValue(this.field, value));
  }

  skip(): void {
    this.#texts.end();
  }

  take(): BlockColumn {
    const texts = this.#texts.take();
    const fold = foldOf(this.field);
    return { kind: 'text', texts, folded: fold === undefined ? undefined : foldColumn(texts, fold) };
  }
}

/** Cost: O(bytes). */
function foldColumn({ bytes: { buffer, byteOffset, byteLength }, lengths }: ByteColumn, fold: Fold): ByteColumn {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const folded = new ByteColumnSink();
  let at = 0;
  for (const length of lengths) {
    folded.sink.text(foldText(bytes.toString('utf8', at, at + length), fold));
    folded.end();
    at += length;
  }
  return folded.take();
}

/** Booleans, integers, decimals, dates and locations: numbers for the index, and the JSON of responses. */
class NumberReader extends FieldReader<NumberField> {
  readonly #readCanonical: CanonicalReader | undefined;
  #values = new GrowingF64();
  #long = new Map<number, bigint>();
  #firstCut: { readonly item: number; readonly value: string } | undefined;
  #cuts = 0;

  constructor(field: NumberField) {
    super(field);
    this.#readCanonical = readerEntry(field).canonical;
  }

  override read(bytes: Buffer, kind: number, start: number, end: number, into: ByteSink): void {
    const quote = kind === STRING ? 1 : 0;
    const number = this.#readCanonical?.(bytes, start - quote, end + quote) ?? Number.NaN;
    if (!Number.isNaN(number)) {
      this.#values.push(number);
      into.copy(bytes, start - quote, end + quote);
      return;
    }
    const instant = this.#instant(bytes, kind, start, end);
    if (instant === undefined) super.read(bytes, kind, start, end, into);
    else this.add(instant, into);
  }

  add(value: FieldValue, into: ByteSink): void {
    const number = Number(value);
    const isLong = typeof value === 'bigint' && !Number.isSafeInteger(number);
    if (typeof value === 'string' || typeof value === 'object') throw wrongValue(this.field, value);
    if (isLong) this.#long.set(this.#values.length, value);
    // −0 would be another bit pattern for the same number.
    this.#values.push(isLong ? Number.NaN : number + 0);
    into.text(renderValue(this.field, value));
  }

  skip(): void {
    this.#values.push(Number.NaN);
  }

  take(): BlockColumn {
    const values = this.#values.view().slice();
    const bigValues = this.#long;
    const cutInstants = this.#firstCut === undefined ? undefined : { ...this.#firstCut, count: this.#cuts };
    this.#values = new GrowingF64();
    this.#long = new Map();
    this.#firstCut = undefined;
    this.#cuts = 0;
    return { kind: 'number', values, bigValues, cutInstants };
  }

  /** @returns the instant, cut to milliseconds; undefined if the value must be read by the line reader */
  #instant(bytes: Buffer, kind: number, start: number, end: number): number | undefined {
    if (kind !== STRING || this.shortcut?.kind !== 'instant') return undefined;
    const text = bytes.toString('utf8', start, end);
    const read = this.shortcut.read(text);
    if (read === undefined) return undefined;
    if (read.isCut) {
      this.#firstCut ??= { item: this.#values.length, value: text };
      this.#cuts += 1;
    }
    return read.ms;
  }
}

const isTextList = (value: FieldValue): value is TextList =>
  typeof value === 'object' && 'kind' in value && value.kind === 'texts';

/** Text and select with `"many": true`. */
class TextListReader extends FieldReader<AttributeField> {
  readonly #texts = new ByteColumnSink();
  #counts = new GrowingU32();

  add(value: FieldValue, into: ByteSink): void {
    if (!isTextList(value)) throw wrongValue(this.field, value);
    this.#counts.push(value.texts.length);
    for (const text of value.texts) {
      this.#texts.sink.text(text);
      this.#texts.end();
    }
    into.text(renderValue(this.field, value));
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

const isLinks = (value: FieldValue): value is readonly LinkTarget[] => Array.isArray(value);

/** Relationships: the ids of the link targets, not yet resolved to doc ids. */
class LinkReader extends FieldReader<RelationshipField> {
  readonly #ids = new ByteColumnSink();
  readonly #types = new ByteSink();
  #counts = new GrowingU32();
  readonly #images: Map<string, LinkTarget>;

  constructor(field: RelationshipField, images: Map<string, LinkTarget>) {
    super(field);
    this.#images = images;
  }

  override read(bytes: Buffer, kind: number, start: number, end: number, into: ByteSink): void {
    // Links to images are URLs.
    const { many, images } = this.field;
    const ids = images === true ? undefined : findPlainLinks(bytes, kind, start, end, many);
    if (ids === undefined) {
      super.read(bytes, kind, start, end, into);
      return;
    }
    this.#counts.push(ids.length);
    for (const id of ids) {
      this.#ids.sink.copy(bytes, id.start, id.end);
      this.#ids.end();
      this.#types.push(0);
    }
  }

  add(targets: FieldValue): void {
    if (!isLinks(targets)) throw wrongValue(this.field, targets);
    this.#counts.push(targets.length);
    for (const target of targets) {
      const { type, id } = target;
      if (target.image !== undefined && !this.#images.has(id)) this.#images.set(id, target);
      this.#ids.sink.text(id);
      this.#ids.end();
      this.#types.push(type === undefined ? 0 : this.field.to.indexOf(type) + 1);
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
