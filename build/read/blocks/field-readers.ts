/**
 * Reads the values of one field into a column, and renders them.
 *
 * Values with a shortcut are taken from the bytes; all others go through the line reader's checks, and a problem makes the
 * block Unusual. Both share one table (values/choose-reader), so no type is taken unchecked.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type AttributeField,
  type Field,
  isFolded,
  isHeldAs,
  isListOfTexts,
  isRelationship,
  isWordsField,
  type NumberField,
  type RelationshipField,
} from '../../../src/content/model/index.js';
import { GrowingF64, GrowingU32 } from '../../../src/format/index.js';
import { foldCase } from '../../../src/index/termdict/index.js';
import { type FieldValue, isPopulated, type LinkTarget, type TextList } from '../item.js';
import { renderValue } from '../render-value.js';
import { fieldValues, type Shortcut } from '../values/choose-reader.js';
import { plainReader } from '../values/plain-reader.js';
import type { BlockColumn, ByteColumn } from './block-columns.js';
import { ByteColumnSink, ByteSink } from './byte-sink.js';
import { ESCAPED, QUOTE, STRING, Unusual } from './line.js';

/** Takes the values of one field, one item after the other. */
export abstract class FieldReader<Own extends Field = Field> {
  protected readonly field: Own;
  protected readonly shortcut: Shortcut | undefined;
  readonly #read: (text: string) => FieldValue | undefined;

  constructor(field: Own) {
    this.field = field;
    this.shortcut = fieldValues(field).shortcut;
    this.#read = plainReader(field);
  }

  /**
   * Adds the value at `[start, end)`, a string's without its quotes, and renders it into `into`; of a relationship,
   * which is not rendered there, nothing.
   *
   * @param kind what it looks like: not absent, not null
   * @throws Unusual where the line reader has anything to say
   */
  read(bytes: Buffer, kind: number, start: number, end: number, into: ByteSink): void {
    const quote = kind === STRING || kind === ESCAPED ? 1 : 0;
    const value = this.#read(bytes.toString('utf8', start - quote, end + quote));
    if (value === undefined) throw new Unusual();
    this.add(value, into);
  }

  /** Adds a value that the line reader has read, and renders it as `read`. @throws InvariantError where it is of another kind */
  abstract add(value: FieldValue, into: ByteSink): void;

  /** Adds that the item has no value. */
  abstract skip(): void;

  /** @returns what was added, in buffers of its own, and begins anew */
  abstract take(): BlockColumn;
}

/** @param images by id, of the items at hand: is given those that are resources */
export function fieldReader(field: Field, images: Map<string, LinkTarget>): FieldReader {
  if (isRelationship(field)) return new LinkReader(field, images);
  if (isHeldAs(field, 'nothing')) return new RenderedReader(field);
  if (isHeldAs(field, 'texts') && isListOfTexts(field)) return new TextListReader(field);
  if (isWordsField(field)) return new TextReader(field);
  return new NumberReader(field);
}

const wrongValue = ({ name }: Field, value: FieldValue): InvariantError =>
  new InvariantError(`field ${name} was given a ${typeof value}`);

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

/** Fields that hold one text. */
class TextReader extends FieldReader<AttributeField> {
  readonly #texts = new ByteColumnSink();

  override read(bytes: Buffer, kind: number, start: number, end: number, into: ByteSink): void {
    // Without escapes, or where there is no shorter one, a string is delivered as it stands.
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
    if (kind === ESCAPED) return shortcut?.kind === 'everyText' && sink.unescaped(bytes, start, end);
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
    return { kind: 'text', texts, folded: isFolded(this.field) ? foldColumn(texts) : undefined };
  }
}

/** Cost: O(bytes). */
function foldColumn({ bytes: { buffer, byteOffset, byteLength }, lengths }: ByteColumn): ByteColumn {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const folded = new ByteColumnSink();
  let at = 0;
  for (const length of lengths) {
    folded.sink.text(foldCase(bytes.toString('utf8', at, at + length)));
    folded.end();
    at += length;
  }
  return folded.take();
}

/** Booleans, integers, decimals and dates: as numbers for the index, and as they are delivered. */
class NumberReader extends FieldReader<NumberField> {
  #values = new GrowingF64();
  #long = new Map<number, bigint>();
  #firstCut: { readonly item: number; readonly value: string } | undefined;
  #cuts = 0;

  override read(bytes: Buffer, kind: number, start: number, end: number, into: ByteSink): void {
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
    const long = this.#long;
    const cut = this.#firstCut === undefined ? undefined : { ...this.#firstCut, count: this.#cuts };
    this.#values = new GrowingF64();
    this.#long = new Map();
    this.#firstCut = undefined;
    this.#cuts = 0;
    return { kind: 'number', values, long, cut };
  }

  /** @returns an instant, cut to a millisecond where it is more exact, as other systems write all of theirs */
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

/** Relationships: the ids an item links to, still unresolved. */
class LinkReader extends FieldReader<RelationshipField> {
  readonly #ids = new ByteColumnSink();
  readonly #types = new ByteSink();
  #counts = new GrowingU32();
  readonly #images: Map<string, LinkTarget>;

  constructor(field: RelationshipField, images: Map<string, LinkTarget>) {
    super(field);
    this.#images = images;
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
