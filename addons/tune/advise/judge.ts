/**
 * Judges two snapshots by the same traffic: compares every answer byte by byte, and decides for each shape whether it
 * is faster, slower, or the same.
 *
 * Elsewhere: measuring in turns (replay/side-by-side), the confidence interval (replay/compare).
 */

import { RequestError } from '../../../src/content/errors/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import { type AnsweredNow, compareReports, type Planned, type Ratio, replaySideBySide } from '../replay/index.js';
import { countRequests, countShapes, interleaveShapes } from './halves.js';

export interface JudgedShape {
  readonly shape: string;
  /** Requests of the shape in the traffic; the replay sends the same number for every shape. */
  readonly requests: number;
  /** Median latency after ÷ before, with its 95 % confidence interval. */
  readonly p50: Ratio;
  readonly verdict: 'faster' | 'slower' | 'same';
}

export interface Judgement {
  readonly requests: number;
  /**
   * The first requests with a different answer. Must be empty for a snapshot that only leaves out unused structures.
   */
  readonly different: readonly string[];
  /** Shapes that both snapshots answer. */
  readonly shapes: readonly JudgedShape[];
  /** Shapes refused before and answered after, with their latency. A refusal has no latency to compare with. */
  readonly answeredNow: readonly AnsweredNow[];
}

export interface JudgeOptions {
  /** Requests to measure for each shape. */
  readonly each: number;
  readonly maxCostMs: number | undefined;
  /** Slowdown that still counts as the same speed; a different memory layout alone can cause about 2 %. */
  readonly slack: number;
}

const base = '/delivery/jsonapi';
const examplesMaximum = 5;

/**
 * @param spaces  the snapshots before and after the change
 * @param planned the traffic to judge by
 * Cost: two answers for each distinct request, and `each` for each shape and snapshot.
 */
export function judge(spaces: readonly [Space, Space], planned: Planned, options: JudgeOptions): Judgement {
  const different: string[] = [];
  const timesAnsweredNow = new Map<string, number>();
  for (const { target, shape, times } of countRequests(planned)) {
    const before = answerText(spaces[0], target, options.maxCostMs);
    const after = answerText(spaces[1], target, options.maxCostMs);
    if (before !== undefined && before !== after) different.push(target);
    if (before !== undefined || after === undefined) continue;
    timesAnsweredNow.set(shape, (timesAnsweredNow.get(shape) ?? 0) + times);
  }
  const turns = interleaveShapes(planned, options.each);
  const warmUp = Math.min(turns.requests.length, options.each);
  const [before, after] = replaySideBySide(spaces, turns, { maxCostMs: options.maxCostMs, warmUp });
  const counts = countShapes(planned);
  const comparison = compareReports(before, after, true);
  const shapes = comparison.shapes.map(
    ({ shape, p50 }): JudgedShape => ({
      shape,
      requests: counts.get(shape) ?? 0,
      p50,
      verdict: decideVerdict(p50, options.slack),
    }),
  );
  // Report the number of requests in the traffic, not in the replay.
  const answeredNow = comparison.answeredNow.map((answered) => ({
    ...answered,
    requests: timesAnsweredNow.get(answered.shape) ?? 0,
  }));
  return { requests: planned.requests.length, different: different.slice(0, examplesMaximum), shapes, answeredNow };
}

/** A shape is faster or slower only if its whole confidence interval is. */
function decideVerdict({ interval }: Ratio, slack: number): JudgedShape['verdict'] {
  if (interval === undefined) return 'same';
  if (interval[1] < 1) return 'faster';
  return interval[0] > 1 + slack ? 'slower' : 'same';
}

/** @returns the text of the answer; undefined for an error, because no answer can be worse than an error */
function answerText(space: Space, target: string, maxCostMs: number | undefined): string | undefined {
  try {
    return answer(space, parseTarget(space.model, target), base, { maxCostMs }).toString();
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
