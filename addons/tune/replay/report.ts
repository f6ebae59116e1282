/**
 * The report of a replay: figures of each shape and of the whole, also written as JSON to be compared with a later
 * replay.
 *
 * Latencies of answers and of errors are kept apart. A refusal takes less time than an answer, so a shape that is
 * refused before and answered after a change would otherwise look slower.
 */
import type { Explanation } from '../../../src/engine/query/index.js';
import { latencyPercentiles, type Percentiles, roundToHundredths, type Samples, splitIntoBlocks } from './samples.js';

/** Requests that are left out of the comparison, with their own latencies. */
export interface UncomparedRequests {
  readonly requests: number;
  /** Microseconds. */
  readonly us: Percentiles;
}

export interface ShapeReport {
  readonly shape: string;
  /** Number of requests, including errors. */
  readonly requests: number;
  /** Share of the time of all answers of all shapes, from 0 to 1. */
  readonly timeShare: number;
  /** Latencies of answers in microseconds; undefined if there were no answers. */
  readonly us: Percentiles | undefined;
  /** Latencies of consecutive blocks of answers; empty if there were too few answers. */
  readonly blocks: readonly Percentiles[];
  /** Requests that came before with the same values, which a cache of any size could have answered. */
  readonly repeated: number;
  /** Error code or status → number of requests. */
  readonly errors: Readonly<Record<string, number>>;
  /** Latencies of errors in microseconds; undefined if there were no errors. */
  readonly errorUs: Percentiles | undefined;
  /** In a side-by-side replay: answers to requests that the other snapshot refuses. They are in no other figure. */
  readonly alone: UncomparedRequests | undefined;
  /** Mean number of items in an answer, of some distinct requests; undefined over HTTP. */
  readonly rows: number | undefined;
  /** Mean size of an answer, of the same requests. */
  readonly bytes: number | undefined;
  /** Structures that answered the conditions and gave the order. */
  readonly structures: readonly string[];
}

export interface SlowRequest {
  /** Path and query below the delivery root. */
  readonly target: string;
  readonly us: number;
  /** Error code or status; undefined for an answer. */
  readonly error: string | undefined;
  /** The executed plan; undefined over HTTP and for errors. */
  readonly explanation: Explanation | undefined;
}

export interface ReplayReport {
  readonly kind: 'stele-replay';
  readonly version: 2;
  /** `in process`, or the URL of the server. */
  readonly where: string;
  readonly snapshot: string | undefined;
  readonly requests: number;
  /** Number of distinct requests. */
  readonly distinct: number;
  readonly seconds: number;
  /** Latencies of all answers; undefined if there were none. */
  readonly us: Percentiles | undefined;
  readonly blocks: readonly Percentiles[];
  readonly errors: number;
  readonly errorUs: Percentiles | undefined;
  /** Over HTTP: the delay between the planned and the real time of sending, in microseconds. This process causes it. */
  readonly lateUs: Percentiles | undefined;
  /** Over HTTP: lookups in the server's cache during the replay, from its metrics. */
  readonly cache: { readonly hits: number; readonly misses: number } | undefined;
  /** Descending by their share of the time. */
  readonly shapes: readonly ShapeReport[];
  readonly slowest: readonly SlowRequest[];
}

/** The measurements of one shape during a replay. */
export interface ShapeMeasurements {
  readonly answers: Samples;
  readonly failures: Samples;
  readonly alone: Samples;
  repeated: number;
  readonly errors: Map<string, number>;
  rows: number | undefined;
  bytes: number | undefined;
  readonly structures: Set<string>;
}

/**
 * @param shapes name of a shape → its measurements
 * @returns      one report for each shape, descending by its share of the time
 */
export function shapeReports(shapes: ReadonlyMap<string, ShapeMeasurements>): readonly ShapeReport[] {
  let totalUs = 0;
  for (const { answers } of shapes.values()) totalUs += answers.sumUs;
  return [...shapes]
    .map(([shape, measurements]): ShapeReport => {
      const { answers, failures, alone, repeated, errors, rows, bytes, structures } = measurements;
      return {
        shape,
        requests: answers.count + failures.count + alone.count,
        timeShare: totalUs === 0 ? 0 : answers.sumUs / totalUs,
        us: latencyPercentiles(answers),
        blocks: splitIntoBlocks(answers.values()),
        repeated,
        errors: Object.fromEntries([...errors].sort(([a], [b]) => (a < b ? -1 : 1))),
        errorUs: latencyPercentiles(failures),
        alone: reportUncompared(alone),
        rows: rows === undefined ? undefined : roundToHundredths(rows),
        bytes: bytes === undefined ? undefined : Math.round(bytes),
        structures: [...structures].sort(),
      };
    })
    .sort((a, b) => b.timeShare - a.timeShare || (a.shape < b.shape ? -1 : 1));
}

function reportUncompared(samples: Samples): UncomparedRequests | undefined {
  const us = latencyPercentiles(samples);
  return us && { requests: samples.count, us };
}
