/**
 * Which items of a type are most like each of its items, and what they share with it.
 *
 * A record per doc, all numbers varints: how many features follow, these, then for each similar doc, the most similar first, the
 * doc and which of the features it shares, a bit each. A feature is a word of the default locale's search, by its number, or
 * behind all words a value of one of `similarFields`, those of the first field first.
 * Elsewhere: finding them (build/segment/similar), what features are called (api/jsonapi/document).
 */
import { type ContentType, type DocId, docId, similarFields, type TermId, termId } from '../../content/model/index.js';
import { type Records, type SectionMap, VarintCursor } from '../../format/index.js';
import type { SearchIndex } from '../search/index.js';
import type { FieldIndex } from './fields.js';

/** What the section is called. */
export const SIMILAR = 'similar';
/** So many similar items at most are stored of each. */
export const SIMILAR_ITEMS = 10;

export interface SimilarItem {
  readonly doc: DocId;
  /** Features, the most telling first. */
  readonly shared: readonly number[];
}

/** A feature: a word, or a value of a field. */
export type Feature =
  | { readonly word: string }
  | { readonly field: string; readonly index: FieldIndex; readonly term: TermId };

export class SimilarItems {
  readonly #records: Records;
  readonly #search: SearchIndex | undefined;
  readonly #fields: readonly { readonly field: string; readonly index: FieldIndex; readonly terms: number }[];

  /** @throws IntegrityError where the sections do not fit each other */
  constructor(
    sections: SectionMap,
    type: ContentType,
    size: number,
    fields: ReadonlyMap<string, FieldIndex>,
    search: SearchIndex | undefined,
  ) {
    this.#records = sections.records(SIMILAR, size);
    this.#search = search;
    this.#fields = similarFields(type).flatMap(({ name }) => {
      const index = fields.get(name);
      return index?.postings === undefined ? [] : [{ field: name, index, terms: index.postings.termCount }];
    });
  }

  /** The most similar first. Cost: O(bytes of the record). */
  of(doc: DocId): readonly SimilarItem[] {
    const bytes = this.#records.view(doc);
    const cursor = new VarintCursor();
    const features = bytes.byteLength === 0 ? 0 : Math.min(cursor.varint(bytes), bytes.byteLength);
    const all = Array.from({ length: features }, () => cursor.varint(bytes));
    const items: SimilarItem[] = [];
    while (cursor.at < bytes.byteLength) {
      const other = docId(cursor.varint(bytes));
      const which = cursor.varint(bytes);
      items.push({ doc: other, shared: all.filter((_, bit) => ((which >>> bit) & 1) === 1) });
    }
    return items;
  }

  /** @returns undefined where there is no such feature */
  named(feature: number): Feature | undefined {
    const words = this.#search?.tables.words.size ?? 0;
    if (this.#search !== undefined && feature < words) return { word: this.#search.textOf(feature) };
    let term = feature - words;
    for (const { terms, ...of } of this.#fields) {
      if (term < terms) return { ...of, term: termId(term) };
      term -= terms;
    }
    return undefined;
  }
}
