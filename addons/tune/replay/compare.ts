/**
 * Two replays side by side: how much slower or faster each shape became, and how sure that is.
 *
 * The interval comes from drawing blocks of requests anew (bootstrap): a difference that the noise of this machine makes
 * by itself is inside it. Source: Künsch, "The jackknife and the bootstrap for general stationary observations", 1989.
 */
import { SeededRandom } from '../traffic/index.js';
import type { ComparableReport, ComparableShape } from './read-report.js';
import type { Apart } from './report.js';
import type { Percentiles } from './samples.js';

/** After ÷ before; above 1 is slower. */
export interface Ratio {
  readonly ratio: number;
  /** 95 of 100 such intervals hold the true ratio; undefined where there were too few requests to tell. */
  readonly interval: readonly [number, number] | undefined;
}

export interface ShapeChange {
  readonly shape: string;
  /** Those answered now; in turns, those that both answered. */
  readonly requests: number;
  readonly p50: Ratio;
  readonly p99: Ratio;
}

export interface Comparison {
  readonly shapes: readonly ShapeChange[];
  /** Shapes that one of the two alone has answers to. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  /** In turns: requests that were refused before and are answered now, by shape. They are in no ratio. */
  readonly answeredNow: readonly AnsweredNow[];
}

export interface AnsweredNow extends Apart {
  readonly shape: string;
}

const draws = 1000;
const seed = 20_240_229;
/** With fewer, an interval would promise too much. */
const blocksMinimum = 5;

/** @param paired whether both answered the same requests in turns, so that their blocks belong together */
export function compareReports(before: ComparableReport, after: ComparableReport, paired: boolean): Comparison {
  const ofBefore = new Map(before.shapes.map((report) => [report.shape, report]));
  const shapes = after.shapes.flatMap((report): ShapeChange[] => {
    const { us } = report;
    const old = ofBefore.get(report.shape);
    const oldUs = old?.us;
    if (old === undefined || us === undefined || oldUs === undefined) return [];
    const ratio = (of: 'p50' | 'p99'): Ratio => ({
      ratio: us[of] / oldUs[of],
      interval: intervalOf(old.blocks, report.blocks, of, paired),
    });
    return [{ shape: report.shape, requests: answeredOf(report), p50: ratio('p50'), p99: ratio('p99') }];
  });
  return {
    shapes,
    onlyBefore: onlyIn(before, after),
    onlyAfter: onlyIn(after, before),
    answeredNow: after.shapes.flatMap(({ shape, alone }) => (alone === undefined ? [] : { shape, ...alone })),
  };
}

/** @returns requests whose latency is compared */
const answeredOf = ({ requests, errors, alone }: ComparableShape): number =>
  requests - Object.values(errors).reduce((sum, times) => sum + times, 0) - (alone?.requests ?? 0);

/** @returns shapes with an answer in the first alone */
function onlyIn(one: ComparableReport, other: ComparableReport): readonly string[] {
  const answered = ({ shapes }: ComparableReport): readonly string[] =>
    shapes.filter(({ us, alone }) => us !== undefined || alone !== undefined).map(({ shape }) => shape);
  const ofOther = new Set(answered(other));
  return answered(one).filter((shape) => !ofOther.has(shape));
}

function intervalOf(
  before: readonly Percentiles[],
  after: readonly Percentiles[],
  of: 'p50' | 'p99',
  paired: boolean,
): readonly [number, number] | undefined {
  if (before.length < blocksMinimum || after.length < blocksMinimum) return undefined;
  const random = new SeededRandom(seed);
  const ratios = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw += 1) {
    const places = after.map(() => random.below(after.length));
    const others = paired && before.length === after.length ? places : before.map(() => random.below(before.length));
    ratios[draw] = meanAt(after, places, of) / meanAt(before, others, of);
  }
  ratios.sort();
  return [ratios[Math.floor(draws * 0.025)] ?? 0, ratios[Math.ceil(draws * 0.975) - 1] ?? 0];
}

const meanAt = (blocks: readonly Percentiles[], places: readonly number[], of: 'p50' | 'p99'): number =>
  places.reduce((sum, place) => sum + (blocks[place]?.[of] ?? 0), 0) / places.length;
