/**
 * Relationships, from the bytes of a line: the ids an item links to, still unresolved.
 */

import type { RelationshipField } from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { FieldValue, LinkTarget } from '../item.js';
import type { BlockColumn } from './block-columns.js';
import { CarefulReader, type FieldReader } from './field-readers.js';
import { Unusual } from './line.js';
import { ByteColumnSink, ByteSink } from './sink.js';

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
