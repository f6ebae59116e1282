/**
 * Counts of requests: plain numbers, updated when a response has ended and read at a scrape.
 */
import { performance } from 'node:perf_hooks';
import type { EndListener } from '../wire/access-log.js';

/** Upper bounds of the duration histogram's buckets, in seconds, ascending. */
export const DURATION_BUCKETS: readonly number[] = Object.freeze([
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]);

/** Counts since the server started; a plain value, which can be sent to another thread and summed there. */
export interface RequestCounts {
  /** Ended responses by the first digit of their status; [2] counts 200 to 299. */
  readonly byStatusClass: readonly number[];
  /** Ended responses by bucket, not cumulated; the last bucket counts responses above all bounds. */
  readonly durations: readonly number[];
  readonly durationSeconds: number;
  readonly bodyBytes: number;
  /** Ended responses by route, then by the first digit of their status; the route is `none` if none matched. */
  readonly byRoute: Readonly<Record<string, readonly number[]>>;
}

export class RequestCounters {
  readonly #byStatusClass = [0, 0, 0, 0, 0, 0];
  readonly #durations = new Array<number>(DURATION_BUCKETS.length + 1).fill(0);
  readonly #byRoute = new Map<string, number[]>();
  #durationMs = 0;
  #bodyBytes = 0;

  /** Counts a response, from the request's arrival until its client has taken it. Cost: a few additions. */
  readonly countResponse: EndListener = (response) => {
    const elapsedMs = performance.now() - response.startMs;
    let bucket = 0;
    while (bucket < DURATION_BUCKETS.length && elapsedMs > DURATION_BUCKETS[bucket]! * 1000) bucket += 1;
    this.#durations[bucket]! += 1;
    this.#durationMs += elapsedMs;
    this.#count(response.route, response.finalStatus, response.bodyBytes);
  };

  /** Counts a request that Node's parser refused; its duration is not known. */
  countRefusal(status: number, byteLength: number): void {
    this.#count('', status, byteLength);
  }

  read(): RequestCounts {
    return {
      byStatusClass: [...this.#byStatusClass],
      durations: [...this.#durations],
      durationSeconds: this.#durationMs / 1000,
      bodyBytes: this.#bodyBytes,
      byRoute: Object.fromEntries([...this.#byRoute].map(([route, counts]) => [route, [...counts]])),
    };
  }

  #count(route: string, status: number, byteLength: number): void {
    const name = route === '' ? 'none' : route;
    let counts = this.#byRoute.get(name);
    if (counts === undefined) {
      counts = [0, 0, 0, 0, 0, 0];
      this.#byRoute.set(name, counts);
    }
    counts[Math.floor(status / 100)]! += 1;
    this.#byStatusClass[Math.floor(status / 100)]! += 1;
    this.#bodyBytes += byteLength;
  }
}
