/**
 * Relationships, from the bytes of a line: the ids an item links to, still unresolved.
 */

import type { RelationshipField } from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { FieldValue, LinkTarget } from '../item.js';
import type { BlockColumn } from './block-columns.js';
import { CarefulReader, type FieldReader } from './field-readers.js';
import {
  CLOSING_BRACKET,
  COMMA,
  COMPOUND,
  isSame,
  OPENING_BRACKET,
  QUOTE,
  STRING,
  skipSpace,
  Unusual,
} from './line.js';
import { ByteColumnSink, ByteSink } from './sink.js';

/** Among more of them, repeated ones are not looked for one by one. */
const plainMaximum = 16;
const idBytesMaximum = 255;

const isLinks = (value: FieldValue): value is readonly LinkTarget[] => Array.isArray(value);

/** @returns whether the bytes are an id of printable ASCII that may not be `.` or `..` */
export function isPlainId(bytes: Uint8Array, start: number, end: number): boolean {
  if (start === end || end - start > idBytesMaximum || bytes[start] === 0x2e) return false;
  for (let at = start; at < end; at += 1) if (bytes[at]! < 0x20 || bytes[at]! > 0x7e) return false;
  return true;
}

export class LinkReader implements FieldReader {
  readonly #field: RelationshipField;
  readonly #careful: CarefulReader;
  readonly #ids = new ByteColumnSink();
  readonly #types = new ByteSink();
  #counts = new GrowingU32();
  /** Where the ids of the item at hand stand. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #images: Map<string, LinkTarget>;

  /** @param images by id, of the block at hand: is given those that are resources */
  constructor(field: RelationshipField, images: Map<string, LinkTarget>) {
    this.#field = field;
    this.#careful = new CarefulReader(field);
    this.#images = images;
  }

  read(bytes: Uint8Array, kind: number, start: number, end: number): void {
    if (this.#field.images !== true && this.#plain(bytes, kind, start, end)) {
      this.#counts.push(this.#starts.length);
      for (const [index, from] of this.#starts.entries()) {
        this.#ids.sink.copy(bytes, from, this.#ends[index]!);
        this.#ids.end();
        this.#types.push(0);
      }
      return;
    }
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

  /** Finds a to-one's id, or a to-many's few ones. @returns whether all of them are plain and different */
  #plain(bytes: Uint8Array, kind: number, start: number, end: number): boolean {
    this.#starts.length = 0;
    this.#ends.length = 0;
    if (!this.#field.many) return kind === STRING && this.#addPlain(bytes, start, end);
    if (kind !== COMPOUND || bytes[start] !== OPENING_BRACKET) return false;
    let at = skipSpace(bytes, start + 1);
    if (bytes[at] === CLOSING_BRACKET) return true;
    for (;;) {
      if (bytes[at] !== QUOTE) return false;
      const from = at + 1;
      for (at = from; bytes[at] !== QUOTE; at += 1) if (at >= end || bytes[at] === 0x5c) return false;
      if (!this.#addPlain(bytes, from, at)) return false;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] === CLOSING_BRACKET) return true;
      if (bytes[at] !== COMMA) return false;
      at = skipSpace(bytes, at + 1);
    }
  }

  #addPlain(bytes: Uint8Array, start: number, end: number): boolean {
    if (!isPlainId(bytes, start, end) || this.#starts.length === plainMaximum) return false;
    const id = bytes.subarray(start, end);
    if (this.#starts.some((from, index) => isSame(id, bytes, from, this.#ends[index]!))) return false;
    this.#starts.push(start);
    this.#ends.push(end);
    return true;
  }
}
