/**
 * Lists of texts, from the bytes of a line: each text for the index, and the list as it is delivered.
 */

import type { SelectField, TextField } from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { FieldValue, TextList } from '../item.js';
import { renderValue } from '../render.js';
import type { BlockColumn } from './block-columns.js';
import { CarefulReader, type FieldReader, textOf } from './field-readers.js';
import { BACKSLASH, CLOSING_BRACKET, COMMA, COMPOUND, OPENING_BRACKET, QUOTE, skipSpace, Unusual } from './line.js';
import { ByteColumnSink, type ByteSink } from './sink.js';

const isTextList = (value: FieldValue): value is TextList =>
  typeof value === 'object' && 'kind' in value && value.kind === 'texts';

/** Text and select with `"many": true`. */
export class TextListReader implements FieldReader {
  readonly #field: SelectField | TextField;
  readonly #careful: CarefulReader;
  readonly #options: ReadonlySet<string> | undefined;
  readonly #texts = new ByteColumnSink();
  #counts = new GrowingU32();
  /** Where the texts of the item at hand stand, by turns their starts and their ends. */
  readonly #places: number[] = [];

  constructor(field: SelectField | TextField) {
    this.#field = field;
    this.#careful = new CarefulReader(field);
    this.#options = field.type === 'select' ? new Set(field.options) : undefined;
  }

  read(bytes: Uint8Array, kind: number, start: number, end: number, into: ByteSink): void {
    if (kind === COMPOUND && this.#plain(bytes, start, end)) {
      const places = this.#places;
      this.#counts.push(places.length / 2);
      into.push(OPENING_BRACKET);
      for (let i = 0; i < places.length; i += 2) {
        this.#texts.sink.copy(bytes, places[i]!, places[i + 1]!);
        this.#texts.end();
        if (i > 0) into.push(COMMA);
        into.copy(bytes, places[i]! - 1, places[i + 1]! + 1);
      }
      into.push(CLOSING_BRACKET);
      return;
    }
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

  /** Finds the texts of a list. @returns whether all are such as they are delivered, and options where there are some */
  #plain(bytes: Uint8Array, start: number, end: number): boolean {
    const places = this.#places;
    places.length = 0;
    if (bytes[start] !== OPENING_BRACKET) return false;
    let at = skipSpace(bytes, start + 1);
    if (bytes[at] === CLOSING_BRACKET) return true;
    for (;;) {
      if (bytes[at] !== QUOTE) return false;
      const from = at + 1;
      for (at = from; bytes[at] !== QUOTE; at += 1) if (at >= end || bytes[at] === BACKSLASH) return false;
      if (this.#options?.has(textOf(bytes, from, at)) === false) return false;
      places.push(from, at);
      at = skipSpace(bytes, at + 1);
      if (bytes[at] === CLOSING_BRACKET) return true;
      if (bytes[at] !== COMMA) return false;
      at = skipSpace(bytes, at + 1);
    }
  }
}
