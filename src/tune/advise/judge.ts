/**
 * Two snapshots judged by the same traffic: whether every answer is the same to the byte, and how sure each shape is
 * faster or slower.
 */

import { answer, parseTarget } from '../../api/jsonapi/index.js';
import { RequestError } from '../../content/errors/index.js';
import type { Space } from '../../index/snapshot/index.js';
import { compareReports, type Planned, type Ratio, replaySideBySide } from '../replay/index.js';
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
  readonly shapes: readonly JudgedShape[];
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
  const different = countsOf(planned)
    .filter(({ target }) => isWorse(outcome(spaces[0], target), outcome(spaces[1], target)))
    .map(({ target }) => target);
  const turns = inTurns(planned, options.each);
  const warmUp = Math.min(turns.requests.length, options.each);
  const [before, after] = replaySideBySide(spaces, turns, { maxCostMs: options.maxCostMs, warmUp });
  const counts = shapeCounts(planned);
  const shapes = compareReports(before, after, true).shapes.map(
    ({ shape, p50 }): JudgedShape => ({
      shape,
      requests: counts.get(shape) ?? 0,
      p50,
      verdict: verdictOn(p50, options.slack),
    }),
  );
  return { requests: planned.requests.length, different: different.slice(0, shownDifferent), shapes };
}

/** Only where the whole interval says so. */
function verdictOn({ interval }: Ratio, slack: number): JudgedShape['verdict'] {
  if (interval === undefined) return 'same';
  if (interval[1] < 1) return 'faster';
  return interval[0] > 1 + slack ? 'slower' : 'same';
}

/** What an answer comes to: the whole of it, or the codes of its errors. */
interface Outcome {
  readonly isError: boolean;
  readonly text: string;
}

/** What was refused and is answered now is no worse. */
const isWorse = (before: Outcome, after: Outcome): boolean =>
  before.text !== after.text && !(before.isError && !after.isError);

function outcome(space: Space, target: string): Outcome {
  try {
    return { isError: false, text: answer(space, parseTarget(space.model, target), base).toString() };
  } catch (error) {
    if (error instanceof RequestError) return { isError: true, text: error.problems.map(({ code }) => code).join() };
    throw error;
  }
}
