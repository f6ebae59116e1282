/**
 * Items of one content type in an open snapshot → rows of its table, each locale's values included.
 *
 * Values are read from rendered items, so that the tables contain exactly what the snapshot would serve.
 */

import { InvariantError } from '../../../src/content/errors/index.js';
import { type DocId, docId, foldOf } from '../../../src/content/model/index.js';
import type { RecordPlaces } from '../../../src/index/documents/index.js';
import { type Space, type SpaceType, spaceOf } from '../../../src/index/snapshot/index.js';
import { foldText } from '../../../src/index/termdict/index.js';
import { sharedFeaturesJson } from '../../../src/jsonapi/index.js';
import type { Column } from '../schema/columns.js';
import type { ItemTable } from '../schema/tables.js';
import type { Row } from './cell-values.js';
import { bytesCell, type CellValue, cellValue, parseJsonText, plainCell } from './cell-values.js';
import { NaturalRanks } from './natural-ranks.js';

/** Reads the rows one by one. Not reentrant: a row reuses the positions of the row before it. */
export class ItemRows {
  readonly #table: ItemTable;
  /** The type in each locale. */
  readonly #types: readonly SpaceType[];
  readonly #recordPlaces: readonly RecordPlaces[];
  readonly #similarPlaces: RecordPlaces;
  readonly #readCell: readonly ((doc: DocId) => CellValue | null)[];
  readonly size: number;

  /** Cost: O(columns), and for fields in natural order one pass over their values. */
  constructor(space: Space, table: ItemTable) {
    this.#table = table;
    const locales = Math.max(1, table.type.locales.length);
    this.#types = Array.from({ length: locales }, (_, locale) => spaceOf(space, locale).types.get(table.type.name)!);
    this.#recordPlaces = this.#types.map(({ segment }) => segment.documents.newPlaces());
    this.#similarPlaces = this.#types[0]!.segment.documents.newPlaces();
    this.size = this.#types[0]!.segment.size;
    this.#readCell = table.columns.map((column) => this.#cellReader(column));
  }

  /** Finds the positions of an item's values in its rendered record, for every locale. */
  locate(doc: DocId): void {
    for (const [locale, { segment }] of this.#types.entries()) {
      segment.documents.locate(doc, this.#recordPlaces[locale]!);
      segment.documents.locateAttributes(this.#recordPlaces[locale]!);
    }
  }

  row(doc: DocId): Row {
    this.locate(doc);
    return this.#readCell.map((cell) => cell(doc));
  }

  #id(): string {
    const { chunk, idStart, idEnd } = this.#recordPlaces[0]!;
    return parseJsonText(`"${textIn(chunk.bytes, idStart, idEnd)}"`);
  }

  /** Reads the id of an item without changing the located one. */
  #readOtherId(doc: DocId): string {
    const { documents } = this.#types[0]!.segment;
    documents.locate(doc, this.#similarPlaces);
    const { chunk, idStart, idEnd } = this.#similarPlaces;
    return parseJsonText(`"${textIn(chunk.bytes, idStart, idEnd)}"`);
  }

  #cellReader({ kind, source }: Column): (doc: DocId) => CellValue | null {
    switch (source.from) {
      case 'id':
        return () => plainCell(this.#id());
      case 'doc':
        return (doc) => plainCell(String(doc));
      case 'record':
        return (doc) => bytesCell(this.#types[0]!.segment.documents.records.view(doc));
      case 'local':
        return (doc) => {
          const local = this.#types[source.locale]!.segment.documents.local;
          const place = local?.places[doc] ?? 0;
          return local === undefined || place === 0 ? null : bytesCell(local.records.view(place - 1));
        };
      case 'own': {
        const { own } = this.#types[0]!.segment;
        return (doc) => (own === undefined ? null : plainCell(Buffer.from(own.sets.view(own.docs[doc]!)).toString()));
      }
      case 'similar': {
        const { segment } = this.#types[0]!;
        return (doc) => {
          const items = segment.similar?.readSimilar(doc) ?? [];
          if (items.length === 0) return null;
          return plainCell(
            JSON.stringify(
              items.map((item) => [this.#readOtherId(item.doc), sharedFeaturesJson(segment, item.shared)]),
            ),
          );
        };
      }
      case 'linkCount': {
        const { locale, place } = source.stored;
        const { name } = this.#table.type.fields[place]!;
        const links = this.#types[locale]!.joins.get(name)?.index.links;
        if (links === undefined) throw new InvariantError(`there are no links of ${name}`);
        return (doc) => plainCell(String(links.countOf(doc)));
      }
      case 'value':
      case 'folded':
      case 'order': {
        const { locale, place } = source.stored;
        const { fields, attributes } = this.#table.type;
        const field = fields[place]!;
        const attribute = attributes.findIndex(({ name }) => name === field.name);
        const json = (): string => this.#json(locale, attribute, field.name.length);
        if (source.from === 'value') return () => cellValue(kind, json());
        if (source.from === 'folded') {
          const fold = foldOf(field) ?? 'case';
          return () => {
            const value = cellValue('text', json());
            return value === null ? null : plainCell(foldText(value.text, fold));
          };
        }
        const ranks = new NaturalRanks(this.#table.type, source.stored.field.name, this.#texts(json));
        return () => ranks.rankOf(cellValue('text', json()));
      }
    }
  }

  *#texts(json: () => string): Generator<CellValue | null> {
    for (let doc = 0; doc < this.size; doc += 1) {
      this.locate(docId(doc));
      yield cellValue('text', json());
    }
  }

  /** @returns the rendered value of an attribute of the located item */
  #json(locale: number, attribute: number, nameLength: number): string {
    const places = this.#recordPlaces[locale]!;
    // The value follows `"name":`; names are ASCII, so characters are bytes.
    const start = places.starts[attribute]! + nameLength + 3;
    return textIn(places.chunkOf(attribute).bytes, start, places.starts[attribute]! + places.lengths[attribute]!);
  }
}

const textIn = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
