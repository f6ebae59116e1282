/**
 * Compares two replays: for each shape the ratio of its latencies, with a 95 % confidence interval.
 *
 * The interval comes from resampling blocks of requests (block bootstrap), so differences caused by noise lie inside it.
 * Source: Künsch, "The jackknife and the bootstrap for general stationary observations", 1989.
 */
import { SeededRandom } from '../traffic/index.js';
import type { ComparableReport, ComparableShape } from './read-report.js';
import type { UncomparedRequests } from './report.js';
import type { Percentiles } from './samples.js';

/** After ÷ before; above 1 is slower. */
export interface Ratio {
  readonly ratio: number;
  /** 95 % confidence interval; undefined if there were too few requests for one. */
  readonly interval: readonly [number, number] | undefined;
}

export interface ShapeChange {
  readonly shape: string;
  /** Requests answered now; in a side-by-side replay, requests that both snapshots answered. */
  readonly requests: number;
  readonly p50: Ratio;
  readonly p99: Ratio;
}

export interface Comparison {
  readonly shapes: readonly ShapeChange[];
  /** Shapes with answers in only one of the two replays. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  /** Side-by-side replays only: shapes that were refused before and are answered now. They are in no ratio. */
  readonly answeredNow: readonly AnsweredNow[];
}

export interface AnsweredNow extends UncomparedRequests {
  readonly shape: string;
}

const DRAW_COUNT = 1000;
const SEED = 20_240_229;
/** Fewer blocks would give an interval that is too narrow. */
const BLOCK_MINIMUM = 5;

/**
 * @param paired whether the replays ran side by side, so that block i of one and block i of the other have the same requests
 * Cost: 1000 draws of all blocks for each shape and percentile.
 */
export function compareReports(before: ComparableReport, after: ComparableReport, paired: boolean): Comparison {
  const reportsBefore = new Map(before.shapes.map((report) => [report.shape, report]));
  const shapes = after.shapes.flatMap((report): ShapeChange[] => {
    const { us } = report;
    const reportBefore = reportsBefore.get(report.shape);
    const usBefore = reportBefore?.us;
    if (reportBefore === undefined || us === undefined || usBefore === undefined) return [];
    const compareLatency = (percentile: 'p50' | 'p99'): Ratio => ({
      ratio: us[percentile] / usBefore[percentile],
      interval: estimateInterval(reportBefore.blocks, report.blocks, percentile, paired),
    });
    return [
      { shape: report.shape, requests: countCompared(report), p50: compareLatency('p50'), p99: compareLatency('p99') },
    ];
  });
  return {
    shapes,
    onlyBefore: findShapesOnlyIn(before, after),
    onlyAfter: findShapesOnlyIn(after, before),
    answeredNow: after.shapes.flatMap(({ shape, alone }) => (alone === undefined ? [] : { shape, ...alone })),
  };
}

/** @returns the number of requests whose latency is compared */
function countCompared({ requests, errors, alone }: ComparableShape): number {
  let failed = 0;
  for (const times of Object.values(errors)) failed += times;
  return requests - failed - (alone?.requests ?? 0);
}

/** @returns shapes that only the first report has answers for */
function findShapesOnlyIn(report: ComparableReport, otherReport: ComparableReport): readonly string[] {
  const listAnsweredShapes = ({ shapes }: ComparableReport): readonly string[] =>
    shapes.filter(({ us, alone }) => us !== undefined || alone !== undefined).map(({ shape }) => shape);
  const otherShapes = new Set(listAnsweredShapes(otherReport));
  return listAnsweredShapes(report).filter((shape) => !otherShapes.has(shape));
}

/** @returns the 2.5th and the 97.5th percentile of the resampled ratios; undefined for too few blocks */
function estimateInterval(
  before: readonly Percentiles[],
  after: readonly Percentiles[],
  percentile: 'p50' | 'p99',
  paired: boolean,
): readonly [number, number] | undefined {
  if (before.length < BLOCK_MINIMUM || after.length < BLOCK_MINIMUM) return undefined;
  const random = new SeededRandom(SEED);
  const ratios = new Float64Array(DRAW_COUNT);
  for (let draw = 0; draw < DRAW_COUNT; draw += 1) {
    const drawnAfter = after.map(() => random.below(after.length));
    const isSameDraw = paired && before.length === after.length;
    const drawnBefore = isSameDraw ? drawnAfter : before.map(() => random.below(before.length));
    ratios[draw] = meanOfBlocks(after, drawnAfter, percentile) / meanOfBlocks(before, drawnBefore, percentile);
  }
  ratios.sort();
  return [ratios[Math.floor(DRAW_COUNT * 0.025)] ?? 0, ratios[Math.ceil(DRAW_COUNT * 0.975) - 1] ?? 0];
}

/** @param drawnBlocks indexes of blocks; a block may be drawn several times */
function meanOfBlocks(
  blocks: readonly Percentiles[],
  drawnBlocks: readonly number[],
  percentile: 'p50' | 'p99',
): number {
  let sum = 0;
  for (const index of drawnBlocks) sum += blocks[index]?.[percentile] ?? 0;
  return sum / drawnBlocks.length;
}
