/**
 * The search among the targets of one item's relationship: all its links are read, then the targets are ranked.
 */
import { docId } from '../../../../src/content/model/index.js';
import { rankAmong, searchDetails, type Window } from '../../../../src/engine/query/index.js';
import { planSearch, type SearchQuery } from '../../../../src/index/search/index.js';
import type { RelatedRequest } from '../../../../src/jsonapi/index.js';
import type { SearchedSource } from '../../search/reading.js';
import { both, type Selection } from '../../statements/filter.js';
import { linkedStatements, relatedStatements } from '../../statements/lists.js';
import { type FoundRows, find } from '../page.js';
import { type CountHits, docsIn, type FoundSearch, indexesOf, type SearchedTypes, wantAll } from './searched-types.js';

const everything: Window = Object.freeze({ skip: 0, limit: Number.MAX_SAFE_INTEGER });

/** Corresponds to `searchAmong` of a snapshot. @param count counts facets and statistics of the matching items */
export async function searchRelated(
  searching: SearchedTypes,
  request: RelatedRequest,
  words: SearchQuery,
  count: CountHits,
): Promise<FoundSearch> {
  const { ask } = searching;
  const { relationship, sort } = request;
  const links = searching.source(request.type.name).links(relationship.name);
  const { rows: linked } = await find(ask, linkedStatements(links, request.id, everything), 0);
  // As a snapshot meets them: words that are found in several types are told in this order.
  const types = await searching.open(
    [...new Set(linked.map(({ type }) => type))].map((name) => searching.source(name).type),
  );
  const docs = await Promise.all(
    types.map((type) =>
      searching.docsOf(
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
  const ranked = await searching.run(
    types,
    () => rankAmong(candidates, plans, words, sort.length === 0),
    () => wantAll(types, [...plans.values()]),
  );
  const hits: Selection = {
    kind: 'hits',
    docs: new Map(types.map((type) => [type.type.name, docsIn(type, ranked)])),
  };
  const all = ranked.map(({ row }) => row);
  const [found, counted] = await Promise.all([pageAmong(searching, request, links, types, all, hits), count(hits)]);
  return { ...found, ...searchDetails(plans), indexes: indexesOf(types), ...counted };
}

/** @param all that answer, the best first */
async function pageAmong(
  searching: SearchedTypes,
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
  const found = await find(searching.ask, statements, isSorted ? undefined : 0);
  if (isSorted) return found;
  const passing = new Set(found.rows.map((row) => `${row.type}/${row.id}`));
  const kept = all.filter((row) => passing.has(`${row.type}/${row.id}`));
  return paged(kept, page);
}

const paged = (rows: FoundRows['rows'], { skip, limit }: Window): FoundRows => ({
  total: rows.length,
  rows: rows.slice(skip, skip + limit),
});
