/**
 * The interface of a space that is answered by another engine, such as a database: checked request in, promise of a document
 * out. The other source of answers is an open snapshot.
 */

import type { ContentModel, SnapshotId } from '../content/model/index.js';
import type { Space } from '../index/snapshot/index.js';
import { answer, runPaged } from './answer.js';
import type { Resource } from './document/resources.js';
import type { ParsedRequest } from './request/parsed-request.js';

export interface EngineOptions {
  /** Receives every resource of the document, if the caller needs them. */
  readonly writtenResources?: Resource[] | undefined;
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The published content at one time. Each publication is a new object. */
export interface EngineSpace {
  /** The same for the same content, as the id of a snapshot is. */
  readonly id: SnapshotId;
  readonly model: ContentModel;
  /** How many items there are, by content type. */
  readonly sizes: ReadonlyMap<string, number>;
  /**
   * @param base prefix of every link: public URL and mount path
   * @returns the document, whose bytes are the caller's
   * @throws RequestError when the item does not exist, the engine cannot answer such a request, or cannot be asked at present
   */
  readonly answer: (request: ParsedRequest, base: string, options: EngineOptions) => Promise<Buffer>;
}

/** A source of answers. */
export type AnySpace = Space | EngineSpace;

export const isEngine = (space: AnySpace): space is EngineSpace => 'answer' in space;

/** @returns undefined where it is not a snapshot, or there is none */
export const snapshotIn = (space: AnySpace | undefined): Space | undefined =>
  space === undefined || isEngine(space) ? undefined : space;

/** @returns the number of items by content type */
export const itemCounts = (space: AnySpace): ReadonlyMap<string, number> =>
  isEngine(space) ? space.sizes : new Map([...space.types].map(([name, { segment }]) => [name, segment.size]));

/**
 * Answers one request outside the serving path: no cache, no queue, no limit of cost.
 *
 * @param patienceMs limit of an engine's answer
 * @throws RequestError if the item does not exist, or the answer cannot be had at present
 */
export const answerOnce = async (
  space: AnySpace,
  request: ParsedRequest,
  base: string,
  patienceMs: number,
): Promise<Buffer> =>
  isEngine(space)
    ? space.answer(request, base, { signal: AbortSignal.timeout(patienceMs) })
    : runPaged(space, () => answer(space, request, base), request.complexity);
