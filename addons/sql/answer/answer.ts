/**
 * A checked request → the document that answers it, from the tables of a load. The bytes are those that a snapshot of the
 * same content gives.
 */

import { type DocId, localModel } from '../../../src/content/model/index.js';
import type { Counting } from '../../../src/engine/query/index.js';
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
import { Selecting } from '../counting/selecting.js';
import { both, type Selection } from '../statements/filter.js';
import { collectionItems, type ListedItems, relatedItems } from '../statements/listed.js';
import {
  collectionStatements,
  itemStatement,
  type ListStatements,
  relatedStatements,
  similarStatement,
} from '../statements/lists.js';
import type { TypeSource } from '../statements/source.js';
import { type CountedList, countList } from './counted.js';
import { FetchedItems } from './fetched-items.js';
import { fetchedSpace } from './fetched-space.js';
import { type Gathering, gather, type Reached } from './gather.js';
import { type LoadedSpace, sourceIn } from './loaded.js';
import { type FoundRow, type FoundRows, find } from './page.js';
import { searchCollection } from './search/collection.js';
import { searchRelated } from './search/related.js';
import { type FoundSearch, SearchedTypes } from './search/searched-types.js';
import { suggestFrom } from './search/suggest.js';
import { searchTogether } from './search/together.js';
import { refuseManySent } from './sent-rows.js';
import { refuseUnanswered } from './unanswered.js';

/**
 * @param base prefix of every link: public URL and mount path
 * @param shown gets every resource in the document, where the caller wants to know
 * @throws RequestError when the item does not exist, or a database cannot answer the request; what the server throws
 */
export async function answerFrom(
  loaded: LoadedSpace,
  request: ParsedRequest,
  base: string,
  shown?: Resource[],
): Promise<Buffer> {
  refuseUnanswered(request, loaded.model);
  refuseManySent(request, loaded);
  return new Answering(loaded, request, base, shown).answer();
}

/** The items of a list that something selects. */
type Listing = (selection: Selection | undefined) => ListedItems;

class Answering {
  readonly #loaded: LoadedSpace;
  readonly #request: ParsedRequest;
  readonly #base: string;
  readonly #shown: Resource[] | undefined;
  readonly #locale: number;
  readonly #gathering: Gathering;
  readonly #selecting: Selecting;

  constructor(loaded: LoadedSpace, request: ParsedRequest, base: string, shown: Resource[] | undefined) {
    this.#loaded = loaded;
    this.#request = request;
    this.#base = base;
    this.#shown = shown;
    this.#locale = request.locale?.place ?? 0;
    this.#selecting = new Selecting(loaded.ask);
    this.#gathering = { ask: loaded.ask, locale: this.#locale, sourceOf: (type) => this.#source(type) };
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
    const { words, filter, sort, page } = request;
    const source = this.#source(request.type.name);
    const listing: Listing = (selection) => collectionItems(source, selection);
    return words === undefined
      ? this.#plain(request, collectionStatements(source, filter, sort, page), listing)
      : this.#list(request, await searchCollection(this.#searching, request, words, this.#countHits(request, listing)));
  }

  async #search(request: SearchRequest): Promise<Buffer> {
    return this.#list(request, await searchTogether(this.#searching, request));
  }

  async #suggest(request: SuggestRequest): Promise<Buffer> {
    const suggestions = await suggestFrom(this.#searching, request);
    return this.#writer(new FetchedItems()).suggestions(request, suggestions);
  }

  /** A list without a search. */
  async #plain(request: ListRequest, statements: ListStatements, listing: Listing): Promise<Buffer> {
    const { counting, filter } = request;
    const [found, counted] = await Promise.all([
      // Where something is counted, so are all.
      find(this.#loaded.ask, statements, counting === undefined ? listing(filter).known : 0),
      counting && this.#count(request, counting, listing),
    ]);
    return this.#list(request, { ...found, ...counted });
  }

  /** @returns what counts what answers a search */
  #countHits(request: ListRequest, listing: Listing): (hits: Selection) => Promise<CountedList> | undefined {
    const { counting } = request;
    return (hits) => counting && this.#count(request, counting, (selection) => listing(both(hits, selection)));
  }

  #count(request: ListRequest, counting: Counting, listing: Listing): Promise<CountedList> {
    const model = localModel(this.#loaded.model, this.#locale);
    return countList(this.#loaded, model, request, counting, listing, this.#selecting);
  }

  async #list(request: ListRequest, { rows, indexes, ...found }: FoundRows & Partial<FoundSearch>): Promise<Buffer> {
    const counted = itemsIncludedByFacets(request.counting, found.counted);
    const reached = [...this.#reached(rows, request.shape), ...this.#reached(counted ?? [], BARE_SHAPE)];
    const items = await gather(this.#gathering, reached);
    const writer = this.#writer(items, indexes);
    const [resources, included] = [this.#resources(items, rows), counted && this.#resources(items, counted)];
    if (request.kind !== 'related') return writer.collection(request, found, resources, included);
    if (!isSimilarRequest(request)) return writer.related(request, found, resources, included);
    const shared = await this.#sharedWith(request);
    const fetched = items.of(request.type);
    const similar: MetaMember = ({ doc }) => `"shared":${shared.get(fetched[doc]?.id ?? '')}`;
    return writer.related(request, { ...found, similar }, resources, included);
  }

  async #item(request: ItemRequest): Promise<Buffer> {
    await this.#requireItem(request);
    const found = [{ type: request.type.name, id: request.id }];
    const items = await gather(this.#gathering, this.#reached(found, request.shape));
    return this.#writer(items).item(request, this.#resources(items, found)[0]);
  }

  async #related(request: RelatedRequest): Promise<Buffer> {
    await this.#requireItem(request);
    const { id, relationship, words, filter, sort, page } = request;
    const links = this.#source(request.type.name).links(relationship.name);
    const sources = relationship.to.map((type) => this.#source(type));
    const listing: Listing = (selection) => relatedItems(links, id, sources, selection);
    return words === undefined
      ? this.#plain(request, relatedStatements(links, id, sources, filter, sort, page), listing)
      : this.#list(request, await searchRelated(this.#searching, request, words, this.#countHits(request, listing)));
  }

  /** @returns by id, what the items most like one share with it, as JSON */
  async #sharedWith({ type, id }: RelatedRequest): Promise<ReadonlyMap<string, string>> {
    const [row] = await this.#loaded.ask<{ similar: string | null }>(similarStatement(this.#source(type.name), id));
    const items: readonly (readonly [string, string])[] = JSON.parse(row?.similar ?? '[]');
    return new Map(items);
  }

  async #linkage(request: LinkageRequest): Promise<Buffer> {
    await this.#requireItem(request);
    const { type, id, relationship, page } = request;
    const shape: Shape = { windows: new Map([[relationship.name, page]]), includes: new Map() };
    const items = await gather(this.#gathering, [{ type: type.name, id, shape }]);
    return this.#writer(items).linkage(request, items.require(type.name, id).doc);
  }

  async #requireItem(request: ItemRequest | RelatedRequest | LinkageRequest): Promise<void> {
    const rows = await this.#loaded.ask(itemStatement(this.#source(request.type.name), request.id));
    if (rows.length === 0) throw itemNotFound(request);
  }

  #reached(found: readonly FoundRow[], shape: Shape): readonly Reached[] {
    return found.map(({ type, id }) => ({ type, id, shape }));
  }

  #resources(
    items: FetchedItems,
    found: readonly FoundRow[],
  ): readonly { readonly type: string; readonly doc: DocId }[] {
    return found.map(({ type, id }) => ({ type, doc: items.require(type, id).doc }));
  }

  #writer(items: FetchedItems, indexes?: ReadonlyMap<string, SearchIndex>): DocumentWriter {
    const { model, counts } = this.#loaded;
    const sizes = new Map([...counts].map(([name, { items: size }]) => [name, size]));
    const space = fetchedSpace(localModel(model, this.#locale), this.#locale, items, sizes, indexes);
    return new DocumentWriter(space, this.#base, linkQuery(this.#request), this.#shown);
  }

  get #searching(): SearchedTypes {
    return new SearchedTypes(this.#loaded, this.#locale, this.#selecting);
  }

  #source(name: string): TypeSource {
    return sourceIn(this.#loaded, name, this.#locale);
  }
}
