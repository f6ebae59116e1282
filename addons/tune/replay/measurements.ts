/**
 * Measurements of a replay: latencies and errors of each shape, repeated requests, and the slowest requests.
 *
 * Elsewhere: percentiles (samples), the form of the report (report).
 */
import type { Planned } from './planned.js';
import { type ReplayReport, type ShapeMeasurements, shapeReports } from './report.js';
import { latencyPercentiles, roundToHundredths, Samples, splitIntoBlocks } from './samples.js';

interface SlowRequest {
  /** Index of the distinct request. */
  readonly distinct: number;
  /** Its longest latency. */
  readonly us: number;
  readonly error: string | undefined;
}

/** The slowest distinct requests, each with its longest latency. */
class SlowestRequests {
  readonly #maximum: number;
  readonly #requests = new Map<number, SlowRequest>();
  /** A latency up to this one is not among the slowest. */
  #leastUs = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  add(distinct: number, us: number, error: string | undefined): void {
    const earlierUs = this.#requests.get(distinct)?.us ?? 0;
    if (us <= this.#leastUs || us <= earlierUs) return;
    this.#requests.set(distinct, { distinct, us, error });
    if (this.#requests.size <= this.#maximum) return;
    const [fastest] = [...this.#requests.values()].sort((a, b) => a.us - b.us);
    if (fastest === undefined) return;
    this.#requests.delete(fastest.distinct);
    this.#leastUs = fastest.us;
  }

  slowestFirst(): readonly SlowRequest[] {
    return [...this.#requests.values()].sort((a, b) => b.us - a.us);
  }
}

const SLOWEST_MAXIMUM = 10;

/** Collects the measurements while requests are sent; `report` computes the figures at the end. */
export class Measurements {
  readonly #planned: Planned;
  readonly #shapes = new Map<number, ShapeMeasurements>();
  /** 1 for each distinct request that was sent. */
  readonly #isSent: Uint8Array;
  /** Latencies of all answers in order; in a side-by-side replay, of the answers that are compared. */
  readonly answers = new Samples();
  readonly failures = new Samples();
  readonly slowest = new SlowestRequests(SLOWEST_MAXIMUM);
  #requests = 0;

  constructor(planned: Planned) {
    this.#planned = planned;
    this.#isSent = new Uint8Array(planned.targets.length);
  }

  /**
   * Adds the latency of one request.
   *
   * @param distinct index of the distinct request
   * @param error    code or status of an error; undefined for an answer
   * @param isAlone  whether the other snapshot of a side-by-side replay has an error for this request
   */
  add(distinct: number, us: number, error: string | undefined, isAlone = false): void {
    const shape = this.shape(this.#planned.shapes[distinct] ?? 0);
    this.#requests += 1;
    this.slowest.add(distinct, us, error);
    if (this.#isSent[distinct] === 1) shape.repeated += 1;
    this.#isSent[distinct] = 1;
    if (error !== undefined) {
      shape.errors.set(error, (shape.errors.get(error) ?? 0) + 1);
      shape.failures.add(us);
      this.failures.add(us);
    } else if (isAlone) {
      shape.alone.add(us);
    } else {
      shape.answers.add(us);
      this.answers.add(us);
    }
  }

  /** @returns the figures of the shape with this index, new ones at its first request */
  shape(index: number): ShapeMeasurements {
    let shape = this.#shapes.get(index);
    if (shape === undefined) {
      shape = {
        answers: new Samples(),
        failures: new Samples(),
        alone: new Samples(),
        repeated: 0,
        errors: new Map(),
        rows: undefined,
        bytes: undefined,
        structures: new Set(),
      };
      this.#shapes.set(index, shape);
    }
    return shape;
  }

  /** @param explain returns the executed plan of a target; called for the slowest requests */
  report(
    seconds: number,
    explain: (target: string) => ReplayReport['slowest'][number]['explanation'],
    { where, snapshot, lateUs, cache }: Pick<ReplayReport, 'where' | 'snapshot' | 'lateUs' | 'cache'>,
  ): ReplayReport {
    const { targets, shapeNames } = this.#planned;
    // Only shapes with a request are in the map.
    const shapeByName = new Map([...this.#shapes].map(([index, shape]) => [shapeNames[index] ?? '', shape]));
    return {
      kind: 'stele-replay',
      version: 2,
      where,
      snapshot,
      requests: this.#requests,
      distinct: targets.length,
      seconds: roundToHundredths(seconds),
      us: latencyPercentiles(this.answers),
      blocks: splitIntoBlocks(this.answers.values()),
      errors: this.failures.count,
      errorUs: latencyPercentiles(this.failures),
      lateUs,
      cache,
      shapes: shapeReports(shapeByName),
      slowest: this.slowest.slowestFirst().map(({ distinct, us, error }) => {
        const target = targets[distinct] ?? '';
        return {
          target,
          us: roundToHundredths(us),
          error,
          explanation: error === undefined ? explain(target) : undefined,
        };
      }),
    };
  }
}
