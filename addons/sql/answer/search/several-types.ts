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
import type { SearchedSource } from '../../search/search-reading.js';
import {
  copyHits,
  indexesByType,
  requestAllLists,
  type SearchedTypes,
  type SearchPage,
  selectDocs,
} from './searched-types.js';

/** Corresponds to `executeTogether` of a snapshot. */
export async function searchTogether(
  searching: SearchedTypes,
  { types: requestedTypes, words, filter, page, counting }: SearchRequest,
): Promise<SearchPage> {
  const types = await searching.openTypes(requestedTypes);
  const plans = planTogether(
    types.map(({ search, type }) => ({ index: search, weight: type.search?.weight ?? 1 })),
    words,
  );
  const pinnedDocs = await Promise.all(types.map((type) => searching.findPinnedDocs(type, words)));
  const hits = await hitsTogether(searching, types, plans, pinnedDocs, page, filter);
  const [firstType] = types;
  if (firstType === undefined) throw new InvariantError('a search has no type');
  const bestHits = await searching.run([firstType], () => bestOfAll(types, hits, page, firstType.arena));
  const docs = types.map((type) => selectDocs(type, bestHits));
  const rows = await Promise.all(types.map((type, place) => searching.rows(type, docs[place]!)));
  const [facet] = counting?.facets ?? [];
  return {
    total: hits.reduce((sum, { total }) => sum + total, 0),
    // The rows of each type are in the order of the page.
    rows: bestHits.map(({ segment }) => rows[types.indexOf(segment)]!.shift()!),
    planned: new Map(types.map(({ type }, place) => [type.name, plans[place]!])),
    words: () => mergeWords(types.map(({ search, arena }, place) => matchedWords(search, plans[place]!, arena.budget))),
    indexes: indexesByType(types),
    ...(facet && { counted: { facets: [countTypes(types, hits, facet.limit)], statistics: [] } }),
  };
}

async function hitsTogether(
  searching: SearchedTypes,
  types: readonly SearchedSource[],
  plans: ReturnType<typeof planTogether>,
  pinnedDocs: readonly (readonly number[])[],
  page: Window,
  filter: SearchRequest['filter'],
): Promise<readonly TypeHits[]> {
  if (filter === undefined && pinnedDocs.every(({ length }) => length === 0)) {
    const planned = types.map(({ search, arena }, place) => ({ index: search, plan: plans[place]!, arena }));
    const storedTypeHits = await searching.run(
      types,
      () => storedHits(planned, page.skip + page.limit)?.map(copyHits),
      () => requestAllLists(types, plans),
    );
    if (storedTypeHits !== undefined) return storedTypeHits;
  }
  const hits = await searching.hits(types, plans, pinnedDocs);
  const filteredHits = await Promise.all(types.map((type, place) => searching.filterHits(type, hits[place]!, filter)));
  return filteredHits.map((typeHits) => ({ ...typeHits, total: typeHits.docs.length }));
}
