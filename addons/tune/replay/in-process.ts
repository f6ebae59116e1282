/**
 * Traffic answered in this process, one request after the other, as fast as it goes: what the index takes, without HTTP
 * and without a cache.
 */

import { RequestError } from '../../../src/content/errors/index.js';
import { type Explanation, Recorder } from '../../../src/engine/query/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget, type Resource } from '../../../src/jsonapi/index.js';
import { Gathering, type Planned } from './planned.js';
import type { ReplayReport } from './report.js';

/** What every link begins with; as long as on a server. */
const base = '/delivery/jsonapi';
/** Different requests a shape whose answers are looked into. */
const lookedInto = 20;

export interface InProcessOptions {
  readonly maxCostMs: number | undefined;
  /** Requests that are answered before the clock runs. */
  readonly warmUp: number;
}

/** Answers one request. @returns the error's code, undefined for an answer. Only errors of the request are caught. */
export function answerOnce(space: Space, target: string, maxCostMs: number | undefined): string | undefined {
  try {
    answer(space, parseTarget(space.model, target), base, { maxCostMs });
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return error.problems[0]?.code ?? 'BadRequest';
    throw error;
  }
}

/** Cost: answering every request once, and some a second time. */
export function replayInProcess(space: Space, planned: Planned, options: InProcessOptions): ReplayReport {
  const { targets, requests } = planned;
  const warmUp = Math.min(options.warmUp, requests.length);
  for (let place = 0; place < warmUp; place += 1) {
    answerOnce(space, targets[requests[place] ?? 0] ?? '', options.maxCostMs);
  }
  const gathering = new Gathering(planned);
  const startMs = performance.now();
  for (const distinct of requests) {
    const target = targets[distinct] ?? '';
    const beganMs = performance.now();
    const error = answerOnce(space, target, options.maxCostMs);
    gathering.add(distinct, (performance.now() - beganMs) * 1000, error);
  }
  return finish(space, planned, gathering, (performance.now() - startMs) / 1000, options.maxCostMs);
}

/** @returns the report, after looking into some answers once more */
export function finish(
  space: Space,
  planned: Planned,
  gathering: Gathering,
  seconds: number,
  maxCostMs: number | undefined,
): ReplayReport {
  lookInto(space, planned, gathering, maxCostMs);
  const rest = { where: 'in process', snapshot: space.id, lateUs: undefined, cache: undefined };
  return gathering.report(seconds, (target) => explained(space, target, maxCostMs)?.explanation, rest);
}

interface LookedInto {
  readonly explanation: Explanation;
  readonly rows: number;
  readonly bytes: number;
}

/** @returns undefined where the answer is an error */
function explained(space: Space, target: string, maxCostMs: number | undefined): LookedInto | undefined {
  const recorder = new Recorder(() => performance.now() * 1e6);
  const writtenResources: Resource[] = [];
  try {
    const { byteLength } = answer(space, parseTarget(space.model, target), base, {
      trace: recorder,
      writtenResources,
      maxCostMs,
    });
    return { explanation: recorder.explanation(), rows: writtenResources.length, bytes: byteLength };
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Tells of each shape what its answers hold and what answered it, from the first few different requests. */
function lookInto(
  space: Space,
  { targets, shapes }: Planned,
  gathering: Gathering,
  maxCostMs: number | undefined,
): void {
  const looked = new Map<number, LookedInto[]>();
  for (const [distinct, target] of targets.entries()) {
    const place = shapes[distinct] ?? 0;
    const before = looked.get(place) ?? [];
    if (before.length >= lookedInto) continue;
    const found = explained(space, target, maxCostMs);
    if (found !== undefined) looked.set(place, [...before, found]);
  }
  for (const [place, found] of looked) {
    const shape = gathering.shape(place);
    shape.rows = found.reduce((sum, { rows }) => sum + rows, 0) / found.length;
    shape.bytes = found.reduce((sum, { bytes }) => sum + bytes, 0) / found.length;
    for (const { explanation } of found) for (const name of structuresOf(explanation)) shape.structures.add(name);
  }
}

function structuresOf({ conditions, item, order }: Explanation): readonly string[] {
  return [
    ...conditions.map(({ structure }) => structure),
    ...(item === undefined ? [] : [item.structure]),
    ...(order === undefined ? [] : [`order: ${order.because}`]),
  ];
}
