/**
 * Counts of requests: plain numbers, updated when a response has ended and read at a scrape.
 */
import { performance } from 'node:perf_hooks';
import type { EndListener } from '../wire/access-log.js';

/** Upper bounds of the duration histogram's buckets, in seconds, ascending. */
export const DURATION_BUCKETS: readonly number[] = Object.freeze([
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]);

/** Counts since the server started; a plain value, which can be sent to another thread and summed there. */
export interface RequestCounts {
  /** Ended responses by the first digit of their status; [2] counts 200 to 299. */
  readonly byStatusClass: readonly number[];
  readonly bodyBytes: number;
  /** Ended responses by route, then by the first digit of their status; the route is `none` if none matched. */
  readonly byRoute: Readonly<Record<string, readonly number[]>>;
  /**
   * Durations by series, which is a route and the first digit of a status, such as `item 2`: the responses of each bucket, not
   * cumulated, then those above all bounds, then the sum of the durations in seconds.
   */
  readonly durations: Readonly<Record<string, readonly number[]>>;
}

const overBounds = DURATION_BUCKETS.length;
/** Index of the sum of a series, after its buckets. */
const sumIndex = overBounds + 1;

/** The counts of a route: by the first digit of the status, and the durations of each digit; undefined: no response had it. */
class RouteCounts {
  readonly byStatusClass = [0, 0, 0, 0, 0, 0];
  readonly durations: (number[] | undefined)[] = [undefined, undefined, undefined, undefined, undefined, undefined];

  /** Cost: a few additions; an array for the first response of each status class. */
  countDuration(statusClass: number, elapsedMs: number): void {
    let bucket = 0;
    while (bucket < overBounds && elapsedMs > DURATION_BUCKETS[bucket]! * 1000) bucket += 1;
    let series = this.durations[statusClass];
    if (series === undefined) {
      series = new Array<number>(sumIndex + 1).fill(0);
      this.durations[statusClass] = series;
    }
    series[bucket]! += 1;
    series[sumIndex]! += elapsedMs / 1000;
  }
}

export class RequestCounters {
  readonly #byStatusClass = [0, 0, 0, 0, 0, 0];
  readonly #byRoute = new Map<string, RouteCounts>();
  #bodyBytes = 0;

  /** Counts a response, from the request's arrival until its client has taken it. Cost: a few additions. */
  readonly countResponse: EndListener = (response) => {
    const elapsedMs = performance.now() - response.startMs;
    const counts = this.#count(response.route, response.finalStatus, response.bodyBytes);
    counts.countDuration(Math.floor(response.finalStatus / 100), elapsedMs);
  };

  /** Counts a request that Node's parser refused; its duration is not known. */
  countRefusal(status: number, byteLength: number): void {
    this.#count('', status, byteLength);
  }

  read(): RequestCounts {
    return {
      byStatusClass: [...this.#byStatusClass],
      bodyBytes: this.#bodyBytes,
      byRoute: Object.fromEntries([...this.#byRoute].map(([route, counts]) => [route, [...counts.byStatusClass]])),
      durations: Object.fromEntries(this.#readDurations()),
    };
  }

  #readDurations(): readonly (readonly [series: string, counts: readonly number[]])[] {
    return [...this.#byRoute].flatMap(([route, { durations }]) =>
      durations.flatMap((counts, statusClass) =>
        counts === undefined ? [] : [[`${route} ${statusClass}`, [...counts]] as const],
      ),
    );
  }

  #count(route: string, status: number, byteLength: number): RouteCounts {
    const name = route === '' ? 'none' : route;
    let counts = this.#byRoute.get(name);
    if (counts === undefined) {
      counts = new RouteCounts();
      this.#byRoute.set(name, counts);
    }
    counts.byStatusClass[Math.floor(status / 100)]! += 1;
    this.#byStatusClass[Math.floor(status / 100)]! += 1;
    this.#bodyBytes += byteLength;
    return counts;
  }
}
