/**
 * The doc ids that filters select, for counting in memory. Within one answer, each filter is sent once.
 */
import { Bitset } from '../../../src/index/docset/index.js';
import { type Selection, splitHits } from '../statements/filter.js';
import { decodeDocs, selectedStatement } from '../statements/list-statements.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';

/**
 * Up to this number of hits, or this share of all items, the database tests the hits of a search against the filter; beyond it,
 * it returns all items of the filter. Measured with 1,000,000 items: testing 30,000 hits takes 100 ms, returning 100,000
 * items from an index 10 ms.
 */
const fewHitsLimit = 1000;
const fewHitsShare = 1 / 100;

export class SelectionReader {
  readonly #ask: Ask;
  /** Filter → content type → doc ids. */
  readonly #docsBySelection = new Map<Selection, Map<string, Promise<Uint32Array>>>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @returns the doc ids of the selected items, unique, in any order. Callers must not change them. */
  async readDocs(source: TypeSource, selection: Selection): Promise<Uint32Array> {
    const { hits, filter } = splitHits(selection);
    const docs = hits && (hits.docs.get(source.type.name) ?? new Uint32Array(0));
    if (docs === undefined || filter === undefined) return docs ?? this.#queryDocs(source, selection);
    if (docs.length <= Math.max(fewHitsLimit, source.itemCount * fewHitsShare))
      return this.#queryDocs(source, selection);
    const filterDocs = Bitset.of(source.itemCount, await this.#queryDocs(source, filter));
    return docs.filter((doc) => filterDocs.has(doc));
  }

  #queryDocs(source: TypeSource, selection: Selection): Promise<Uint32Array> {
    const byType = this.#docsBySelection.get(selection) ?? new Map<string, Promise<Uint32Array>>();
    this.#docsBySelection.set(selection, byType);
    const { name } = source.type;
    const pendingDocs =
      byType.get(name) ??
      this.#ask<{ docs: Buffer | null }>(selectedStatement(source, selection)).then(([row]) => decodeDocs(row?.docs));
    byType.set(name, pendingDocs);
    return pendingDocs;
  }
}
