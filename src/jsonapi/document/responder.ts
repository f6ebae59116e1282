/**
 * A checked request → the bytes of the document that answers it.
 */
import { Budget } from '../../docset/index.js';
import { InvariantError, RequestError, type RequestProblem, TooCostlyError } from '../../errors/index.js';
import { chunkOf } from '../../format/index.js';
import { type ContentType, type DocId, docId, encodeComponent, utf8 } from '../../model/index.js';
import {
  type Counted,
  execute,
  executeAmong,
  executeSearch,
  type Searched,
  searchAmong,
  type Trace,
} from '../../query/index.js';
import { findItem } from '../../segment/index.js';
import type { Join, Space, SpaceType } from '../../snapshot/index.js';
import { tooCostly } from '../advice/less-costly.js';
import type {
  CollectionRequest,
  ItemRequest,
  LinkageRequest,
  ParsedRequest,
  RelatedRequest,
  Shape,
} from '../request/parsed-request.js';
import { BYTES, CHAR, spaceBytes, type TypeBytes } from './constants.js';
import { countedMembers } from './counted-members.js';
import { fetchAhead } from './fetch-ahead.js';
import { Highlights } from './highlights.js';
import { pageLinks } from './page-links.js';
import { type Constant, constant } from './pieces.js';
import { writeLinks, writeResource } from './resource-object.js';
import { eachTarget, includedResources, type Resource } from './resources.js';
import { rootDocument } from './root-document.js';
import { ByteWriter } from './writer.js';

/** How an item is shown that is included for a facet. */
const COUNTED_SHAPE: Shape = Object.freeze({ windows: new Map(), includes: new Map() });

export interface AnswerOptions {
  /** Is told what is decided, and why. */
  readonly trace?: Trace | undefined;
  /** Gets every resource in the document, where the caller wants to know. */
  readonly shown?: Resource[] | undefined;
  /** What finding the items may take, in milliseconds, as estimated; absent: any time. */
  readonly maxCostMs?: number | undefined;
}

/** Answers requests on one space, mounted at one place. */
export class Responder {
  readonly #space: Space;
  readonly #base: string;
  readonly #query: string;
  readonly #bytes: readonly TypeBytes[];
  readonly #root: Constant;
  readonly #out = new ByteWriter();
  readonly #budget: Budget;
  /** What was read ahead; of no meaning. */
  fetched = 0;
  #shown: Resource[] | undefined;

  /**
   * @param space as the locale that answers has it
   * @param base  prefix of every link: public URL and mount path, without a slash at its end
   * @param query that every link ends with, but for those that repeat the request: the locale, where it was asked for
   * Cost: O(model).
   */
  constructor(space: Space, base: string, query = '') {
    this.#space = space;
    this.#base = base;
    this.#query = query;
    this.#bytes = spaceBytes(space, base, query);
    this.#root = constant(rootDocument(space, base, query));
    this.#budget = sharedBudget(space);
  }

  /**
   * @throws RequestError when the item does not exist, or the answer would cost more than it may
   * Cost: that of the query, and of copying the document's bytes.
   */
  answer(request: ParsedRequest, { trace, shown, maxCostMs }: AnswerOptions = {}): Buffer {
    this.#shown = shown;
    this.#budget.allow(maxCostMs === undefined ? undefined : maxCostMs * 1e6);
    try {
      this.#write(request, trace);
      return this.#out.take();
    } catch (error) {
      if (error instanceof TooCostlyError) throw this.#refusal(error, request);
      throw error;
    } finally {
      this.#out.clear();
    }
  }

  #refusal(error: TooCostlyError, request: ParsedRequest): Error {
    if (request.kind !== 'collection' && request.kind !== 'related') return error;
    const listed = request.kind === 'collection' ? request.type.name : request.relationship.to[0];
    const segment = this.#space.types.get(listed ?? '')?.segment;
    return new RequestError([tooCostly(error, request, segment)], request.complexity);
  }

  #write(request: ParsedRequest, trace: Trace | undefined): void {
    switch (request.kind) {
      case 'root':
        trace?.step('assemble');
        this.#out.raw(this.#root);
        return;
      case 'collection':
        this.#writeCollection(request, trace);
        return;
      case 'item':
        this.#writeItem(request, trace);
        return;
      case 'related':
        this.#writeRelated(request, trace);
        return;
      case 'linkage':
        this.#writeLinkage(request, trace);
        return;
    }
  }

  #writeCollection(request: CollectionRequest, trace: Trace | undefined): void {
    const type = this.#type(request.type.name);
    const { words, filter, sort, page, counting } = request;
    const found =
      words === undefined
        ? execute(type.segment, filter, sort, page, trace, counting)
        : executeSearch(type.segment, words, filter, sort, page, trace, counting);
    const { docs } = found;
    trace?.step('assemble');
    this.fetched = fetchAhead(type, this.#bytes[type.number]!, docs);
    const primary: Resource[] = [];
    for (let i = 0; i < docs.length; i += 1) primary.push({ type, doc: docId(docs[i]!), shapes: [request.shape] });
    this.#writeList(`${this.#base}/${type.name}`, request, found, primary);
  }

  #writeItem(request: ItemRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    trace?.step('assemble');
    this.#writeSingle(this.#itemPath(request), request, { type, doc, shapes: [request.shape] });
  }

  #writeRelated(request: RelatedRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    const join = this.#join(type, request.relationship.name);
    const path = `${this.#itemPath(request)}/${request.relationship.name}`;
    const targets: Resource[] = [];
    const all = { skip: 0, limit: Number.POSITIVE_INFINITY };
    eachTarget(join, doc, all, (targetType, target) => {
      targets.push({ type: targetType, doc: target, shapes: [request.shape] });
    });
    if (!request.relationship.many) {
      trace?.step('assemble');
      this.#writeSingle(path, request, targets[0]);
      return;
    }
    const candidates = targets.map((resource) => ({ resource, segment: resource.type.segment, doc: resource.doc }));
    const { words, filter, sort, page, counting } = request;
    const found =
      words === undefined
        ? executeAmong(candidates, filter, sort, page, trace, counting)
        : searchAmong(candidates, words, filter, sort, page, trace, counting);
    trace?.step('assemble');
    const primary = found.page.map(({ resource }) => resource);
    this.#writeList(path, request, found, primary);
  }

  #writeLinkage(request: LinkageRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    trace?.step('assemble');
    const { index } = this.#join(type, request.relationship.name);
    const { name, many } = request.relationship;
    const item = this.#itemPath(request);
    const path = `${item}/relationships/${name}`;
    const first = index.links.starts[doc]!;
    const total = index.links.countOf(doc);
    const out = this.#out;
    out.raw(BYTES.documentOpen);
    out.ascii(`${path}${request.search}","related":"${item}/${name}${this.#query}"`);
    if (many) out.ascii(pageLinks(path, request.search, request.page, total));
    out.ascii('},');
    if (!many) {
      out.raw(BYTES.dataOpen);
      if (total === 0) out.ascii('null');
      else writeLinks(out, { index }, first, first + 1);
      out.byte(CHAR.closeBrace);
      return;
    }
    const start = Math.min(total, request.page.skip);
    const end = Math.min(total, start + request.page.limit);
    out.raw(BYTES.dataArrayOpen);
    if (end > start) writeLinks(out, { index }, first + start, first + end);
    out.ascii(`],"meta":{"total":${total}}}`);
  }

  #writeList(
    path: string,
    request: CollectionRequest | RelatedRequest,
    found: { readonly total: number; readonly counted?: Counted } & Partial<Searched>,
    primary: readonly Resource[],
  ): void {
    const out = this.#out;
    const { total, words, counted } = found;
    out.raw(BYTES.documentOpen);
    out.ascii(`${path}${request.search}"${pageLinks(path, request.search, request.page, total)}},`);
    const included = this.#included(request, primary, this.#countedItems(request, counted));
    out.raw(BYTES.dataArrayOpen);
    this.#writeResources(primary, request, highlightsOf(request));
    out.byte(CHAR.closeBracket);
    this.#writeIncluded(included, request);
    out.ascii(`,"meta":{"total":${total}`);
    if (words !== undefined) {
      const told = Buffer.from(`,"search":{"words":${JSON.stringify(words())}}`);
      out.range(chunkOf(told), 0, told.byteLength);
    }
    if (counted !== undefined) {
      const types = request.kind === 'collection' ? [request.type] : this.#typesOf(request.relationship.to);
      const told = Buffer.from(countedMembers(types, counted));
      out.range(chunkOf(told), 0, told.byteLength);
    }
    out.ascii('}}');
  }

  #writeSingle(path: string, request: ItemRequest | RelatedRequest, resource: Resource | undefined): void {
    const out = this.#out;
    out.raw(BYTES.documentOpen);
    out.ascii(`${path}${request.search}"},`);
    const primary = resource === undefined ? [] : [resource];
    const included = this.#included(request, primary);
    out.raw(BYTES.dataOpen);
    if (resource === undefined) out.ascii('null');
    else this.#writeResources(primary, request);
    this.#writeIncluded(included, request);
    out.byte(CHAR.closeBrace);
  }

  /** Found before anything is written: a primary resource that is reached again shows more linkage. */
  #included(
    request: { readonly includeGiven: boolean },
    primary: readonly Resource[],
    counted?: readonly Resource[],
  ): readonly Resource[] | undefined {
    return request.includeGiven || counted !== undefined ? includedResources(primary, counted) : undefined;
  }

  /** The items that facets of relationships show, where they are to be included. */
  #countedItems(
    { counting }: CollectionRequest | RelatedRequest,
    counted: Counted | undefined,
  ): readonly Resource[] | undefined {
    if (counting === undefined || counting.included.size === 0) return undefined;
    const items: Resource[] = [];
    for (const { field, values } of counted?.facets ?? []) {
      if (!counting.included.has(field)) continue;
      for (const { value } of values) {
        if (typeof value !== 'object' || !('id' in value)) continue;
        const type = this.#type(value.type);
        const doc = findItem(type.segment, Buffer.from(value.id));
        if (doc !== undefined) items.push({ type, doc, shapes: [COUNTED_SHAPE] });
      }
    }
    return items;
  }

  #writeIncluded(
    included: readonly Resource[] | undefined,
    request: CollectionRequest | ItemRequest | RelatedRequest,
  ): void {
    if (included === undefined) return;
    this.#out.raw(BYTES.includedOpen);
    this.#writeResources(included, request);
    this.#out.byte(CHAR.closeBracket);
  }

  #writeResources(
    resources: readonly Resource[],
    request: CollectionRequest | ItemRequest | RelatedRequest,
    highlights?: Highlights,
  ): void {
    this.#shown?.push(...resources);
    for (let i = 0; i < resources.length; i += 1) {
      const resource = resources[i]!;
      if (i > 0) this.#out.byte(CHAR.comma);
      writeResource(this.#out, this.#bytes[resource.type.number]!, resource, request.fieldsets);
      highlights?.write(this.#out, resource);
    }
  }

  #itemPath(request: ItemRequest | RelatedRequest | LinkageRequest): string {
    return `${this.#base}/${request.type.name}/${encodeComponent(request.id)}`;
  }

  #find(
    request: ItemRequest | RelatedRequest | LinkageRequest,
    trace: Trace | undefined,
  ): { type: SpaceType; doc: DocId } {
    trace?.step('execute');
    const type = this.#type(request.type.name);
    trace?.item(type.segment);
    const doc = findItem(type.segment, utf8(request.id));
    if (doc === undefined) throw new RequestError([itemNotFound(request)], request.complexity);
    return { type, doc };
  }

  #typesOf(names: readonly string[]): readonly ContentType[] {
    return names.map((name) => this.#type(name).segment.type);
  }

  #type(name: string): SpaceType {
    const type = this.#space.types.get(name);
    if (type === undefined) throw new InvariantError(`the request names ${name}, which this space does not have`);
    return type;
  }

  #join(type: SpaceType, relationship: string): Join {
    const join = type.joins.get(relationship);
    if (join === undefined) throw new InvariantError(`${type.name} has no join for ${relationship}`);
    return join;
  }
}

/** What one request may cost: all arenas of the space share it, and all responders. Requests take turns. */
function sharedBudget({ types }: Space): Budget {
  const [first] = types.values();
  const budget = first?.segment.arena.budget ?? new Budget();
  for (const { segment } of types.values()) segment.arena.budget = budget;
  return budget;
}

const highlightsOf = ({ highlight, words }: CollectionRequest | RelatedRequest): Highlights | undefined =>
  words === undefined || highlight === undefined || highlight.length === 0
    ? undefined
    : new Highlights(highlight, words);

const itemNotFound = ({ type, id }: ItemRequest | RelatedRequest | LinkageRequest): RequestProblem => ({
  code: 'ItemNotFound',
  detail: `There is no ${type.name} with the id "${id}". Ids are compared exactly; list the existing ones with /${type.name}.`,
});
