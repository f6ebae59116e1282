/**
 * Lists of texts, from the bytes of a line: each text for the index, and the list as it is delivered.
 */

import type { SelectField, TextField } from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { FieldValue, TextList } from '../item.js';
import { renderValue } from '../render.js';
import type { BlockColumn } from './block-columns.js';
import { CarefulReader, type FieldReader } from './field-readers.js';
import { Unusual } from './line.js';
import { ByteColumnSink, type ByteSink } from './sink.js';

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
