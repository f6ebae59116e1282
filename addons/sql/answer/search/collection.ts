/**
 * The search of one content type: the page from stored ranks if there are any, else from the scored hits, or sorted by the
 * database.
 */
import { InvariantError } from '../../../../src/content/errors/index.js';
import { searchDetails } from '../../../../src/engine/query/index.js';
import {
  bestWindow,
  planSearch,
  rankStored,
  type ScoredDocs,
  type SearchQuery,
} from '../../../../src/index/search/index.js';
import type { CollectionRequest } from '../../../../src/jsonapi/index.js';
import { type SearchedSource, wantPlanned } from '../../search/reading.js';
import { both, type Hits } from '../../statements/filter.js';
import { collectionStatements } from '../../statements/lists.js';
import { type FoundRows, find } from '../page.js';
import { type CountHits, type FoundSearch, hitsIn, indexesOf, type SearchedTypes } from './searched-types.js';

/** Corresponds to `executeSearch` of a snapshot. @param count counts facets and statistics of the matching items */
export async function searchCollection(
  searching: SearchedTypes,
  request: CollectionRequest,
  words: SearchQuery,
  count: CountHits,
): Promise<FoundSearch> {
  const { filter, sort, page, counting } = request;
  const [type] = await searching.open([request.type]);
  if (type === undefined) throw new InvariantError('a search has no type');
  const planned = planSearch(type.search, words);
  const searched = { ...searchDetails(new Map([[type, planned]])), indexes: indexesOf([type]) };
  const first = await searching.docsFirst(type, words);
  const want = (): void => wantPlanned(type.search, planned);
  const end = page.skip + page.limit;
  if ((filter ?? counting) === undefined && sort.length === 0 && first.length === 0) {
    const ranked = await searching.run([type], () => rankStored(type.search, planned, end, type.arena), want);
    if (ranked !== undefined) {
      return { total: ranked.total, rows: await searching.rows(type, ranked.docs.slice(page.skip)), ...searched };
    }
  }
  const [weighed] = await searching.hits([type], [planned], [first]);
  if (weighed === undefined) throw new InvariantError('a type has no hits');
  const hits = hitsIn([type], [weighed]);
  const [found, counted] = await Promise.all([pageOf(searching, type, weighed, hits, request), count(hits)]);
  return { ...found, ...searched, ...counted };
}

async function pageOf(
  searching: SearchedTypes,
  type: SearchedSource,
  weighed: ScoredDocs,
  hits: Hits,
  { filter, sort, page }: CollectionRequest,
): Promise<FoundRows> {
  if (sort.length > 0) {
    const statements = collectionStatements(type.source, both({ ...hits, isSorted: true }, filter), sort, page);
    return find(searching.ask, statements, filter === undefined ? weighed.docs.length : undefined);
  }
  const kept = await searching.passing(type, weighed, filter);
  const end = page.skip + page.limit;
  const { docs } = await searching.run([type], () => bestWindow(kept, page.skip, end, type.arena));
  return { total: kept.docs.length, rows: await searching.rows(type, docs) };
}
