/**
 * Requests with a search, from tables: which items answer and in which order is worked out here from the lists of the words,
 * as from a snapshot's; the database tells which of them pass the filter, and sorts.
 */

import { InvariantError } from '../../../src/content/errors/index.js';
import { type ContentType, docId, localModel } from '../../../src/content/model/index.js';
import {
  bestOfAll,
  type Counted,
  countTypes,
  itemsWithTypedWords,
  matchedWords,
  matchingTitles,
  mergeWords,
  type Ranked,
  rankAmong,
  readTyped,
  type SearchDetails,
  type Suggestion,
  searchDetails,
  shortlist,
  storedHits,
  type Hits as TypeHits,
  type Window,
  withPinned,
  withScores,
} from '../../../src/engine/query/index.js';
import {
  bestWindow,
  evaluateAll,
  planSearch,
  planTogether,
  rankStored,
  type ScoredDocs,
  type SearchIndex,
  type SearchQuery,
} from '../../../src/index/search/index.js';
import type { CollectionRequest, RelatedRequest, SearchRequest, SuggestRequest } from '../../../src/jsonapi/index.js';
import type { Selecting } from '../counting/selecting.js';
import { type SearchedSource, SearchReading, wantLists, wantPlanned } from '../search/reading.js';
import { both, type Hits, type Selection } from '../statements/filter.js';
import {
  collectionStatements,
  docsStatement,
  linkedStatements,
  placesStatement,
  relatedStatements,
  titleCountsStatement,
  titlesStatement,
} from '../statements/lists.js';
import type { CountedList } from './counted.js';
import { type LoadedSpace, sourceIn } from './loaded.js';
import { type FoundRows, find } from './page.js';

/** What a search has found, with the dictionaries of its types. */
export interface FoundSearch extends FoundRows, SearchDetails {
  readonly counted?: Counted;
  readonly indexes: ReadonlyMap<string, SearchIndex>;
}

/** @param hits what answers, whether it passes the filter or not. @returns what is counted of it; undefined: nothing */
type CountHits = (hits: Selection) => Promise<CountedList> | undefined;

const everything: Window = Object.freeze({ skip: 0, limit: Number.MAX_SAFE_INTEGER });

/** Searches for one answer. */
export class Searching {
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

  /** As `executeSearch` of a snapshot. */
  async collection(request: CollectionRequest, words: SearchQuery, count: CountHits): Promise<FoundSearch> {
    const { filter, sort, page, counting } = request;
    const [type] = await this.#open([request.type]);
    if (type === undefined) throw new InvariantError('a search has no type');
    const planned = planSearch(type.search, words);
    const searched = { ...searchDetails(new Map([[type, planned]])), indexes: indexesOf([type]) };
    const first = await this.#docsFirst(type, words);
    const want = (): void => wantPlanned(type.search, planned);
    const end = page.skip + page.limit;
    if ((filter ?? counting) === undefined && sort.length === 0 && first.length === 0) {
      const ranked = await this.#reading.run([type], () => rankStored(type.search, planned, end, type.arena), want);
      if (ranked !== undefined) {
        return { total: ranked.total, rows: await this.#rows(type, ranked.docs.slice(page.skip)), ...searched };
      }
    }
    const [weighed] = await this.#hits([type], [planned], [first]);
    if (weighed === undefined) throw new InvariantError('a type has no hits');
    const hits = hitsIn([type], [weighed]);
    const [found, counted] = await Promise.all([this.#pageOf(type, weighed, hits, request), count(hits)]);
    return { ...found, ...searched, ...counted };
  }

  async #pageOf(
    type: SearchedSource,
    weighed: ScoredDocs,
    hits: Hits,
    { filter, sort, page }: CollectionRequest,
  ): Promise<FoundRows> {
    if (sort.length > 0) {
      const statements = collectionStatements(type.source, both({ ...hits, isSorted: true }, filter), sort, page);
      return find(this.#loaded.ask, statements, filter === undefined ? weighed.docs.length : undefined);
    }
    const kept = await this.#passing(type, weighed, filter);
    const end = page.skip + page.limit;
    const { docs } = await this.#reading.run([type], () => bestWindow(kept, page.skip, end, type.arena));
    return { total: kept.docs.length, rows: await this.#rows(type, docs) };
  }

  /** As `executeTogether`. */
  async together({ types: all, words, filter, page, counting }: SearchRequest): Promise<FoundSearch> {
    const types = await this.#open(all);
    const plans = planTogether(
      types.map(({ search, type }) => ({ index: search, weight: type.search?.weight ?? 1 })),
      words,
    );
    const first = await Promise.all(types.map((type) => this.#docsFirst(type, words)));
    const hits = await this.#hitsTogether(types, plans, first, page, filter);
    const [one] = types;
    if (one === undefined) throw new InvariantError('a search has no type');
    const found = await this.#reading.run([one], () => bestOfAll(types, hits, page, one.arena));
    const docs = types.map((type) => docsIn(type, found));
    const rows = await Promise.all(types.map((type, place) => this.#rows(type, docs[place]!)));
    const [facet] = counting?.facets ?? [];
    return {
      total: hits.reduce((sum, { total }) => sum + total, 0),
      // Those of each type are in the order of the page.
      rows: found.map(({ segment }) => rows[types.indexOf(segment)]!.shift()!),
      planned: new Map(types.map(({ type }, place) => [type.name, plans[place]!])),
      words: () =>
        mergeWords(types.map(({ search, arena }, place) => matchedWords(search, plans[place]!, arena.budget))),
      indexes: indexesOf(types),
      ...(facet && { counted: { facets: [countTypes(types, hits, facet.limit)], statistics: [] } }),
    };
  }

  async #hitsTogether(
    types: readonly SearchedSource[],
    plans: ReturnType<typeof planTogether>,
    first: readonly (readonly number[])[],
    page: Window,
    filter: SearchRequest['filter'],
  ): Promise<readonly TypeHits[]> {
    if (filter === undefined && first.every(({ length }) => length === 0)) {
      const planned = types.map(({ search, arena }, place) => ({ index: search, plan: plans[place]!, arena }));
      const stored = await this.#reading.run(
        types,
        () => storedHits(planned, page.skip + page.limit)?.map(copied),
        () => wantAll(types, plans),
      );
      if (stored !== undefined) return stored;
    }
    const hits = await this.#hits(types, plans, first);
    const kept = await Promise.all(types.map((type, place) => this.#passing(type, hits[place]!, filter)));
    return kept.map((own) => ({ ...own, total: own.docs.length }));
  }

  /** As `searchAmong`. */
  async related(request: RelatedRequest, words: SearchQuery, count: CountHits): Promise<FoundSearch> {
    const { ask } = this.#loaded;
    const { relationship, sort } = request;
    const links = sourceIn(this.#loaded, request.type.name, this.#locale).links(relationship.name);
    const { rows: linked } = await find(ask, linkedStatements(links, request.id, everything), 0);
    // As a snapshot meets them: words that are found in several types are told in this order.
    const types = await this.#open([...new Set(linked.map(({ type }) => type))].map((name) => this.#typeOf(name)));
    const docs = await Promise.all(
      types.map((type) =>
        this.#docsOf(
          type,
          linked.flatMap((row) => (row.type === type.type.name ? [row.id] : [])),
        ),
      ),
    );
    const candidates = linked.flatMap((row) => {
      const place = types.findIndex(({ type }) => type.name === row.type);
      const doc = docs[place]?.get(row.id);
      return doc === undefined ? [] : [{ segment: types[place]!, doc: docId(doc), row }];
    });
    const plans = new Map(types.map((type) => [type, planSearch(type.search, words)]));
    const ranked = await this.#reading.run(
      types,
      () => rankAmong(candidates, plans, words, sort.length === 0),
      () => wantAll(types, [...plans.values()]),
    );
    const hits: Selection = {
      kind: 'hits',
      docs: new Map(types.map((type) => [type.type.name, docsIn(type, ranked)])),
    };
    const all = ranked.map(({ row }) => row);
    const [found, counted] = await Promise.all([this.#pageAmong(request, links, types, all, hits), count(hits)]);
    return { ...found, ...searchDetails(plans), indexes: indexesOf(types), ...counted };
  }

  /** @param all that answer, the best first */
  async #pageAmong(
    { id, filter, sort, page }: RelatedRequest,
    links: string,
    types: readonly SearchedSource[],
    all: FoundRows['rows'],
    hits: Selection,
  ): Promise<FoundRows> {
    if (all.length === 0) return { total: 0, rows: [] };
    if (filter === undefined && sort.length === 0) return paged(all, page);
    const sources = types.map(({ source }) => source);
    const isSorted = sort.length > 0;
    const selection = both(hits, filter);
    const statements = relatedStatements(links, id, sources, selection, sort, isSorted ? page : everything);
    const found = await find(this.#loaded.ask, statements, isSorted ? undefined : 0);
    if (isSorted) return found;
    const passing = new Set(found.rows.map((row) => `${row.type}/${row.id}`));
    const kept = all.filter((row) => passing.has(`${row.type}/${row.id}`));
    return paged(kept, page);
  }

  /** As `suggest`. */
  async suggestions({ types: all, text }: SuggestRequest): Promise<readonly Suggestion[]> {
    const types = await this.#open(all);
    const exact = await Promise.all(types.map((type) => this.#suggestIn(type, text, false)));
    const isFound = exact.some(({ length }) => length > 0);
    const found = isFound ? exact : await Promise.all(types.map((type) => this.#suggestIn(type, text, true)));
    return shortlist(found.flat());
  }

  async #suggestIn(type: SearchedSource, text: string, forgives: boolean): Promise<readonly Ranked[]> {
    const typed = readTyped(type, text, forgives);
    if (typed?.titles === undefined) return typed?.words ?? [];
    const { ask } = this.#loaded;
    const docs = await this.#reading.run(
      [type],
      () => itemsWithTypedWords(type, typed),
      () =>
        wantLists(
          type.search,
          typed.stems.flatMap((stems) => [...stems]),
        ),
    );
    if (docs.length === 0) return typed.words;
    const rows = await ask<{ doc: number; text: string }>(titlesStatement(type.source, typed.titles, docs));
    const byDoc = new Map(rows.map((row) => [row.doc, row.text]));
    const texts = [...new Set(docs.flatMap((doc) => byDoc.get(doc) ?? []))];
    const counts = await ask<{ text: string; count: number }>(titleCountsStatement(type.source, typed.titles, texts));
    const counted = new Map(counts.map((row) => [row.text, row.count]));
    const titles = texts.map((title) => ({ text: title, count: counted.get(title) ?? 0 }));
    return [...typed.words, ...matchingTitles(titles, type, typed)];
  }

  #typeOf(name: string): ContentType {
    return sourceIn(this.#loaded, name, this.#locale).type;
  }

  #open(types: readonly ContentType[]): Promise<readonly SearchedSource[]> {
    const { contentTypes } = localModel(this.#loaded.model, this.#locale);
    return Promise.all(
      types.map(({ name }) => {
        const source = sourceIn(this.#loaded, name, this.#locale);
        return this.#reading.of(source, contentTypes.get(name) ?? source.type, this.#locale);
      }),
    );
  }

  /** What answers in each type, before any filter. */
  #hits(
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
  async #passing(type: SearchedSource, hits: ScoredDocs, filter: Selection | undefined): Promise<ScoredDocs> {
    if (filter === undefined || hits.docs.length === 0) return hits;
    const selected = await this.#selecting.docs(type.source, {
      kind: 'and',
      children: [hitsIn([type], [hits]), filter],
    });
    const docs = selected.toSorted();
    return this.#reading.run([type], () => copied(withScores(hits, docs, type.arena)));
  }

  /** As `docsFirst`. */
  async #docsFirst(type: SearchedSource, { first }: SearchQuery): Promise<readonly number[]> {
    const ids = first?.get(type.type.name) ?? [];
    const docs = await this.#docsOf(type, ids);
    return ids.flatMap((id) => docs.get(id) ?? []);
  }

  async #docsOf({ source }: SearchedSource, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#loaded.ask<{ id: string; doc: number }>(docsStatement(source, ids));
    return new Map(rows.map(({ id, doc }) => [id, doc]));
  }

  async #rows({ source, type }: SearchedSource, docs: Uint32Array): Promise<{ type: string; id: string }[]> {
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

const copied = <W extends ScoredDocs>(weighed: W): W => ({
  ...weighed,
  docs: weighed.docs.slice(),
  scores: weighed.scores.slice(),
});

const paged = (rows: FoundRows['rows'], { skip, limit }: Window): FoundRows => ({
  total: rows.length,
  rows: rows.slice(skip, skip + limit),
});

/** @returns those of a type, in their order */
const docsIn = (
  type: SearchedSource,
  found: readonly { readonly segment: SearchedSource; readonly doc: number }[],
): Uint32Array => Uint32Array.from(found.flatMap(({ segment, doc }) => (segment === type ? [doc] : [])));

const indexesOf = (types: readonly SearchedSource[]): ReadonlyMap<string, SearchIndex> =>
  new Map(types.map(({ type, search }) => [type.name, search]));

const hitsIn = (types: readonly SearchedSource[], hits: readonly ScoredDocs[]): Hits => ({
  kind: 'hits',
  docs: new Map(types.map(({ type }, place) => [type.name, hits[place]!.docs])),
});

function wantAll(types: readonly SearchedSource[], plans: ReturnType<typeof planTogether>): void {
  for (const [place, { search }] of types.entries()) wantPlanned(search, plans[place]!);
}
