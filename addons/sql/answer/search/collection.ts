/**
 * The search of one content type.
 *
 * The page comes from stored ranks if the search has any; otherwise from scored hits, or sorted by the database.
 */
import { InvariantError } from '../../../../src/content/errors/index.js';
import { searchDetails } from '../../../../src/engine/query/index.js';
import {
  planSearch,
  rankStored,
  type ScoredDocs,
  type SearchQuery,
  selectBestWindow,
} from '../../../../src/index/search/index.js';
import type { CollectionRequest } from '../../../../src/jsonapi/index.js';
import { requestPlannedLists, type SearchedSource } from '../../search/search-reading.js';
import { combineSelections, type Hits } from '../../statements/filter.js';
import { collectionStatements } from '../../statements/list-statements.js';
import { fetchPage, type ListPage } from '../list-page.js';
import { type CountHits, createHits, indexesByType, type SearchedTypes, type SearchPage } from './searched-types.js';

/** Corresponds to `executeSearch` of a snapshot. @param count counts facets and statistics of the hits */
export async function searchCollection(
  searching: SearchedTypes,
  request: CollectionRequest,
  words: SearchQuery,
  count: CountHits,
): Promise<SearchPage> {
  const { filter, sort, page, counting } = request;
  const [type] = await searching.openTypes([request.type]);
  if (type === undefined) throw new InvariantError('a search has no type');
  const planned = planSearch(type.search, words);
  const searchedPart = { ...searchDetails(new Map([[type, planned]])), indexes: indexesByType([type]) };
  const pinnedDocs = await searching.findPinnedDocs(type, words);
  const requestLists = (): void => requestPlannedLists(type.search, planned);
  const end = page.skip + page.limit;
  if ((filter ?? counting) === undefined && sort.length === 0 && pinnedDocs.length === 0) {
    const ranked = await searching.run([type], () => rankStored(type.search, planned, end, type.arena), requestLists);
    if (ranked !== undefined) {
      return { total: ranked.total, rows: await searching.rows(type, ranked.docs.slice(page.skip)), ...searchedPart };
    }
  }
  const [scoredHits] = await searching.hits([type], [planned], [pinnedDocs]);
  if (scoredHits === undefined) throw new InvariantError('a type has no hits');
  const hits = createHits([type], [scoredHits]);
  const [listPage, counted] = await Promise.all([pageOf(searching, type, scoredHits, hits, request), count(hits)]);
  return { ...listPage, ...searchedPart, ...counted };
}

async function pageOf(
  searching: SearchedTypes,
  type: SearchedSource,
  scoredHits: ScoredDocs,
  hits: Hits,
  { filter, sort, page }: CollectionRequest,
): Promise<ListPage> {
  if (sort.length > 0) {
    const statements = collectionStatements(
      type.source,
      combineSelections({ ...hits, isSorted: true }, filter),
      sort,
      page,
    );
    return fetchPage(searching.ask, statements, filter === undefined ? scoredHits.docs.length : undefined);
  }
  const filteredHits = await searching.filterHits(type, scoredHits, filter);
  const end = page.skip + page.limit;
  const { docs } = await searching.run([type], () => selectBestWindow(filteredHits, page.skip, end, type.arena));
  return { total: filteredHits.docs.length, rows: await searching.rows(type, docs) };
}
