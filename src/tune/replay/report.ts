/**
 * A replay in figures, by shape; the same as JSON, to be compared with another.
 */
import type { Explanation } from '../../engine/query/index.js';
import { blocksOf, type Percentiles, percentilesOf, rounded, type Samples } from './samples.js';

export interface ShapeReport {
  readonly shape: string;
  readonly requests: number;
  /** Of the time of all shapes, 0 to 1. */
  readonly timeShare: number;
  /** Microseconds. */
  readonly us: Percentiles;
  /** The same, of blocks of requests; none of few requests. */
  readonly blocks: readonly Percentiles[];
  /** Of the requests, those that came before with the same values: what a cache of any size could answer. */
  readonly repeated: number;
  /** Requests that were answered with an error, by code or status. */
  readonly errors: Readonly<Record<string, number>>;
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
  /** How the slowest were answered, in process. */
  readonly explanation: Explanation | undefined;
}

export interface ReplayReport {
  readonly kind: 'stele-replay';
  readonly version: 1;
  /** `in process`, or the URL that was asked. */
  readonly where: string;
  readonly snapshot: string | undefined;
  readonly requests: number;
  /** Different ones. */
  readonly distinct: number;
  readonly seconds: number;
  readonly us: Percentiles;
  readonly blocks: readonly Percentiles[];
  readonly errors: number;
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
  readonly samples: Samples;
  repeated: number;
  readonly errors: Map<string, number>;
  rows: number | undefined;
  bytes: number | undefined;
  readonly structures: Set<string>;
}

/** @param shapes by name, each with at least one sample */
export function shapeReports(shapes: ReadonlyMap<string, ShapeGathered>): readonly ShapeReport[] {
  const allUs = [...shapes.values()].reduce((sum, { samples }) => sum + samples.sumUs, 0);
  return [...shapes]
    .map(([shape, { samples, repeated, errors, rows, bytes, structures }]): ShapeReport => {
      const values = samples.values();
      return {
        shape,
        requests: samples.count,
        timeShare: allUs === 0 ? 0 : samples.sumUs / allUs,
        us: percentilesOf(values),
        blocks: blocksOf(values),
        repeated,
        errors: Object.fromEntries([...errors].sort(([a], [b]) => (a < b ? -1 : 1))),
        rows: rows === undefined ? undefined : rounded(rows),
        bytes: bytes === undefined ? undefined : Math.round(bytes),
        structures: [...structures].sort(),
      };
    })
    .sort((a, b) => b.timeShare - a.timeShare || (a.shape < b.shape ? -1 : 1));
}
