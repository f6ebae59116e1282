/**
 * Replays traffic on a server: sends each request at its planned time without waiting for earlier answers (an open
 * loop).
 *
 * A latency counts from the planned time, so the stall of a server delays all requests planned during it. Source: Gil
 * Tene, "How NOT to measure latency", on coordinated omission.
 */
import { Agent, get } from 'node:http';
import { OperationError } from '../../../src/content/errors/index.js';
import { Measurements } from './measurements.js';
import type { Planned } from './planned.js';
import type { ReplayReport } from './report.js';
import { computePercentiles, Samples } from './samples.js';

export interface OverHttpOptions {
  /** Delivery root, such as `http://127.0.0.1:8080/delivery/jsonapi`. */
  readonly root: URL;
  /** Requests a second, evenly spaced; undefined to use the recorded times. */
  readonly rate: number | undefined;
  /** Factor by which the recorded times are shortened. */
  readonly speed: number;
  readonly connections: number;
  /** The header `Authorization` of every request; undefined to send none. */
  readonly authorization: string | undefined;
}

/** Requests without an answer at which the replay gives up: the server, or this process, cannot keep up. */
const waitingRequestsMaximum = 20_000;
const timeoutMs = 30_000;
const snapshotHeader = 'x-service-snapshot';

/** @throws OperationError if the server does not answer, refuses the key, or cannot keep up */
export async function replayOverHttp(planned: Planned, options: OverHttpOptions): Promise<ReplayReport> {
  await checkAccess(options);
  const sender = new Sender(planned, options);
  const cacheBefore = await readCacheCounts(options.root);
  const startMs = performance.now();
  await sender.run(startMs);
  const seconds = (performance.now() - startMs) / 1000;
  const cacheAfter = await readCacheCounts(options.root);
  return sender.report(seconds, cacheBefore, cacheAfter);
}

/** Sends the requests of one replay and measures their answers. */
class Sender {
  readonly #planned: Planned;
  readonly #options: OverHttpOptions;
  readonly #agent: Agent;
  readonly #gathering: Measurements;
  readonly #late = new Samples();
  #waiting = 0;
  #answered = 0;
  #snapshot: string | undefined;
  #failure: Error | undefined;

  constructor(planned: Planned, options: OverHttpOptions) {
    this.#planned = planned;
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.connections, scheduling: 'fifo' });
    this.#gathering = new Measurements(planned);
  }

  async run(startMs: number): Promise<void> {
    const { requests } = this.#planned;
    try {
      let next = 0;
      while (next < requests.length && this.#failure === undefined) {
        while (next < requests.length && this.#plannedMs(next, startMs) <= performance.now()) {
          this.#send(requests[next] ?? 0, this.#plannedMs(next, startMs));
          next += 1;
        }
        if (this.#waiting > waitingRequestsMaximum) {
          throw new OperationError(
            `The server is too slow: ${this.#waiting} requests wait after ${this.#answered} answers. Give a lower --rate.`,
          );
        }
        const waitMs = next < requests.length ? this.#plannedMs(next, startMs) - performance.now() : 0;
        // Timers fire up to a millisecond late, so the last two milliseconds are waited for without a timer.
        await new Promise<void>((resolve) => (waitMs > 2 ? setTimeout(resolve, waitMs - 2) : setImmediate(resolve)));
      }
      while (this.#waiting > 0 && this.#failure === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    } finally {
      this.#agent.destroy();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  report(seconds: number, before: CacheCounts | undefined, after: CacheCounts | undefined): ReplayReport {
    return this.#gathering.report(seconds, () => undefined, {
      where: this.#options.root.href,
      snapshot: this.#snapshot,
      lateUs: computePercentiles(this.#late.values()),
      cache:
        before === undefined || after === undefined
          ? undefined
          : { hits: after.hits - before.hits, misses: after.misses - before.misses },
    });
  }

  #plannedMs(place: number, startMs: number): number {
    const { rate, speed } = this.#options;
    return startMs + (rate === undefined ? (this.#planned.atMs[place] ?? 0) / speed : (place * 1000) / rate);
  }

  #send(distinct: number, plannedMs: number): void {
    const { root } = this.#options;
    this.#waiting += 1;
    this.#late.add((performance.now() - plannedMs) * 1000);
    const request = get({
      host: root.hostname.replace(/^\[|\]$/g, ''),
      port: root.port === '' ? 80 : root.port,
      path: `${root.pathname.replace(/\/$/, '')}${this.#planned.targets[distinct] ?? ''}`,
      headers: buildHeaders(this.#options),
      agent: this.#agent,
      timeout: timeoutMs,
    });
    request.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        this.#end(distinct, plannedMs, response.statusCode ?? 0, response.headers[snapshotHeader]),
      );
      response.on('error', (error) => this.#fail(error));
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    request.on('error', (error) => this.#fail(error));
  }

  #end(distinct: number, plannedMs: number, status: number, snapshot: string | string[] | undefined): void {
    const us = (performance.now() - plannedMs) * 1000;
    this.#waiting -= 1;
    this.#answered += 1;
    this.#gathering.add(distinct, us, status >= 400 ? String(status) : undefined);
    if (typeof snapshot === 'string') this.#snapshot = snapshot;
  }

  #fail(error: Error): void {
    this.#failure ??= new OperationError(
      `The server at ${this.#options.root.origin} does not answer: ${error.message === '' ? String(error) : error.message}. Check that it runs, and that --url is the URL of its delivery root.`,
    );
  }
}

const buildHeaders = ({ authorization }: OverHttpOptions): Record<string, string> =>
  authorization === undefined ? {} : { authorization };

/** @throws OperationError if the server refuses the key or requires one, because it would refuse every request */
async function checkAccess(options: OverHttpOptions): Promise<void> {
  const { root, authorization } = options;
  const request = {
    headers: buildHeaders(options),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  } as const;
  // Other failures of the server are reported by the replay itself.
  const status = await fetch(root, request).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    () => undefined,
  );
  if (status !== 401 && status !== 403) return;
  const refusal =
    authorization === undefined
      ? 'requires a key. Write one into a file and give it with --key-file, or set the variable STELE_KEY'
      : 'refuses the key. Give a key that the server has, that has not expired, and that opens this space';
  throw new OperationError(`The server at ${root.origin} ${refusal}.`);
}

interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
}

/** Reads the cache counters of the server's metrics. @returns undefined if the server has no metrics at this address */
async function readCacheCounts(root: URL): Promise<CacheCounts | undefined> {
  const text = await fetch(new URL('/metrics', root), { signal: AbortSignal.timeout(timeoutMs) }).then(
    async (response) => {
      if (response.ok) return response.text();
      await response.body?.cancel();
      return undefined;
    },
    () => undefined,
  );
  const sumMetric = (name: string): number | undefined => {
    const lines = text?.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `)) ?? [];
    if (lines.length === 0) return undefined;
    let total = 0;
    for (const line of lines) total += Number(line.slice(line.lastIndexOf(' ') + 1));
    return total;
  };
  const hits = sumMetric(hitsMetric);
  const misses = sumMetric(missesMetric);
  return hits === undefined || misses === undefined ? undefined : { hits, misses };
}

const hitsMetric = 'stele_cache_hits_total';
const missesMetric = 'stele_cache_misses_total';
