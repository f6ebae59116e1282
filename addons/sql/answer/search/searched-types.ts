/**
 * The content types of one search: matching and ranking run here, as for a snapshot; the database filters and sorts.
 *
 * Elsewhere: reading posting lists (search/search-reading); each kind of search (the other files of this folder).
 */
import { InvariantError } from '../../../../src/content/errors/index.js';
import { type ContentType, localModel } from '../../../../src/content/model/index.js';
import { type Counted, type SearchDetails, withPinned, withScores } from '../../../../src/engine/query/index.js';
import {
  evaluateAll,
  type planTogether,
  type ScoredDocs,
  type SearchIndex,
  type SearchQuery,
} from '../../../../src/index/search/index.js';
import type { SelectionReader } from '../../counting/selection-reader.js';
import { requestPlannedLists, type SearchedSource, SearchReading } from '../../search/search-reading.js';
import type { Hits, Selection } from '../../statements/filter.js';
import { docsStatement, placesStatement } from '../../statements/list-statements.js';
import type { Ask } from '../../statements/parameters.js';
import type { TypeSource } from '../../statements/type-source.js';
import type { CountedList } from '../list-counts.js';
import type { ListPage } from '../list-page.js';
import { createTypeSource, type LoadedSpace } from '../loaded-space.js';

/** The page of a search, with its words and counts, and the dictionaries of its types. */
export interface SearchPage extends ListPage, SearchDetails {
  readonly counted?: Counted;
  readonly indexes: ReadonlyMap<string, SearchIndex>;
}

/**
 * @param findHits the hits of the search, before the filter
 * @returns        their facets and statistics; undefined if none are requested
 */
export type CountHits = (findHits: Selection) => Promise<CountedList> | undefined;

export class SearchedTypes {
  readonly #loaded: LoadedSpace;
  readonly #locale: number;
  readonly #reading: SearchReading;
  readonly #selecting: SelectionReader;

  /** @param locale place in the model's locales */
  constructor(loaded: LoadedSpace, locale: number, selecting: SelectionReader) {
    this.#loaded = loaded;
    this.#selecting = selecting;
    this.#locale = locale;
    this.#reading = new SearchReading(loaded.searches, loaded.ask);
  }

  get ask(): Ask {
    return this.#loaded.ask;
  }

  /** @throws InvariantError if the load has no such type */
  source(name: string): TypeSource {
    return createTypeSource(this.#loaded, name, this.#locale);
  }

  /** See SearchReading.run. */
  run<Result>(types: readonly SearchedSource[], work: () => Result, want?: () => void): Promise<Result> {
    return this.#reading.run(types, work, want);
  }

  openTypes(types: readonly ContentType[]): Promise<readonly SearchedSource[]> {
    const { contentTypes } = localModel(this.#loaded.model, this.#locale);
    return Promise.all(
      types.map(({ name }) => {
        const source = this.source(name);
        return this.#reading.openType(source, contentTypes.get(name) ?? source.type, this.#locale);
      }),
    );
  }

  /** Finds and scores the hits of each type, before any filter. */
  hits(
    types: readonly SearchedSource[],
    plans: ReturnType<typeof planTogether>,
    pinnedDocs: readonly (readonly number[])[],
  ): Promise<readonly ScoredDocs[]> {
    const searched = types.map(({ search, arena }, place) => ({ index: search, plan: plans[place]!, arena }));
    return this.#reading.run(
      types,
      () =>
        evaluateAll(searched).map((hits, place) => copyHits(withPinned(hits, pinnedDocs[place]!, types[place]!.arena))),
      () => requestAllLists(types, plans),
    );
  }

  /** @returns the hits that the filter selects */
  async filterHits(type: SearchedSource, hits: ScoredDocs, filter: Selection | undefined): Promise<ScoredDocs> {
    if (filter === undefined || hits.docs.length === 0) return hits;
    const selected = await this.#selecting.readDocs(type.source, {
      kind: 'and',
      children: [createHits([type], [hits]), filter],
    });
    const docs = selected.toSorted();
    return this.#reading.run([type], () => copyHits(withScores(hits, docs, type.arena)));
  }

  /** @returns the docs of the items that the request puts first, in its order */
  async findPinnedDocs(type: SearchedSource, { pinned: pinnedDocs }: SearchQuery): Promise<readonly number[]> {
    const ids = pinnedDocs?.get(type.type.name) ?? [];
    const docs = await this.findDocs(type, ids);
    return ids.flatMap((id) => docs.get(id) ?? []);
  }

  async findDocs({ source }: SearchedSource, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const readRows = await this.#loaded.ask<{ id: string; doc: number }>(docsStatement(source, ids));
    return new Map(readRows.map(({ id, doc }) => [id, doc]));
  }

  async rows({ source, type }: SearchedSource, docs: Uint32Array): Promise<{ type: string; id: string }[]> {
    if (docs.length === 0) return [];
    const rows = await this.#loaded.ask<{ id: string; doc: number }>(placesStatement(source, docs));
    const ids = new Map(rows.map(({ id, doc }) => [doc, id]));
    return Array.from(docs, (doc) => {
      const id = ids.get(doc);
      if (id === undefined) throw new InvariantError(`${type.name} has no item at the place ${doc}`);
      return { type: type.name, id };
    });
  }
}

export const copyHits = <W extends ScoredDocs>(weighed: W): W => ({
  ...weighed,
  docs: weighed.docs.slice(),
  scores: weighed.scores.slice(),
});

/** @returns the docs of one type, in the order of the hits */
export const selectDocs = (
  type: SearchedSource,
  found: readonly { readonly segment: SearchedSource; readonly doc: number }[],
): Uint32Array => Uint32Array.from(found.flatMap(({ segment, doc }) => (segment === type ? [doc] : [])));

export const indexesByType = (types: readonly SearchedSource[]): ReadonlyMap<string, SearchIndex> =>
  new Map(types.map(({ type, search }) => [type.name, search]));

export const createHits = (types: readonly SearchedSource[], hits: readonly ScoredDocs[]): Hits => ({
  kind: 'hits',
  docs: new Map(types.map(({ type }, place) => [type.name, hits[place]!.docs])),
});

export function requestAllLists(types: readonly SearchedSource[], plans: ReturnType<typeof planTogether>): void {
  for (const [place, { search }] of types.entries()) requestPlannedLists(search, plans[place]!);
}
