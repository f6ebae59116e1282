/**
 * Similar items: for each item, the items of its type that are most like it, and the features that they share.
 *
 * A record per doc; every number is a varint:
 *
 *     ┌──────────────┬──────────────────────┬───────────┬────────────────────────┬─ ─┐
 *     │ feature count│ the features         │ first doc │ shared features, a bit │ … │   most similar doc first
 *     │              │                      │           │ each, lowest bit first │   │
 *     └──────────────┴──────────────────────┴───────────┴────────────────────────┴─ ─┘
 *
 * A feature is the number of a word in the default locale's search; numbers after the last word are values of
 * `similarFields`, field by field. Elsewhere: finding them (build/segment/similar-finder), naming features (jsonapi/document).
 */
import { type ContentType, type DocId, docId, similarFields, type TermId, termId } from '../../content/model/index.js';
import { type Records, type SectionMap, VarintCursor } from '../../format/index.js';
import type { SearchIndex } from '../search/index.js';
import type { FieldIndex } from './fields.js';

/** Name of the section. */
export const SIMILAR = 'similar';
/** Maximum number of similar items stored for an item. */
export const SIMILAR_ITEMS = 10;

export interface SimilarItem {
  readonly doc: DocId;
  /** Shared features, the most significant first. */
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

  /** @throws IntegrityError if the section is missing or has another number of records */
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
      if (index === undefined || index.kind === 'locales' || index.postings === undefined) return [];
      return [{ field: name, index, terms: index.postings.termCount }];
    });
  }

  /** @returns the most similar item first. Cost: O(bytes of the record). */
  readSimilar(ofDoc: DocId): readonly SimilarItem[] {
    const bytes = this.#records.view(ofDoc);
    const cursor = new VarintCursor();
    const featureCount = bytes.byteLength === 0 ? 0 : Math.min(cursor.varint(bytes), bytes.byteLength);
    const allFeatures = Array.from({ length: featureCount }, () => cursor.varint(bytes));
    const items: SimilarItem[] = [];
    while (cursor.at < bytes.byteLength) {
      const doc = docId(cursor.varint(bytes));
      const sharedBits = cursor.varint(bytes);
      const shared = allFeatures.filter((_, bit) => ((sharedBits >>> bit) & 1) === 1);
      items.push({ doc, shared });
    }
    return items;
  }

  /** @returns the word or value of a feature; undefined if there is no such feature */
  featureOf(feature: number): Feature | undefined {
    const words = this.#search?.tables.words.size ?? 0;
    if (this.#search !== undefined && feature < words) return { word: this.#search.textOf(feature) };
    let term = feature - words;
    for (const { field, index, terms } of this.#fields) {
      if (term < terms) return { field, index, term: termId(term) };
      term -= terms;
    }
    return undefined;
  }
}
