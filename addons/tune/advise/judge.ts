/**
 * Two snapshots judged by the same traffic: whether every answer is the same to the byte, and how sure each shape is
 * faster or slower.
 */

import { RequestError } from '../../../src/content/errors/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import { type AnsweredNow, compareReports, type Planned, type Ratio, replaySideBySide } from '../replay/index.js';
import { countsOf, inTurns, shapeCounts } from './halves.js';

export interface JudgedShape {
  readonly shape: string;
  /** Of the traffic, not of the replay, which asks each shape as often. */
  readonly requests: number;
  /** Median, after ÷ before, with the interval that 95 of 100 would hold. */
  readonly p50: Ratio;
  readonly verdict: 'faster' | 'slower' | 'same';
}

export interface Judgement {
  readonly requests: number;
  /** Different requests that are answered otherwise; none is what a snapshot without unused structures must have. */
  readonly different: readonly string[];
  /** Those that both answer. */
  readonly shapes: readonly JudgedShape[];
  /** Refused before and answered after, by shape: what they cost, which no refusal is compared with. */
  readonly answeredNow: readonly AnsweredNow[];
}

export interface JudgeOptions {
  /** Requests a shape. */
  readonly each: number;
  readonly maxCostMs: number | undefined;
  /** What a shape may be slower and still count as the same: memory that lies otherwise does as much. */
  readonly slack: number;
}

const base = '/delivery/jsonapi';
const shownDifferent = 5;

/** @param spaces before and after. @param planned what they are judged by */
export function judge(spaces: readonly [Space, Space], planned: Planned, options: JudgeOptions): Judgement {
  const different: string[] = [];
  const timesAnsweredNow = new Map<string, number>();
  for (const { target, shape, times } of countsOf(planned)) {
    const before = outcome(spaces[0], target, options.maxCostMs);
    const after = outcome(spaces[1], target, options.maxCostMs);
    if (before !== undefined && before !== after) different.push(target);
    if (before !== undefined || after === undefined) continue;
    timesAnsweredNow.set(shape, (timesAnsweredNow.get(shape) ?? 0) + times);
  }
  const turns = inTurns(planned, options.each);
  const warmUp = Math.min(turns.requests.length, options.each);
  const [before, after] = replaySideBySide(spaces, turns, { maxCostMs: options.maxCostMs, warmUp });
  const counts = shapeCounts(planned);
  const comparison = compareReports(before, after, true);
  const shapes = comparison.shapes.map(
    ({ shape, p50 }): JudgedShape => ({
      shape,
      requests: counts.get(shape) ?? 0,
      p50,
      verdict: verdictOn(p50, options.slack),
    }),
  );
  // Of the traffic, as that of the shapes: the replay asks each shape as often.
  const answeredNow = comparison.answeredNow.map((one) => ({ ...one, requests: timesAnsweredNow.get(one.shape) ?? 0 }));
  return { requests: planned.requests.length, different: different.slice(0, shownDifferent), shapes, answeredNow };
}

/** Only where the whole interval says so. */
function verdictOn({ interval }: Ratio, slack: number): JudgedShape['verdict'] {
  if (interval === undefined) return 'same';
  if (interval[1] < 1) return 'faster';
  return interval[0] > 1 + slack ? 'slower' : 'same';
}

/** @returns the whole answer; undefined where it is an error, which no answer is worse than, nor another error */
function outcome(space: Space, target: string, maxCostMs: number | undefined): string | undefined {
  try {
    return answer(space, parseTarget(space.model, target), base, { maxCostMs }).toString();
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
