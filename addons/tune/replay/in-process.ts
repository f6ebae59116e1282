/**
 * Replays traffic in this process, one request after the other, without HTTP and without a cache: the time of the
 * index.
 *
 * Elsewhere: two snapshots in turns (side-by-side), a server (over-http).
 */

import { RequestError } from '../../../src/content/errors/index.js';
import { type Explanation, Recorder } from '../../../src/engine/query/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget, type Resource } from '../../../src/jsonapi/index.js';
import { Measurements } from './measurements.js';
import type { Planned } from './planned.js';
import type { ReplayReport } from './report.js';

/** The beginning of every link in an answer; as long as on a server. */
const base = '/delivery/jsonapi';
/** Distinct requests of a shape whose answers are explained. */
const explainedRequestsMaximum = 20;

export interface InProcessOptions {
  readonly maxCostMs: number | undefined;
  /** Requests to answer before the measurement starts. */
  readonly warmUp: number;
}

/**
 * Answers one request.
 *
 * @returns the code of the request error; undefined if there is an answer
 * @throws  every error that is not a request error
 */
export function answerOnce(space: Space, target: string, maxCostMs: number | undefined): string | undefined {
  try {
    answer(space, parseTarget(space.model, target), base, { maxCostMs });
    return undefined;
  } catch (error) {
    if (error instanceof RequestError) return error.problems[0]?.code ?? 'BadRequest';
    throw error;
  }
}

/** Cost: answering every request once, and at most 20 distinct requests of each shape a second time. */
export function replayInProcess(space: Space, planned: Planned, options: InProcessOptions): ReplayReport {
  const { targets, requests } = planned;
  const warmUp = Math.min(options.warmUp, requests.length);
  for (let place = 0; place < warmUp; place += 1) {
    answerOnce(space, targets[requests[place] ?? 0] ?? '', options.maxCostMs);
  }
  const gathering = new Measurements(planned);
  const startMs = performance.now();
  for (const distinct of requests) {
    const target = targets[distinct] ?? '';
    const sentMs = performance.now();
    const error = answerOnce(space, target, options.maxCostMs);
    gathering.add(distinct, (performance.now() - sentMs) * 1000, error);
  }
  return writeReport(space, planned, gathering, (performance.now() - startMs) / 1000, options.maxCostMs);
}

/** Explains some answers of each shape, then writes the report. */
export function writeReport(
  space: Space,
  planned: Planned,
  gathering: Measurements,
  seconds: number,
  maxCostMs: number | undefined,
): ReplayReport {
  addExplanations(space, planned, gathering, maxCostMs);
  const environment = { where: 'in process', snapshot: space.id, lateUs: undefined, cache: undefined };
  return gathering.report(seconds, (target) => explainAnswer(space, target, maxCostMs)?.explanation, environment);
}

interface ExplainedAnswer {
  readonly explanation: Explanation;
  readonly rows: number;
  readonly bytes: number;
}

/** @returns undefined if the answer is an error */
function explainAnswer(space: Space, target: string, maxCostMs: number | undefined): ExplainedAnswer | undefined {
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

/**
 * Answers the first distinct requests of each shape again, and adds their mean sizes and their structures to its
 * figures.
 */
function addExplanations(
  space: Space,
  { targets, shapes }: Planned,
  gathering: Measurements,
  maxCostMs: number | undefined,
): void {
  const explanations = new Map<number, ExplainedAnswer[]>();
  for (const [distinct, target] of targets.entries()) {
    const shapeIndex = shapes[distinct] ?? 0;
    const earlierExplanations = explanations.get(shapeIndex) ?? [];
    if (earlierExplanations.length >= explainedRequestsMaximum) continue;
    const explainedAnswers = explainAnswer(space, target, maxCostMs);
    if (explainedAnswers !== undefined) explanations.set(shapeIndex, [...earlierExplanations, explainedAnswers]);
  }
  for (const [shapeIndex, explainedAnswers] of explanations) {
    const shape = gathering.shape(shapeIndex);
    let rows = 0;
    let bytes = 0;
    for (const example of explainedAnswers) {
      rows += example.rows;
      bytes += example.bytes;
      for (const name of listStructures(example.explanation)) shape.structures.add(name);
    }
    shape.rows = rows / explainedAnswers.length;
    shape.bytes = bytes / explainedAnswers.length;
  }
}

/** @returns names of the structures that answered the conditions, the item and the order */
function listStructures({ conditions, item, order }: Explanation): readonly string[] {
  return [
    ...conditions.map(({ structure }) => structure),
    ...(item === undefined ? [] : [item.structure]),
    ...(order === undefined ? [] : [`order: ${order.because}`]),
  ];
}
