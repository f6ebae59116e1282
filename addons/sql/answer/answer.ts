/**
 * Checked request → document, from the tables of a load: the same bytes as from a snapshot of the same content.
 *
 * Elsewhere: statements for lists (statements), counts (counting), items and links of the document (gather-items), searches
 * (search), writing JSON (src/jsonapi/document).
 */

import { type DocId, localModel } from '../../../src/content/model/index.js';
import type { Counting, Filter } from '../../../src/engine/query/index.js';
import type { SearchIndex } from '../../../src/index/search/index.js';
import {
  BARE_SHAPE,
  type CollectionRequest,
  DocumentWriter,
  type ItemRequest,
  isSimilarRequest,
  itemNotFound,
  itemsIncludedByFacets,
  type LinkageRequest,
  type ListRequest,
  linkQuery,
  type MetaMember,
  type ParsedRequest,
  type RelatedRequest,
  type Resource,
  type SearchRequest,
  type Shape,
  type SuggestRequest,
} from '../../../src/jsonapi/index.js';
import { SelectionReader } from '../counting/selection-reader.js';
import { combineSelections, type Selection } from '../statements/filter.js';
import { collectionItems, type ListedItems, relatedItems } from '../statements/list-items.js';
import {
  collectionStatements,
  itemStatement,
  type ListStatements,
  relatedStatements,
  similarStatement,
} from '../statements/list-statements.js';
import type { TypeSource } from '../statements/type-source.js';
import { FetchedItems } from './fetched-items.js';
import { createFetchedSpace } from './fetched-space.js';
import { type GatherOptions, gatherItems, type ReachedItem } from './gather-items.js';
import { type CountedList, countList } from './list-counts.js';
import { fetchPage, type ListPage, type PageRow } from './list-page.js';
import { createTypeSource, type LoadedSpace } from './loaded-space.js';
import { RelatedIdsReader } from './related-ids.js';
import { searchCollection } from './search/collection.js';
import { searchRelated } from './search/related-items.js';
import { SearchedTypes, type SearchPage } from './search/searched-types.js';
import { searchTogether } from './search/several-types.js';
import { suggestFrom } from './search/suggest.js';
import { refuseLargeTransfers } from './transfer-limit.js';
import { refuseUnsupported } from './unsupported-requests.js';

/**
 * @param base           prefix of every link: public URL and mount path
 * @param writtenResources filled with every resource in the document, if given
 * @throws RequestError if the item does not exist, or a database cannot answer the request; errors of the server
 */
export async function answerFrom(
  loaded: LoadedSpace,
  request: ParsedRequest,
  base: string,
  writtenResources?: Resource[],
): Promise<Buffer> {
  refuseUnsupported(request, loaded.model);
  refuseLargeTransfers(request, loaded);
  return new RequestAnswer(loaded, request, base, writtenResources).answer();
}

interface RequestedList {
  /** Types of the items. */
  readonly sources: readonly TypeSource[];
  /** The request's filter, with the ids of related items. */
  readonly filter: Filter | undefined;
  /** @returns the items of the list that the selection contains */
  readonly listItems: (selection: Selection | undefined) => ListedItems;
}

class RequestAnswer {
  readonly #loaded: LoadedSpace;
  readonly #request: ParsedRequest;
  readonly #base: string;
  readonly #writtenResources: Resource[] | undefined;
  readonly #locale: number;
  readonly #gatherOptions: GatherOptions;
  readonly #selecting: SelectionReader;
  readonly #relatedIds: RelatedIdsReader;

  constructor(loaded: LoadedSpace, request: ParsedRequest, base: string, writtenResources: Resource[] | undefined) {
    this.#loaded = loaded;
    this.#request = request;
    this.#base = base;
    this.#writtenResources = writtenResources;
    this.#locale = request.locale?.place ?? 0;
    this.#selecting = new SelectionReader(loaded.ask);
    this.#relatedIds = new RelatedIdsReader(loaded.ask);
    this.#gatherOptions = { ask: loaded.ask, locale: this.#locale, sourceOf: (type) => this.#typeSource(type) };
  }

  answer(): Promise<Buffer> {
    const request = this.#request;
    switch (request.kind) {
      case 'root':
        return Promise.resolve(this.#writer(new FetchedItems()).root());
      case 'collection':
        return this.#collection(request);
      case 'search':
        return this.#search(request);
      case 'suggest':
        return this.#suggest(request);
      case 'item':
        return this.#item(request);
      case 'related':
        return this.#related(request);
      case 'linkage':
        return this.#linkage(request);
    }
  }

  async #collection(request: CollectionRequest): Promise<Buffer> {
    const { words, sort, page } = request;
    const source = this.#typeSource(request.type.name);
    const list: RequestedList = {
      sources: [source],
      filter: await this.#relatedIds.resolve([source], request.filter),
      listItems: (selection) => collectionItems(source, selection),
    };
    const { filter } = list;
    if (words === undefined) {
      return this.#answerPlainList(request, collectionStatements(source, filter, sort, page), list);
    }
    const searched = { ...request, filter };
    return this.#list(
      request,
      await searchCollection(this.#searchedTypes, searched, words, this.#countHits(request, list)),
    );
  }

  async #search(request: SearchRequest): Promise<Buffer> {
    return this.#list(request, await searchTogether(this.#searchedTypes, request));
  }

  async #suggest(request: SuggestRequest): Promise<Buffer> {
    const suggestions = await suggestFrom(this.#searchedTypes, request);
    return this.#writer(new FetchedItems()).suggestions(request, suggestions);
  }

  /** Answers a list without a search. */
  async #answerPlainList(request: ListRequest, statements: ListStatements, list: RequestedList): Promise<Buffer> {
    const { counting } = request;
    const [requestedRow, counted] = await Promise.all([
      // A counting statement also returns the total, so no total is needed here.
      fetchPage(this.#loaded.ask, statements, counting === undefined ? list.listItems(list.filter).knownTotal : 0),
      counting && this.#count(request, counting, list),
    ]);
    return this.#list(request, { ...requestedRow, ...counted });
  }

  /** @returns a function that counts the hits of a search; it returns undefined if no counts are requested */
  #countHits(request: ListRequest, list: RequestedList): (hits: Selection) => Promise<CountedList> | undefined {
    const { counting } = request;
    const { listItems } = list;
    return (hits) =>
      counting &&
      this.#count(request, counting, {
        ...list,
        listItems: (selection) => listItems(combineSelections(hits, selection)),
      });
  }

  #count(request: ListRequest, counting: Counting, { sources, listItems }: RequestedList): Promise<CountedList> {
    const model = localModel(this.#loaded.model, this.#locale);
    // A facet may count with a part of the filter, so each filter is resolved by itself.
    const listFiltered = async (filter: Filter | undefined): Promise<ListedItems> =>
      listItems(await this.#relatedIds.resolve(sources, filter));
    return countList(this.#loaded, model, request, counting, listFiltered, this.#selecting);
  }

  async #list(request: ListRequest, { rows, indexes, ...foundRows }: ListPage & Partial<SearchPage>): Promise<Buffer> {
    const countedItems = itemsIncludedByFacets(request.counting, foundRows.counted);
    const reachedItems = [
      ...this.#reachedItems(rows, request.shape),
      ...this.#reachedItems(countedItems ?? [], BARE_SHAPE),
    ];
    const items = await gatherItems(this.#gatherOptions, reachedItems);
    const writer = this.#writer(items, indexes);
    const [resources, included] = [this.#resources(items, rows), countedItems && this.#resources(items, countedItems)];
    if (request.kind !== 'related') return writer.collection(request, foundRows, resources, included);
    if (!isSimilarRequest(request)) return writer.related(request, foundRows, resources, included);
    const shared = await this.#sharedWith(request);
    const fetchedItems = items.listType(request.type);
    const sharedMember: MetaMember = ({ doc }) => `"shared":${shared.get(fetchedItems[doc]?.id ?? '')}`;
    return writer.related(request, { ...foundRows, similar: sharedMember }, resources, included);
  }

  async #item(request: ItemRequest): Promise<Buffer> {
    await this.#requireItem(request);
    const rows = [{ type: request.type.name, id: request.id }];
    const items = await gatherItems(this.#gatherOptions, this.#reachedItems(rows, request.shape));
    return this.#writer(items).item(request, this.#resources(items, rows)[0]);
  }

  async #related(request: RelatedRequest): Promise<Buffer> {
    await this.#requireItem(request);
    const { id, relationship, words, sort, page } = request;
    const links = this.#typeSource(request.type.name).linksTable(relationship.name);
    const sources = relationship.to.map((type) => this.#typeSource(type));
    const list: RequestedList = {
      sources,
      filter: await this.#relatedIds.resolve(sources, request.filter),
      listItems: (selection) => relatedItems(links, id, sources, selection),
    };
    const { filter } = list;
    if (words === undefined) {
      return this.#answerPlainList(request, relatedStatements(links, id, sources, filter, sort, page), list);
    }
    const searched = { ...request, filter };
    return this.#list(
      request,
      await searchRelated(this.#searchedTypes, searched, words, this.#countHits(request, list)),
    );
  }

  /** @returns id of each similar item → the features it shares with the item, as JSON */
  async #sharedWith({ type, id }: RelatedRequest): Promise<ReadonlyMap<string, string>> {
    const [row] = await this.#loaded.ask<{ similar: string | null }>(similarStatement(this.#typeSource(type.name), id));
    const items: readonly (readonly [string, string])[] = JSON.parse(row?.similar ?? '[]');
    return new Map(items);
  }

  async #linkage(request: LinkageRequest): Promise<Buffer> {
    await this.#requireItem(request);
    const { type, id, relationship, page } = request;
    const shape: Shape = { windows: new Map([[relationship.name, page]]), includes: new Map() };
    const items = await gatherItems(this.#gatherOptions, [{ type: type.name, id, shape }]);
    return this.#writer(items).linkage(request, items.require(type.name, id).doc);
  }

  async #requireItem(request: ItemRequest | RelatedRequest | LinkageRequest): Promise<void> {
    const rows = await this.#loaded.ask(itemStatement(this.#typeSource(request.type.name), request.id));
    if (rows.length === 0) throw itemNotFound(request);
  }

  #reachedItems(rows: readonly PageRow[], shape: Shape): readonly ReachedItem[] {
    return rows.map(({ type, id }) => ({ type, id, shape }));
  }

  #resources(items: FetchedItems, rows: readonly PageRow[]): readonly { readonly type: string; readonly doc: DocId }[] {
    return rows.map(({ type, id }) => ({ type, doc: items.require(type, id).doc }));
  }

  #writer(items: FetchedItems, indexes?: ReadonlyMap<string, SearchIndex>): DocumentWriter {
    const { model, counts } = this.#loaded;
    const sizes = new Map([...counts].map(([name, { items: size }]) => [name, size]));
    const space = createFetchedSpace(localModel(model, this.#locale), this.#locale, items, sizes, indexes);
    return new DocumentWriter(space, this.#base, linkQuery(this.#request), this.#writtenResources);
  }

  get #searchedTypes(): SearchedTypes {
    return new SearchedTypes(this.#loaded, this.#locale, this.#selecting);
  }

  #typeSource(name: string): TypeSource {
    return createTypeSource(this.#loaded, name, this.#locale);
  }
}
