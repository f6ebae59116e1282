/**
 * Results of queries → the bytes of the document: its members in order, primary resources, and included resources.
 *
 * An assembler writes one document at a time: `begin`, one of the kinds of documents, then `take` or `lend`.
 * Elsewhere: finding the items (respond/responder), one resource (resource-object).
 */
import { choose } from '../../content/choices/index.js';
import { InvariantError } from '../../content/errors/index.js';
import { type DocId, encodeComponent } from '../../content/model/index.js';
import type { Counted, SearchDetails, Suggestion } from '../../engine/query/index.js';
import { chunkOf } from '../../format/index.js';
import { WRITE_BYTE, WRITE_RESOURCE } from '../../index/costs/index.js';
import type { Budget } from '../../index/docset/index.js';
import { primaryTypes } from '../request/endpoint.js';
import type {
  ItemRequest,
  LinkageRequest,
  ListRequest,
  RelatedRequest,
  SuggestRequest,
} from '../request/parsed-request.js';
import { SEARCH_PATH, SUGGEST_PATH } from '../request/path.js';
import { ByteWriter } from './byte-writer.js';
import { CompiledItems, ITEMS_MINIMUM } from './compiled/compiled-items.js';
import { BYTES, CHAR, spaceBytes, type TypeBytes } from './constants.js';
import { countedMembers } from './counted-members.js';
import { highlightsOf } from './highlights.js';
import { distanceMember, type MetaMember, writeMeta } from './meta.js';
import { writePageLinks } from './page-links.js';
import { type Constant, constant } from './pieces.js';
import { prefetchItems } from './prefetch-items.js';
import type { RenderedJoin, RenderedSpace, RenderedType } from './rendered-space.js';
import { writeLinks, writeResource } from './resource-object.js';
import { includedResources, type Resource } from './resources.js';
import { rootDocument } from './root-document.js';
import type { Loan } from './slabs.js';

/** The result of a list's query, except its items. */
export interface ListResult extends Partial<SearchDetails> {
  readonly total: number;
  readonly counted?: Counted | undefined;
  /** Writes the features that each similar item shares with the item of the request. */
  readonly similar?: MetaMember;
}

/** @throws InvariantError if the request was checked for another space */
export function typeNamed<Type>(space: { readonly types: ReadonlyMap<string, Type> }, name: string): Type {
  const type = space.types.get(name);
  if (type === undefined) throw new InvariantError(`the request names ${name}, which this space does not have`);
  return type;
}

export class DocumentAssembler {
  readonly #space: RenderedSpace;
  readonly #base: string;
  readonly #query: string;
  readonly #bytes: readonly TypeBytes[];
  readonly #root: Constant;
  readonly #budget: Budget;
  readonly #out: ByteWriter;
  /** By SpaceType.number; undefined for a type that cannot be compiled. */
  readonly #compiled = new Map<number, CompiledItems | undefined>();
  #writtenResources: Resource[] | undefined;
  /** Stored only so that the compiler keeps the reads of `prefetchItems`. */
  prefetchChecksum = 0;

  /**
   * @param space  in the locale of the answer
   * @param base   prefix of every link: public URL and mount path, without a slash at its end
   * @param query  at the end of every link, except links that repeat the request
   * @param budget is charged for each document
   * @param out    may be shared with assemblers that do not write at the same time
   * Cost: O(model).
   */
  constructor(space: RenderedSpace, base: string, query: string, budget: Budget, out = new ByteWriter()) {
    this.#out = out;
    this.#space = space;
    this.#base = base;
    this.#budget = budget;
    this.#query = query;
    this.#bytes = spaceBytes(space, base, query);
    this.#root = constant(rootDocument(space, base, query));
  }

  /** @param writtenResources gets every resource of the next document */
  begin(writtenResources: Resource[] | undefined): void {
    this.#writtenResources = writtenResources;
    this.#out.begin();
  }

  /** @returns the document; the caller owns its bytes */
  take(): Buffer {
    return this.#out.take();
  }

  /** @returns the document; the caller has to release it */
  lend(): Loan {
    return this.#out.lend();
  }

  /** Discards an unfinished document after an error. */
  clear(): void {
    this.#out.clear();
  }

  bytesOf(type: RenderedType): TypeBytes {
    return this.#bytes[type.number]!;
  }

  /** Reads the memory of the type's items ahead of their writing. Cost: O(cache lines). */
  prefetch(type: RenderedType, docs: Uint32Array): void {
    this.prefetchChecksum = prefetchItems(this.bytesOf(type), docs);
  }

  /** The document of the space itself. */
  root(): void {
    this.#out.constant(this.#root);
  }

  /** @param countedItems items to include because facets of relationships show them */
  list(
    request: ListRequest,
    result: ListResult,
    primary: readonly Resource[],
    countedItems?: readonly Resource[],
  ): void {
    const out = this.#out;
    const { total, words, counted } = result;
    const path = this.#pathOf(request);
    out.constant(BYTES.documentOpen);
    out.ascii(path);
    out.ascii(request.search);
    out.byte(CHAR.quote);
    writePageLinks(out, path, request.search, request.page, total);
    out.constant(BYTES.linksEnd);
    const included = this.#included(request, primary, countedItems);
    this.#requestBlocks(primary, included);
    out.constant(BYTES.dataArrayOpen);
    this.#writeResources(primary, request, this.#metaOf(request, result));
    out.byte(CHAR.closeBracket);
    this.#writeIncluded(included, request);
    out.constant(BYTES.total);
    out.uint(total);
    if (words !== undefined) {
      const searchMember = Buffer.from(`,"search":{"words":${JSON.stringify(words())}}`);
      out.range(chunkOf(searchMember), 0, searchMember.byteLength);
    }
    if (counted !== undefined) {
      const countedBytes = Buffer.from(
        countedMembers(this.#space.model, primaryTypes(this.#space.model, request), counted),
      );
      out.range(chunkOf(countedBytes), 0, countedBytes.byteLength);
    }
    out.constant(BYTES.totalEnd);
  }

  /** Suggestions are in `meta`, because they are not resources and have no ids. */
  suggestions({ search }: SuggestRequest, suggestions: readonly Suggestion[]): void {
    const out = this.#out;
    out.constant(BYTES.documentOpen);
    const metaBytes = Buffer.from(`"},"meta":${JSON.stringify({ suggestions })}}`);
    out.ascii(`${this.#base}/${SUGGEST_PATH}${search}`);
    out.range(chunkOf(metaBytes), 0, metaBytes.byteLength);
  }

  /** @param resource undefined if a to-one relationship has no link */
  single(request: ItemRequest | RelatedRequest, resource: Resource | undefined): void {
    const out = this.#out;
    out.constant(BYTES.documentOpen);
    out.ascii(`${this.#pathOf(request)}${request.search}"},`);
    const primary = resource === undefined ? [] : [resource];
    const included = this.#included(request, primary);
    this.#requestBlocks(primary, included);
    out.constant(BYTES.dataOpen);
    if (resource === undefined) out.ascii('null');
    else this.#writeResources(primary, request);
    this.#writeIncluded(included, request);
    out.byte(CHAR.closeBrace);
  }

  /** @param doc of the item that has the links */
  linkage(request: LinkageRequest, { index }: Pick<RenderedJoin, 'index'>, doc: DocId): void {
    const { name, many } = request.relationship;
    const item = this.#pathOf(request);
    const path = `${item}/relationships/${name}`;
    const first = index.links.firstOf(doc);
    const total = index.links.countOf(doc);
    const out = this.#out;
    out.constant(BYTES.documentOpen);
    out.ascii(`${path}${request.search}","related":"${item}/${name}${this.#query}"`);
    if (many) writePageLinks(out, path, request.search, request.page, total);
    out.constant(BYTES.linksEnd);
    if (!many) {
      out.constant(BYTES.dataOpen);
      if (total === 0) out.ascii('null');
      else writeLinks(out, { index }, first, first + 1);
      out.byte(CHAR.closeBrace);
      return;
    }
    const start = Math.min(total, request.page.skip);
    const end = Math.min(total, start + request.page.limit);
    out.constant(BYTES.dataArrayOpen);
    if (end > start) writeLinks(out, { index }, first + start, first + end);
    out.ascii(`],"meta":{"total":${total}}}`);
  }

  /** @returns the path of the list or the item; for linkage, the path of the item that has the links */
  #pathOf(request: ListRequest | ItemRequest | LinkageRequest): string {
    if (request.kind === 'search') return `${this.#base}/${SEARCH_PATH}`;
    const list = `${this.#base}/${request.type.name}`;
    if (request.kind === 'collection') return list;
    const item = `${list}/${encodeComponent(request.id)}`;
    return request.kind === 'related' ? `${item}/${request.relationship.name}` : item;
  }

  /** Call it before any resource is written: a primary resource that is included again shows more linkage. */
  #included(
    request: { readonly hasInclude: boolean },
    primary: readonly Resource[],
    counted?: readonly Resource[],
  ): readonly Resource[] | undefined {
    return request.hasInclude || counted !== undefined ? includedResources(primary, this.#budget, counted) : undefined;
  }

  /** Requests all blocks of paged documents that the resources need. @throws BlocksAbsent if some have to be read first */
  #requestBlocks(primary: readonly Resource[], included: readonly Resource[] = []): void {
    const { pages } = this.#space;
    if (pages === undefined) return;
    for (const { type, doc } of primary) type.segment.documents.request(doc);
    for (const { type, doc } of included) type.segment.documents.request(doc);
    pages.settle();
  }

  #metaOf({ highlight = [], words, sort }: ListRequest, { planned, similar }: ListResult): readonly MetaMember[] {
    const distanceKey = sort.find(({ from }) => from !== undefined);
    return [
      ...(planned === undefined || highlight.length === 0
        ? []
        : [highlightsOf(highlight, planned, words, this.#budget)]),
      ...(distanceKey?.from === undefined ? [] : [distanceMember(distanceKey.field, distanceKey.from, this.#budget)]),
      ...(similar === undefined ? [] : [similar]),
    ];
  }

  #writeIncluded(included: readonly Resource[] | undefined, request: ListRequest | ItemRequest): void {
    if (included === undefined) return;
    this.#out.constant(BYTES.includedOpen);
    if (included.length >= ITEMS_MINIMUM) this.#prefetchIncluded(included);
    this.#writeResources(included, request);
    this.#out.byte(CHAR.closeBracket);
  }

  #prefetchIncluded(included: readonly Resource[]): void {
    const docsByType = new Map<RenderedType, DocId[]>();
    for (const { type, doc } of included) {
      const docs = docsByType.get(type);
      if (docs === undefined) docsByType.set(type, [doc]);
      else docs.push(doc);
    }
    for (const [type, docs] of docsByType) this.prefetch(type, Uint32Array.from(docs));
  }

  #writeResources(
    resources: readonly Resource[],
    request: ListRequest | ItemRequest,
    meta: readonly MetaMember[] = [],
  ): void {
    this.#writtenResources?.push(...resources);
    this.#budget.require(resources.length * WRITE_RESOURCE);
    const isCompilable = meta.length === 0 && request.fieldsets.size === 0;
    // Resources before this index are written one by one, because compiling a run of them has failed.
    let singleUntil = 0;
    for (let i = 0; i < resources.length; ) {
      const resource = resources[i]!;
      const start = this.#out.length;
      const triesCompiled = isCompilable && i >= singleUntil && resources.length - i >= ITEMS_MINIMUM;
      const compiled = triesCompiled ? this.#compiledOf(resource.type) : undefined;
      const isCompiled = compiled !== undefined && choose('document.items', 'compiled') === 'compiled';
      const written = isCompiled ? compiled.write(this.#out, resources, i) : -1;
      if (written < 0) {
        singleUntil = Math.max(singleUntil, i - written);
        if (i > 0) this.#out.byte(CHAR.comma);
        writeResource(this.#out, this.#bytes[resource.type.number]!, resource, request.fieldsets);
      }
      const count = Math.max(1, written);
      this.#budget.spend(count * WRITE_RESOURCE + (this.#out.length - start) * WRITE_BYTE);
      if (meta.length > 0) writeMeta(this.#out, resource, meta);
      i += count;
    }
  }

  /**
   * @returns the compiled writer of several items of the type; undefined if the type cannot be compiled
   * Cost: O(1), the first time O(model).
   */
  #compiledOf(type: RenderedType): CompiledItems | undefined {
    const cached = this.#compiled.get(type.number);
    if (cached !== undefined || this.#compiled.has(type.number)) return cached;
    const compiledItems = CompiledItems.of(this.bytesOf(type));
    this.#compiled.set(type.number, compiledItems);
    return compiledItems;
  }
}
