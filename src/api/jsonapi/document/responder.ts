/**
 * A checked request → the bytes of the document that answers it: finds the items, and has the document put together.
 */

import { InvariantError, RequestError, TooCostlyError } from '../../../content/errors/index.js';
import { type DocId, docId, encodeComponent, utf8 } from '../../../content/model/index.js';
import {
  execute,
  executeAmong,
  executeSearch,
  type Found,
  pageAmong,
  searchAmong,
  type Trace,
} from '../../../engine/query/index.js';
import { Budget } from '../../../index/docset/index.js';
import { findItem } from '../../../index/segment/index.js';
import type { Join, Space, SpaceType } from '../../../index/snapshot/index.js';
import { tooCostly } from '../advice/less-costly.js';
import { CANDIDATE, FOLLOWED, FOUND, MARGIN, PARSED } from '../costs.js';
import type {
  CollectionRequest,
  ItemRequest,
  LinkageRequest,
  ParsedRequest,
  RelatedRequest,
} from '../request/parsed-request.js';
import type { Loan } from '../slabs.js';
import { countedItems } from './beside/counted-items.js';
import { DocumentAssembler, type FoundList, typeNamed } from './document-assembler.js';
import { fetchAhead } from './fetch-ahead.js';
import { eachTarget, type Resource } from './resources.js';

/** What one request may cost. Requests take turns, so all arenas of this thread share it. */
const BUDGET = new Budget();

export interface AnswerOptions {
  /** Is told what is decided, and why. */
  readonly trace?: Trace | undefined;
  /** Gets every resource in the document, where the caller wants to know. */
  readonly shown?: Resource[] | undefined;
  /** What the answer may take, in milliseconds, as estimated; absent: any time. */
  readonly maxCostMs?: number | undefined;
  /** Where the answer is begun again because it has to wait for the disk: what was found before. */
  readonly memo?: AnswerMemo | undefined;
}

/** What is found once, however often an answer is begun: which items it lists. */
export class AnswerMemo {
  found: Found | undefined;
  /** What finding it has cost, as estimated. */
  spent = 0;
}

/** Answers requests on one space, mounted at one place. */
export class Responder {
  readonly #space: Space;
  readonly #base: string;
  readonly #document: DocumentAssembler;
  /** What was read ahead; of no meaning. */
  fetched = 0;

  /**
   * @param space as the locale that answers has it
   * @param base  prefix of every link: public URL and mount path, without a slash at its end
   * @param query that every link ends with, but for those that repeat the request: the locale, where it was asked for
   * Cost: O(model).
   */
  constructor(space: Space, base: string, query = '') {
    this.#space = space;
    this.#base = base;
    this.#document = new DocumentAssembler(space, base, query, BUDGET);
    for (const { segment } of space.types.values()) segment.arena.budget = BUDGET;
  }

  /**
   * @throws RequestError when the item does not exist, or the answer would cost more than it may
   * Cost: that of the query, and of copying the document's bytes.
   */
  answer(request: ParsedRequest, options: AnswerOptions = {}): Buffer {
    this.#compose(request, options);
    return this.#document.take();
  }

  /** As `answer`, for who gives the document back. */
  lend(request: ParsedRequest, options: AnswerOptions = {}): Loan {
    this.#compose(request, options);
    return this.#document.lend();
  }

  #compose(request: ParsedRequest, { trace, shown, maxCostMs, memo }: AnswerOptions): void {
    this.#document.begin(shown);
    BUDGET.allow(maxCostMs === undefined ? undefined : Math.ceil((maxCostMs * 1e6) / MARGIN));
    try {
      BUDGET.spend(request.search.length * PARSED);
      this.#write(request, trace, memo);
      this.#space.pages?.settle();
    } catch (error) {
      this.#document.clear();
      if (error instanceof TooCostlyError) throw this.#refusal(error, request, maxCostMs);
      throw error;
    }
  }

  #refusal(error: TooCostlyError, request: ParsedRequest, maxCostMs = 0): Error {
    if (request.kind === 'root') return error;
    const listed = request.kind === 'related' ? request.relationship.to[0] : request.type.name;
    const segment = this.#space.types.get(listed ?? '')?.segment;
    const told = new TooCostlyError(error.cost * MARGIN, maxCostMs * 1e6);
    return new RequestError([tooCostly(told, request, segment)], request.complexity);
  }

  #write(request: ParsedRequest, trace: Trace | undefined, memo: AnswerMemo | undefined): void {
    switch (request.kind) {
      case 'root':
        trace?.step('assemble');
        this.#document.root();
        return;
      case 'collection':
        this.#writeCollection(request, trace, memo);
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

  #writeCollection(request: CollectionRequest, trace: Trace | undefined, memo: AnswerMemo | undefined): void {
    const type = typeNamed(this.#space, request.type.name);
    const { words, filter, sort, page, counting } = request;
    const found =
      words === undefined
        ? this.#found(memo, () => execute(type.segment, filter, sort, page, trace, counting))
        : executeSearch(type.segment, words, filter, sort, page, trace, counting);
    const { docs } = found;
    trace?.step('assemble');
    this.fetched = fetchAhead(type, this.#document.bytesOf(type), docs);
    const { shape } = request;
    const primary: Resource[] = [];
    // Where nothing is included, nothing leads back to an item, so all of them have the same list for good.
    const shared = shape.includes.size === 0 ? [shape] : undefined;
    for (let i = 0; i < docs.length; i += 1) primary.push({ type, doc: docId(docs[i]!), shapes: shared ?? [shape] });
    this.#list(`${this.#base}/${type.name}`, request, found, primary);
  }

  /** Finds what the page lists, or has it from before. */
  #found(memo: AnswerMemo | undefined, find: () => Found): Found {
    if (memo === undefined) return find();
    if (memo.found !== undefined) {
      BUDGET.spend(memo.spent - BUDGET.spent);
      return memo.found;
    }
    const found = find();
    this.#space.pages?.settle();
    // The page lies in memory that the next query uses.
    memo.found = { ...found, docs: found.docs.slice() };
    memo.spent = BUDGET.spent;
    return found;
  }

  #writeItem(request: ItemRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    trace?.step('assemble');
    this.#document.single(this.#itemPath(request), request, { type, doc, shapes: [request.shape] });
  }

  #writeRelated(request: RelatedRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    const join = this.#join(type, request.relationship.name);
    const path = `${this.#itemPath(request)}/${request.relationship.name}`;
    const { words, filter, sort, page, counting } = request;
    const total = join.index.links.countOf(doc);
    // What is neither chosen nor ordered nor counted is not looked at beyond the page.
    const isPlain = (words ?? filter ?? counting) === undefined && sort.length === 0;
    const window = isPlain ? page : { skip: 0, limit: total };
    BUDGET.spend(Math.min(window.limit, total) * CANDIDATE);
    const targets: (Resource & { readonly type: SpaceType })[] = [];
    eachTarget(join, doc, window, (targetType, target) => {
      targets.push({ type: targetType, doc: target, shapes: [request.shape] });
    });
    if (!request.relationship.many) {
      trace?.step('assemble');
      this.#document.single(path, request, targets[0]);
      return;
    }
    const candidates = targets.map((resource) => ({ resource, segment: resource.type.segment, doc: resource.doc }));
    const found = isPlain
      ? pageAmong(candidates, total, trace)
      : words === undefined
        ? executeAmong(candidates, filter, sort, page, trace, counting)
        : searchAmong(candidates, words, filter, sort, page, trace, counting);
    trace?.step('assemble');
    const primary = found.page.map(({ resource }) => resource);
    this.#list(path, request, found, primary);
  }

  #writeLinkage(request: LinkageRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    trace?.step('assemble');
    const join = this.#join(type, request.relationship.name);
    BUDGET.spend(Math.min(request.page.limit, join.index.links.countOf(doc)) * FOLLOWED);
    this.#document.linkage(this.#itemPath(request), request, join, doc);
  }

  #list(
    path: string,
    request: CollectionRequest | RelatedRequest,
    found: FoundList,
    primary: readonly Resource[],
  ): void {
    const items = countedItems(this.#space, request.counting, found.counted, BUDGET);
    this.#document.list(path, request, found, primary, items);
  }

  #itemPath(request: ItemRequest | RelatedRequest | LinkageRequest): string {
    return `${this.#base}/${request.type.name}/${encodeComponent(request.id)}`;
  }

  #find(
    request: ItemRequest | RelatedRequest | LinkageRequest,
    trace: Trace | undefined,
  ): { type: SpaceType; doc: DocId } {
    trace?.step('execute');
    const type = typeNamed(this.#space, request.type.name);
    trace?.item(type.segment);
    BUDGET.spend(FOUND);
    const doc = findItem(type.segment, utf8(request.id));
    if (doc === undefined) throw itemNotFound(request);
    return { type, doc };
  }

  #join(type: SpaceType, relationship: string): Join {
    const join = type.joins.get(relationship);
    if (join === undefined) throw new InvariantError(`${type.name} has no join for ${relationship}`);
    return join;
  }
}

/** @returns what the last answer was estimated to take, in nanoseconds */
export const estimatedCost = (): number => BUDGET.needed * MARGIN;

export function itemNotFound({ type, id, complexity }: ItemRequest | RelatedRequest | LinkageRequest): RequestError {
  const detail = `There is no ${type.name} with the id "${id}". Ids are compared exactly; list the existing ones with /${type.name}.`;
  return new RequestError([{ code: 'ItemNotFound', detail }], complexity);
}
