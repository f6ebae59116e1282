/**
 * Which items selections are of, as a list: for one answer, each filter is asked once.
 */
import { Bitset } from '../../../src/index/docset/index.js';
import { hitsOf, type Selection } from '../statements/filter.js';
import { docsIn, selectedStatement } from '../statements/lists.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/source.js';

/**
 * Up to so many hits, or to a part of all items, are tested by the database; of more it tells all that the filter selects. Of
 * 1,000,000 items 30,000 are tested in 100 ms, and 100,000 told from an index in 10.
 */
const fewHits = 1000;
const fewShare = 1 / 100;

export class Selecting {
  readonly #ask: Ask;
  /** By filter and type. */
  readonly #found = new Map<Selection, Map<string, Promise<Uint32Array>>>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** @returns each item's doc once, in any order; not to be changed */
  async docs(source: TypeSource, selection: Selection): Promise<Uint32Array> {
    const { hits, filter } = hitsOf(selection);
    const docs = hits && (hits.docs.get(source.type.name) ?? new Uint32Array(0));
    if (docs === undefined || filter === undefined) return docs ?? this.#asked(source, selection);
    if (docs.length <= Math.max(fewHits, source.items * fewShare)) return this.#asked(source, selection);
    const passing = Bitset.of(source.items, await this.#asked(source, filter));
    return docs.filter((doc) => passing.has(doc));
  }

  #asked(source: TypeSource, selection: Selection): Promise<Uint32Array> {
    const byType = this.#found.get(selection) ?? new Map<string, Promise<Uint32Array>>();
    this.#found.set(selection, byType);
    const { name } = source.type;
    const found =
      byType.get(name) ??
      this.#ask<{ docs: Buffer | null }>(selectedStatement(source, selection)).then(([row]) => docsIn(row?.docs));
    byType.set(name, found);
    return found;
  }
}
