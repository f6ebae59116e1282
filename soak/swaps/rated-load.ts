/**
 * A load at a fixed rate: each request is sent when it is due, whether or not earlier ones are answered.
 *
 * A latency counts from the time at which the request was due, so a server that stands still is not excused from the requests that
 * come meanwhile.
 */
import { Agent, request } from 'node:http';
import { PATHS, type SwapSnapshots } from '../../testing/server/swap-snapshots.js';

export interface Answer {
  /** When the request was due, by `performance.now()`. */
  readonly dueMs: number;
  readonly latencyMs: number;
  /** 0 if the connection broke. */
  readonly status: number;
  /** The snapshot that the header names; empty without an answer. */
  readonly snapshot: string;
  /** Whether the body is the one of the snapshot in the header. */
  readonly isWhole: boolean;
}

export interface RatedLoad {
  readonly answers: readonly Answer[];
  /** Sends nothing more, and resolves when all answers are there. */
  readonly stop: () => Promise<void>;
}

const TICK_MS = 5;
const CONNECTIONS = 32;

/** @param rate requests per second */
export function startRatedLoad(origin: string, { bodies }: SwapSnapshots, rate: number): RatedLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  let sent = 0;

  const send = (path: string, dueMs: number): Promise<void> =>
    new Promise((resolve) => {
      const finish = (status: number, snapshot: string, isWhole: boolean): void => {
        answers.push({ dueMs, latencyMs: performance.now() - dueMs, status, snapshot, isWhole });
        resolve();
      };
      const outgoing = request(`${origin}${path}`, { agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => finish(0, '', true));
        response.on('end', () => {
          const snapshot = String(response.headers['x-service-snapshot']);
          const status = response.statusCode ?? 0;
          const expectedBody = bodies.get(snapshot)?.get(path);
          const isWhole = expectedBody === undefined ? status === 404 : expectedBody.equals(Buffer.concat(chunks));
          finish(status, snapshot, isWhole);
        });
      });
      outgoing.on('error', () => finish(0, '', true));
      outgoing.end();
    });

  const tick = setInterval(() => {
    const dueCount = Math.floor(((performance.now() - startedMs) / 1000) * rate);
    for (; sent < dueCount; sent += 1) {
      const sending = send(PATHS[sent % PATHS.length]!, startedMs + (sent * 1000) / rate);
      open.add(sending);
      void sending.then(() => open.delete(sending));
    }
  }, TICK_MS);
  return {
    answers,
    stop: async () => {
      clearInterval(tick);
      await Promise.all(open);
      agent.destroy();
    },
  };
}
