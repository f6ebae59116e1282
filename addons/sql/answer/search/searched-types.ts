/**
 * The content types that one search reads: their word lists, and the database's part of the search.
 *
 * Matching and ranking is done here from the word lists, as from a snapshot; the database applies filters and sorts.
 * Elsewhere: one file per kind of search beside this one.
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
import type { Selecting } from '../../counting/selecting.js';
import { type SearchedSource, SearchReading, wantPlanned } from '../../search/reading.js';
import type { Hits, Selection } from '../../statements/filter.js';
import { docsStatement, placesStatement } from '../../statements/lists.js';
import type { Ask } from '../../statements/parameters.js';
import type { TypeSource } from '../../statements/source.js';
import type { CountedList } from '../counted.js';
import { type LoadedSpace, sourceIn } from '../loaded.js';
import type { FoundRows } from '../page.js';

/** The page of a search, with its words and counts, and the dictionaries of its types. */
export interface FoundSearch extends FoundRows, SearchDetails {
  readonly counted?: Counted;
  readonly indexes: ReadonlyMap<string, SearchIndex>;
}

/** @param hits of the search, before the filter. @returns their facets and statistics; undefined if none are requested */
export type CountHits = (hits: Selection) => Promise<CountedList> | undefined;

export class SearchedTypes {
  readonly #loaded: LoadedSpace;
  readonly #locale: number;
  readonly #reading: SearchReading;
  readonly #selecting: Selecting;

  /** @param locale place in the model's locales */
  constructor(loaded: LoadedSpace, locale: number, selecting: Selecting) {
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
    return sourceIn(this.#loaded, name, this.#locale);
  }

  /** See SearchReading.run. */
  run<Result>(types: readonly SearchedSource[], work: () => Result, want?: () => void): Promise<Result> {
    return this.#reading.run(types, work, want);
  }

  open(types: readonly ContentType[]): Promise<readonly SearchedSource[]> {
    const { contentTypes } = localModel(this.#loaded.model, this.#locale);
    return Promise.all(
      types.map(({ name }) => {
        const source = this.source(name);
        return this.#reading.of(source, contentTypes.get(name) ?? source.type, this.#locale);
      }),
    );
  }

  /** What answers in each type, before any filter. */
  hits(
    types: readonly SearchedSource[],
    plans: ReturnType<typeof planTogether>,
    first: readonly (readonly number[])[],
  ): Promise<readonly ScoredDocs[]> {
    const searched = types.map(({ search, arena }, place) => ({ index: search, plan: plans[place]!, arena }));
    return this.#reading.run(
      types,
      () => evaluateAll(searched).map((hits, place) => copied(withPinned(hits, first[place]!, types[place]!.arena))),
      () => wantAll(types, plans),
    );
  }

  /** The hits that the filter selects. */
  async passing(type: SearchedSource, hits: ScoredDocs, filter: Selection | undefined): Promise<ScoredDocs> {
    if (filter === undefined || hits.docs.length === 0) return hits;
    const selected = await this.#selecting.docs(type.source, {
      kind: 'and',
      children: [hitsIn([type], [hits]), filter],
    });
    const docs = selected.toSorted();
    return this.#reading.run([type], () => copied(withScores(hits, docs, type.arena)));
  }

  /** As `docsFirst`. */
  async docsFirst(type: SearchedSource, { first }: SearchQuery): Promise<readonly number[]> {
    const ids = first?.get(type.type.name) ?? [];
    const docs = await this.docsOf(type, ids);
    return ids.flatMap((id) => docs.get(id) ?? []);
  }

  async docsOf({ source }: SearchedSource, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#loaded.ask<{ id: string; doc: number }>(docsStatement(source, ids));
    return new Map(rows.map(({ id, doc }) => [id, doc]));
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

export const copied = <W extends ScoredDocs>(weighed: W): W => ({
  ...weighed,
  docs: weighed.docs.slice(),
  scores: weighed.scores.slice(),
});

/** @returns those of a type, in their order */
export const docsIn = (
  type: SearchedSource,
  found: readonly { readonly segment: SearchedSource; readonly doc: number }[],
): Uint32Array => Uint32Array.from(found.flatMap(({ segment, doc }) => (segment === type ? [doc] : [])));

export const indexesOf = (types: readonly SearchedSource[]): ReadonlyMap<string, SearchIndex> =>
  new Map(types.map(({ type, search }) => [type.name, search]));

export const hitsIn = (types: readonly SearchedSource[], hits: readonly ScoredDocs[]): Hits => ({
  kind: 'hits',
  docs: new Map(types.map(({ type }, place) => [type.name, hits[place]!.docs])),
});

export function wantAll(types: readonly SearchedSource[], plans: ReturnType<typeof planTogether>): void {
  for (const [place, { search }] of types.entries()) wantPlanned(search, plans[place]!);
}
