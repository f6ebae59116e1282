/**
 * Which items selections are of, as a list: for one answer, each filter is asked once.
 */
import { Bitset } from '../../../src/index/docset/index.js';
import { type Selection, splitHits } from '../statements/filter.js';
import { decodeDocs, selectedStatement } from '../statements/list-statements.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';

/**
 * Up to so many hits, or to a part of all items, are tested by the database; of more it tells all that the filter selects. Of
 * 1,000,000 items 30,000 are tested in 100 ms, and 100,000 told from an index in 10.
 */
const fewHitsLimit = 1000;
const fewShare = 1 / 100;

export class SelectionReader {
  readonly #ask: Ask;
  /** By filter and type. */
  readonly #docsBySelection = new Map<Selection, Map<string, Promise<Uint32Array>>>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @returns each item's doc once, in any order; not to be changed */
  async readDocs(source: TypeSource, selection: Selection): Promise<Uint32Array> {
    const { hits, filter } = splitHits(selection);
    const docs = hits && (hits.docs.get(source.type.name) ?? new Uint32Array(0));
    if (docs === undefined || filter === undefined) return docs ?? this.#queryDocs(source, selection);
    if (docs.length <= Math.max(fewHitsLimit, source.itemCount * fewShare)) return this.#queryDocs(source, selection);
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
