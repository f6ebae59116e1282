/**
 * The search of several content types at once: the best hits of all types on one page, and the number of hits per type.
 */
import { InvariantError } from '../../../../src/content/errors/index.js';
import {
  bestOfAll,
  countTypes,
  matchedWords,
  mergeWords,
  storedHits,
  type Hits as TypeHits,
  type Window,
} from '../../../../src/engine/query/index.js';
import { planTogether } from '../../../../src/index/search/index.js';
import type { SearchRequest } from '../../../../src/jsonapi/index.js';
import type { SearchedSource } from '../../search/reading.js';
import { copied, docsIn, type FoundSearch, indexesOf, type SearchedTypes, wantAll } from './searched-types.js';

/** Corresponds to `executeTogether` of a snapshot. */
export async function searchTogether(
  searching: SearchedTypes,
  { types: all, words, filter, page, counting }: SearchRequest,
): Promise<FoundSearch> {
  const types = await searching.open(all);
  const plans = planTogether(
    types.map(({ search, type }) => ({ index: search, weight: type.search?.weight ?? 1 })),
    words,
  );
  const first = await Promise.all(types.map((type) => searching.docsFirst(type, words)));
  const hits = await hitsTogether(searching, types, plans, first, page, filter);
  const [one] = types;
  if (one === undefined) throw new InvariantError('a search has no type');
  const found = await searching.run([one], () => bestOfAll(types, hits, page, one.arena));
  const docs = types.map((type) => docsIn(type, found));
  const rows = await Promise.all(types.map((type, place) => searching.rows(type, docs[place]!)));
  const [facet] = counting?.facets ?? [];
  return {
    total: hits.reduce((sum, { total }) => sum + total, 0),
    // Those of each type are in the order of the page.
    rows: found.map(({ segment }) => rows[types.indexOf(segment)]!.shift()!),
    planned: new Map(types.map(({ type }, place) => [type.name, plans[place]!])),
    words: () => mergeWords(types.map(({ search, arena }, place) => matchedWords(search, plans[place]!, arena.budget))),
    indexes: indexesOf(types),
    ...(facet && { counted: { facets: [countTypes(types, hits, facet.limit)], statistics: [] } }),
  };
}

async function hitsTogether(
  searching: SearchedTypes,
  types: readonly SearchedSource[],
  plans: ReturnType<typeof planTogether>,
  first: readonly (readonly number[])[],
  page: Window,
  filter: SearchRequest['filter'],
): Promise<readonly TypeHits[]> {
  if (filter === undefined && first.every(({ length }) => length === 0)) {
    const planned = types.map(({ search, arena }, place) => ({ index: search, plan: plans[place]!, arena }));
    const stored = await searching.run(
      types,
      () => storedHits(planned, page.skip + page.limit)?.map(copied),
      () => wantAll(types, plans),
    );
    if (stored !== undefined) return stored;
  }
  const hits = await searching.hits(types, plans, first);
  const kept = await Promise.all(types.map((type, place) => searching.passing(type, hits[place]!, filter)));
  return kept.map((own) => ({ ...own, total: own.docs.length }));
}
