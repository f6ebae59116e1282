/**
 * The search among the items that one item links to: reads all links of the relationship, then ranks their targets.
 */
import { docId } from '../../../../src/content/model/index.js';
import { rankAmong, searchDetails, type Window } from '../../../../src/engine/query/index.js';
import { planSearch, type SearchQuery } from '../../../../src/index/search/index.js';
import type { RelatedRequest } from '../../../../src/jsonapi/index.js';
import type { SearchedSource } from '../../search/search-reading.js';
import { combineSelections, type Selection } from '../../statements/filter.js';
import { linkedStatements, relatedStatements } from '../../statements/list-statements.js';
import { fetchPage, type ListPage } from '../list-page.js';
import {
  type CountHits,
  indexesByType,
  requestAllLists,
  type SearchedTypes,
  type SearchPage,
  selectDocs,
} from './searched-types.js';

const allLinks: Window = Object.freeze({ skip: 0, limit: Number.MAX_SAFE_INTEGER });

/** Corresponds to `searchAmong` of a snapshot. @param count counts facets and statistics of the hits */
export async function searchRelated(
  searching: SearchedTypes,
  request: RelatedRequest,
  words: SearchQuery,
  count: CountHits,
): Promise<SearchPage> {
  const { ask } = searching;
  const { relationship, sort } = request;
  const links = searching.source(request.type.name).linksTable(relationship.name);
  const { rows: linkedRows } = await fetchPage(ask, linkedStatements(links, request.id, allLinks), 0);
  // Types in the order of their first link, as in a snapshot: matching words are reported in this order.
  const types = await searching.openTypes(
    [...new Set(linkedRows.map(({ type }) => type))].map((name) => searching.source(name).type),
  );
  const docsByType = await Promise.all(
    types.map((type) =>
      searching.findDocs(
        type,
        linkedRows.flatMap((row) => (row.type === type.type.name ? [row.id] : [])),
      ),
    ),
  );
  const candidates = linkedRows.flatMap((row) => {
    const place = types.findIndex(({ type }) => type.name === row.type);
    const doc = docsByType[place]?.get(row.id);
    return doc === undefined ? [] : [{ segment: types[place]!, doc: docId(doc), row }];
  });
  const plans = new Map(types.map((type) => [type, planSearch(type.search, words)]));
  const rankedTargets = await searching.run(
    types,
    () => rankAmong(candidates, plans, words, sort.length === 0),
    () => requestAllLists(types, [...plans.values()]),
  );
  const hits: Selection = {
    kind: 'hits',
    docs: new Map(types.map((type) => [type.type.name, selectDocs(type, rankedTargets)])),
  };
  const rankedRows = rankedTargets.map(({ row }) => row);
  const [listPage, counted] = await Promise.all([
    readPageAmong(searching, request, links, types, rankedRows, hits),
    count(hits),
  ]);
  return { ...listPage, ...searchDetails(plans), indexes: indexesByType(types), ...counted };
}

/** @param rankedRows all hits, the best first */
async function readPageAmong(
  searching: SearchedTypes,
  { id, filter, sort, page }: RelatedRequest,
  links: string,
  types: readonly SearchedSource[],
  rankedRows: ListPage['rows'],
  hits: Selection,
): Promise<ListPage> {
  if (rankedRows.length === 0) return { total: 0, rows: [] };
  if (filter === undefined && sort.length === 0) return cutPage(rankedRows, page);
  const sources = types.map(({ source }) => source);
  const isSorted = sort.length > 0;
  const selection = combineSelections(hits, filter);
  const statements = relatedStatements(links, id, sources, selection, sort, isSorted ? page : allLinks);
  const listPage = await fetchPage(searching.ask, statements, isSorted ? undefined : 0);
  if (isSorted) return listPage;
  const selectedKeys = new Set(listPage.rows.map((row) => `${row.type}/${row.id}`));
  const selectedRows = rankedRows.filter((row) => selectedKeys.has(`${row.type}/${row.id}`));
  return cutPage(selectedRows, page);
}

const cutPage = (rows: ListPage['rows'], { skip, limit }: Window): ListPage => ({
  total: rows.length,
  rows: rows.slice(skip, skip + limit),
});
