/**
 * A replay in figures, by shape; the same as JSON, to be compared with another.
 *
 * Latencies of answers and of errors are never mixed: a refusal takes less time than any answer, so a shape that is
 * answered after all would look slower than one that was refused.
 */
import type { Explanation } from '../../../src/engine/query/index.js';
import { blocksOf, type Percentiles, rounded, type Samples, usOf } from './samples.js';

/** Requests apart from those that are compared. */
export interface Apart {
  readonly requests: number;
  /** Microseconds. */
  readonly us: Percentiles;
}

export interface ShapeReport {
  readonly shape: string;
  /** All, also those answered with an error. */
  readonly requests: number;
  /** Of the time of all answers of all shapes, 0 to 1. */
  readonly timeShare: number;
  /** Of answers, microseconds; undefined where there was none. */
  readonly us: Percentiles | undefined;
  /** The same, of blocks of answers; none of few. */
  readonly blocks: readonly Percentiles[];
  /** Of the requests, those that came before with the same values: what a cache of any size could answer. */
  readonly repeated: number;
  /** Requests that were answered with an error, by code or status. */
  readonly errors: Readonly<Record<string, number>>;
  /** Of these errors, microseconds; undefined where there was none. */
  readonly errorUs: Percentiles | undefined;
  /** Of two snapshots side by side: answers to what the other one refuses, which are in no other latency. */
  readonly alone: Apart | undefined;
  /** Of some of the different requests: means. Undefined where it is not known, as over HTTP. */
  readonly rows: number | undefined;
  readonly bytes: number | undefined;
  /** What answered the conditions and gave the order. */
  readonly structures: readonly string[];
}

export interface SlowRequest {
  /** Path and query below the delivery root. */
  readonly target: string;
  readonly us: number;
  /** Code or status; undefined of an answer. */
  readonly error: string | undefined;
  /** How the slowest were answered, in process. */
  readonly explanation: Explanation | undefined;
}

export interface ReplayReport {
  readonly kind: 'stele-replay';
  readonly version: 2;
  /** `in process`, or the URL that was asked. */
  readonly where: string;
  readonly snapshot: string | undefined;
  readonly requests: number;
  /** Different ones. */
  readonly distinct: number;
  readonly seconds: number;
  /** Of answers; undefined where there was none. */
  readonly us: Percentiles | undefined;
  readonly blocks: readonly Percentiles[];
  readonly errors: number;
  readonly errorUs: Percentiles | undefined;
  /** Over HTTP: how late requests were sent, which is the generator's own doing. Microseconds. */
  readonly lateUs: Percentiles | undefined;
  /** Over HTTP: what the server's metrics tell of its cache meanwhile. */
  readonly cache: { readonly hits: number; readonly misses: number } | undefined;
  /** Those that took the most time first. */
  readonly shapes: readonly ShapeReport[];
  readonly slowest: readonly SlowRequest[];
}

/** What is gathered of one shape. */
export interface ShapeGathered {
  readonly answers: Samples;
  readonly failures: Samples;
  readonly alone: Samples;
  repeated: number;
  readonly errors: Map<string, number>;
  rows: number | undefined;
  bytes: number | undefined;
  readonly structures: Set<string>;
}

/** @param shapes by name, of requests that came */
export function shapeReports(shapes: ReadonlyMap<string, ShapeGathered>): readonly ShapeReport[] {
  const allUs = [...shapes.values()].reduce((sum, { answers }) => sum + answers.sumUs, 0);
  return [...shapes]
    .map(([shape, gathered]): ShapeReport => {
      const { answers, failures, alone, repeated, errors, rows, bytes, structures } = gathered;
      return {
        shape,
        requests: answers.count + failures.count + alone.count,
        timeShare: allUs === 0 ? 0 : answers.sumUs / allUs,
        us: usOf(answers),
        blocks: blocksOf(answers.values()),
        repeated,
        errors: Object.fromEntries([...errors].sort(([a], [b]) => (a < b ? -1 : 1))),
        errorUs: usOf(failures),
        alone: apartOf(alone),
        rows: rows === undefined ? undefined : rounded(rows),
        bytes: bytes === undefined ? undefined : Math.round(bytes),
        structures: [...structures].sort(),
      };
    })
    .sort((a, b) => b.timeShare - a.timeShare || (a.shape < b.shape ? -1 : 1));
}

function apartOf(samples: Samples): Apart | undefined {
  const us = usOf(samples);
  return us && { requests: samples.count, us };
}
