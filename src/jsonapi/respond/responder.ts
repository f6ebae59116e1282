/**
 * A checked request → the bytes of its document, from one open snapshot: finds the items and charges the budget.
 *
 * Elsewhere: queries (engine/query), writing the document (document/document-assembler), other engines (engine-space).
 */
import { choose } from '../../content/choices/index.js';
import { InvariantError, RequestError, TooCostlyError } from '../../content/errors/index.js';
import { type DocId, docId, utf8 } from '../../content/model/index.js';
import {
  type CandidateResult,
  execute,
  executeAmong,
  executeSearch,
  executeTogether,
  pageAmong,
  type QueryResult,
  searchAmong,
  suggest,
  type Trace,
} from '../../engine/query/index.js';
import { ADD_CANDIDATE, FIND_ITEM, INCLUDE_LINK, MARGIN, PARSE_CHARACTER } from '../../index/costs/index.js';
import { Budget } from '../../index/docset/index.js';
import { findItem, type SimilarItem } from '../../index/segment/index.js';
import type { Join, Space, SpaceType } from '../../index/snapshot/index.js';
import { DocumentAssembler, type ListResult, typeNamed } from '../document/document-assembler.js';
import { eachTarget, type Resource } from '../document/resources.js';
import { sharedFeaturesMember } from '../document/shared-features.js';
import type { Loan } from '../document/slabs.js';
import { primaryTypes } from '../request/endpoint.js';
import type {
  CollectionRequest,
  ItemRequest,
  LinkageRequest,
  ListRequest,
  ParsedRequest,
  RelatedRequest,
  SearchRequest,
} from '../request/parsed-request.js';
import { isSimilarRequest } from '../request/similar.js';
import { countedItems } from './counted-items.js';

import { explainTooCostly } from './too-costly.js';

/** The budget of the current request. Requests run one at a time, so all arenas of this thread share it. */
const BUDGET = new Budget();

export interface AnswerOptions {
  /** Receives the decisions of the planner, with their figures. */
  readonly trace?: Trace | undefined;
  /** Receives every resource of the document, if the caller needs them. */
  readonly writtenResources?: Resource[] | undefined;
  /** Maximum estimated time of the answer, in milliseconds; absent: no maximum. */
  readonly maxCostMs?: number | undefined;
  /** A smaller maximum, for callers that postpone costly requests: beyond it TooCostlyError is thrown. Absent: none. */
  readonly atOnceMs?: number | undefined;
  /** The result of an earlier attempt, if the answer starts again because blocks had to be read from disk. */
  readonly memo?: AnswerMemo | undefined;
}

/** The result of a list's query, computed once even if the answer starts several times. */
export class AnswerMemo {
  result: QueryResult | undefined;
  /** Estimated cost of the query, in ns. */
  cost = 0;
}

/** Answers the requests of one space at one mount point. */
export class Responder {
  readonly #space: Space;
  readonly #document: DocumentAssembler;
  get prefetchChecksum(): number {
    return this.#document.prefetchChecksum;
  }

  /**
   * @param space in the locale of the answer
   * @param base  prefix of every link: public URL and mount path, without a slash at its end
   * @param query at the end of every link, except links that repeat the request: the requested locale
   * Cost: O(model).
   */
  constructor(space: Space, base: string, query = '') {
    this.#space = space;
    this.#document = new DocumentAssembler(space, base, query, BUDGET);
    for (const { segment } of space.types.values()) segment.arena.budget = BUDGET;
  }

  /**
   * @throws RequestError if the item does not exist or the answer would cost more than `options.maxCostMs`
   * @throws TooCostlyError if the answer would cost more than `options.atOnceMs`
   * Cost: the query, and copying the document's bytes.
   */
  answer(request: ParsedRequest, options: AnswerOptions = {}): Buffer {
    this.#compose(request, options);
    return this.#document.take();
  }

  /** As `answer`, for callers that return the document's memory for reuse. */
  lend(request: ParsedRequest, options: AnswerOptions = {}): Loan {
    this.#compose(request, options);
    return this.#document.lend();
  }

  #compose(request: ParsedRequest, { trace, writtenResources, maxCostMs, atOnceMs, memo }: AnswerOptions): void {
    this.#document.begin(writtenResources);
    const boundMs = atOnceMs ?? maxCostMs;
    BUDGET.reset(boundMs === undefined ? undefined : Math.ceil((boundMs * 1e6) / MARGIN));
    try {
      BUDGET.spend(request.search.length * PARSE_CHARACTER);
      this.#write(request, trace, memo);
      this.#space.pages?.settle();
    } catch (error) {
      this.#document.clear();
      if (error instanceof TooCostlyError && atOnceMs === undefined) throw this.#refusal(error, request, maxCostMs);
      throw error;
    }
  }

  #refusal(error: TooCostlyError, request: ParsedRequest, maxCostMs = 0): Error {
    if (request.kind === 'root') return error;
    const [listedType] = request.kind === 'suggest' ? request.types : primaryTypes(this.#space.model, request);
    const segment = this.#space.types.get(listedType?.name ?? '')?.segment;
    const costError = new TooCostlyError(error.cost * MARGIN, maxCostMs * 1e6);
    return new RequestError([explainTooCostly(costError, request, segment)], request.complexity);
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
      case 'search':
        this.#writeSearch(request, trace);
        return;
      case 'suggest': {
        const segments = request.types.map(({ name }) => typeNamed(this.#space, name).segment);
        const suggestions = suggest(segments, request.text, trace);
        trace?.step('assemble');
        this.#document.suggestions(request, suggestions);
        return;
      }
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
    const { words } = request;
    const result =
      words === undefined
        ? this.#findOrRecall(memo, () => execute(type.segment, request, trace))
        : executeSearch(type.segment, words, request, trace);
    const { docs } = result;
    trace?.step('assemble');
    this.#document.prefetch(type, docs);
    const { shape } = request;
    const primary: Resource[] = [];
    // Without `include`, no shapes are added to a resource later, so all resources can share one list of shapes.
    const sharedShapes = shape.includes.size === 0 ? [shape] : undefined;
    for (let i = 0; i < docs.length; i += 1)
      primary.push({ type, doc: docId(docs[i]!), shapes: sharedShapes ?? [shape] });
    this.#list(request, result, primary);
  }

  #writeSearch(request: SearchRequest, trace: Trace | undefined): void {
    const types = request.types.map(({ name }) => typeNamed(this.#space, name));
    const typeBySegment = new Map(types.map((type) => [type.segment, type]));
    const result = executeTogether([...typeBySegment.keys()], request.words, request, trace);
    trace?.step('assemble');
    const primary: Resource[] = [];
    for (const { segment, doc } of result.page) {
      const type = typeBySegment.get(segment);
      if (type !== undefined) primary.push({ type, doc: docId(doc), shapes: [request.shape] });
    }
    this.#list(request, result, primary);
  }

  /** Runs the query, or returns the result of an earlier attempt. */
  #findOrRecall(memo: AnswerMemo | undefined, find: () => QueryResult): QueryResult {
    if (memo === undefined) return find();
    if (memo.result !== undefined) {
      BUDGET.spend(memo.cost - BUDGET.spent);
      return memo.result;
    }
    const result = find();
    this.#space.pages?.settle();
    // The next query overwrites the memory of the page, so the memo has a copy.
    memo.result = { ...result, docs: result.docs.slice() };
    memo.cost = BUDGET.spent;
    return result;
  }

  #writeItem(request: ItemRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    trace?.step('assemble');
    this.#document.single(request, { type, doc, shapes: [request.shape] });
  }

  #writeRelated(request: RelatedRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    const { words, filter, sort, page, counting } = request;
    const similar = isSimilarRequest(request) ? this.#similar(type, doc) : undefined;
    const join = similar === undefined ? this.#join(type, request.relationship.name) : undefined;
    const total = similar?.length ?? join?.index.links.countOf(doc) ?? 0;
    // Without filter, sort and counts, only the links of the page are read.
    const isUnfiltered = (words ?? filter ?? counting) === undefined && sort.length === 0;
    const readsPageOnly = isUnfiltered && choose('related.page', 'window') === 'window';
    const window = readsPageOnly ? page : { skip: 0, limit: total };
    BUDGET.spend(Math.min(window.limit, total) * ADD_CANDIDATE);
    const targets: (Resource & { readonly type: SpaceType })[] = [];
    const push = (targetType: SpaceType, target: DocId): unknown =>
      targets.push({ type: targetType, doc: target, shapes: [request.shape] });
    for (const similarItem of similar?.slice(window.skip, window.skip + window.limit) ?? [])
      push(type, similarItem.doc);
    if (join !== undefined) eachTarget(join, doc, window, push);
    if (!request.relationship.many) {
      trace?.step('assemble');
      this.#document.single(request, targets[0]);
      return;
    }
    const candidates = targets.map((resource) => ({ resource, segment: resource.type.segment, doc: resource.doc }));
    let result: CandidateResult<(typeof candidates)[number]>;
    if (readsPageOnly) result = pageAmong(candidates, total, trace);
    else if (words === undefined) result = executeAmong(candidates, request, trace);
    else result = searchAmong(candidates, words, request, trace);
    trace?.step('assemble');
    const primary = result.page.map(({ resource }) => resource);
    if (similar === undefined) this.#list(request, result, primary);
    else this.#list(request, { ...result, similar: sharedFeaturesMember(similar) }, primary);
  }

  #similar({ segment }: SpaceType, doc: DocId): readonly SimilarItem[] {
    if (segment.similar === undefined) throw new InvariantError(`${segment.type.name} has no index of similar items`);
    return segment.similar.readSimilar(doc);
  }

  #writeLinkage(request: LinkageRequest, trace: Trace | undefined): void {
    const { type, doc } = this.#find(request, trace);
    trace?.step('assemble');
    const join = this.#join(type, request.relationship.name);
    BUDGET.spend(Math.min(request.page.limit, join.index.links.countOf(doc)) * INCLUDE_LINK);
    this.#document.linkage(request, join, doc);
  }

  #list(request: ListRequest, result: ListResult, primary: readonly Resource[]): void {
    const items = countedItems(this.#space, request.counting, result.counted, BUDGET);
    this.#document.list(request, result, primary, items);
  }

  #find(
    request: ItemRequest | RelatedRequest | LinkageRequest,
    trace: Trace | undefined,
  ): { type: SpaceType; doc: DocId } {
    trace?.step('execute');
    const type = typeNamed(this.#space, request.type.name);
    trace?.item(type.segment);
    BUDGET.spend(FIND_ITEM);
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

/** @returns the estimated cost of the last answer, in ns */
export const estimatedCost = (): number => BUDGET.needed * MARGIN;

export function itemNotFound({ type, id, complexity }: ItemRequest | RelatedRequest | LinkageRequest): RequestError {
  const detail = `There is no ${type.name} with the id "${id}". Ids are compared exactly; list the existing ones with /${type.name}.`;
  return new RequestError([{ code: 'ItemNotFound', detail }], complexity);
}
