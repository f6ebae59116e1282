/**
 * A content type of an open snapshot → the rows of its table.
 */

import { type DocId, docId } from '../../../src/content/model/index.js';
import type { RecordPlaces } from '../../../src/index/documents/index.js';
import { type Space, type SpaceType, spaceOf } from '../../../src/index/snapshot/index.js';
import { foldCase } from '../../../src/index/termdict/index.js';
import { sharedFeaturesJson } from '../../../src/jsonapi/index.js';
import type { Column } from '../schema/columns.js';
import type { ItemTable } from '../schema/tables.js';
import { NaturalRanks } from './natural-ranks.js';
import type { Row } from './values.js';
import { hex, same, textOf, type Written, written } from './values.js';

/** Reads the items of one content type, each as its locales have it. */
export class ItemRows {
  readonly #table: ItemTable;
  /** By locale. */
  readonly #types: readonly SpaceType[];
  readonly #places: readonly RecordPlaces[];
  readonly #other: RecordPlaces;
  readonly #cells: readonly ((doc: DocId) => Written | null)[];
  readonly size: number;

  /** Cost: O(columns), and for fields in natural order one pass over their values. */
  constructor(space: Space, table: ItemTable) {
    this.#table = table;
    const locales = Math.max(1, table.type.locales.length);
    this.#types = Array.from({ length: locales }, (_, locale) => spaceOf(space, locale).types.get(table.type.name)!);
    this.#places = this.#types.map(({ segment }) => segment.documents.newPlaces());
    this.#other = this.#types[0]!.segment.documents.newPlaces();
    this.size = this.#types[0]!.segment.size;
    this.#cells = table.columns.map((column) => this.#cell(column));
  }

  /** To be called before `row`. */
  locate(doc: DocId): void {
    for (const [locale, { segment }] of this.#types.entries()) {
      segment.documents.locate(doc, this.#places[locale]!);
      segment.documents.locateAttributes(this.#places[locale]!);
    }
  }

  row(doc: DocId): Row {
    this.locate(doc);
    return this.#cells.map((cell) => cell(doc));
  }

  #id(): string {
    const { chunk, idStart, idEnd } = this.#places[0]!;
    return textOf(`"${textIn(chunk.bytes, idStart, idEnd)}"`);
  }

  /** Of an item that was not located. */
  #idOf(doc: DocId): string {
    const { documents } = this.#types[0]!.segment;
    documents.locate(doc, this.#other);
    const { chunk, idStart, idEnd } = this.#other;
    return textOf(`"${textIn(chunk.bytes, idStart, idEnd)}"`);
  }

  #cell({ kind, source }: Column): (doc: DocId) => Written | null {
    switch (source.from) {
      case 'id':
        return () => same(this.#id());
      case 'doc':
        return (doc) => same(String(doc));
      case 'record':
        return (doc) => hex(this.#types[0]!.segment.documents.records.view(doc));
      case 'local':
        return (doc) => {
          const local = this.#types[source.locale]!.segment.documents.local;
          const place = local?.places[doc] ?? 0;
          return local === undefined || place === 0 ? null : hex(local.records.view(place - 1));
        };
      case 'own': {
        const { own } = this.#types[0]!.segment;
        return (doc) => (own === undefined ? null : same(Buffer.from(own.sets.view(own.docs[doc]!)).toString()));
      }
      case 'similar': {
        const { segment } = this.#types[0]!;
        return (doc) => {
          const items = segment.similar?.of(doc) ?? [];
          if (items.length === 0) return null;
          return same(
            JSON.stringify(items.map((item) => [this.#idOf(item.doc), sharedFeaturesJson(segment, item.shared)])),
          );
        };
      }
      case 'value':
      case 'folded':
      case 'order': {
        const { locale, place } = source.stored;
        const { fields, attributes } = this.#table.type;
        const field = fields[place]!;
        const attribute = attributes.findIndex(({ name }) => name === field.name);
        const json = (): string => this.#json(locale, attribute, field.name.length);
        if (source.from === 'value') return () => written(kind, json());
        if (source.from === 'folded') {
          return () => {
            const value = written('text', json());
            return value === null ? null : same(foldCase(value.text));
          };
        }
        const ranks = new NaturalRanks(this.#table.type, source.stored.field.name, this.#texts(json));
        return () => ranks.of(written('text', json()));
      }
    }
  }

  *#texts(json: () => string): Generator<Written | null> {
    for (let doc = 0; doc < this.size; doc += 1) {
      this.locate(docId(doc));
      yield written('text', json());
    }
  }

  /** The rendered value of an attribute of the item that was located. */
  #json(locale: number, attribute: number, nameLength: number): string {
    const places = this.#places[locale]!;
    // Behind `"name":`, and names are ASCII.
    const start = places.starts[attribute]! + nameLength + 3;
    return textIn(places.chunkOf(attribute).bytes, start, places.starts[attribute]! + places.lengths[attribute]!);
  }
}

const textIn = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
