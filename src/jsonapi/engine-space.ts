/**
 * A space that another engine answers, such as a database: a checked request in, a promise of a document out.
 *
 * Elsewhere: the other source of answers, an open snapshot (index/snapshot), and its answers (answer).
 */
import type { ContentModel, SnapshotId } from '../content/model/index.js';
import type { Space } from '../index/snapshot/index.js';
import { answer, runPaged } from './answer.js';
import type { Resource } from './document/resources.js';
import type { ParsedRequest } from './request/parsed-request.js';

export interface EngineOptions {
  /** Receives every resource of the document, if the caller needs them. */
  readonly writtenResources?: Resource[] | undefined;
  /** Aborted when no caller waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The content that is published at one time. Each publication is a new object. */
export interface EngineSpace {
  /** Equal for equal content, like the id of a snapshot. */
  readonly id: SnapshotId;
  readonly model: ContentModel;
  /** Number of items by content type. */
  readonly sizes: ReadonlyMap<string, number>;
  /**
   * @param base prefix of every link: public URL and mount path
   * @returns the document; the caller owns its bytes
   * @throws RequestError if the item does not exist, the engine cannot answer the request, or is unavailable
   */
  readonly answer: (request: ParsedRequest, base: string, options: EngineOptions) => Promise<Buffer>;
}

/** A source of answers: a snapshot or another engine. */
export type AnySpace = Space | EngineSpace;

export const isEngine = (space: AnySpace): space is EngineSpace => 'answer' in space;

/** @returns the space if it is a snapshot; undefined if it is another engine or missing */
export const snapshotIn = (space: AnySpace | undefined): Space | undefined =>
  space === undefined || isEngine(space) ? undefined : space;

/** @returns the number of items by content type */
export const itemCounts = (space: AnySpace): ReadonlyMap<string, number> =>
  isEngine(space) ? space.sizes : new Map([...space.types].map(([name, { segment }]) => [name, segment.size]));

/**
 * Answers one request outside the serving path: no cache, no queue, no cost limit.
 *
 * @param timeoutMs maximum duration of an engine's answer
 * @throws RequestError if the item does not exist, or the source of answers is unavailable
 */
export const answerOnce = async (
  space: AnySpace,
  request: ParsedRequest,
  base: string,
  timeoutMs: number,
): Promise<Buffer> =>
  isEngine(space)
    ? space.answer(request, base, { signal: AbortSignal.timeout(timeoutMs) })
    : runPaged(space, () => answer(space, request, base), request.complexity);
