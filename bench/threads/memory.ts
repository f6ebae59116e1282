/**
 * Memory and requests per second of more and more threads. Memory is what is resident once the load is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { megabytes } from '../harness/results/tables.js';
import { usageOf } from '../http/usage.js';
import { type Loaded, load, serve } from './load.js';
import type { ThreadsOptions } from './options.js';

export interface Row {
  readonly threads: number;
  readonly residentBytes: number | undefined;
  readonly loaded: Loaded;
}

const warmSeconds = 2;
const restMs = 1000;

/** @throws OperationError when a server does not start, or an answer is wrong */
export async function measureMemory(options: ThreadsOptions, snapshots: string): Promise<readonly Row[]> {
  const { node, threads, seconds, connections } = options;
  const rows: Row[] = [];
  for (const count of threads) {
    const server = await serve(node, snapshots, count);
    try {
      await load(server.port, connections, Math.min(warmSeconds, seconds));
      const loaded = await load(server.port, connections, seconds);
      await sleep(restMs);
      rows.push({ threads: count, residentBytes: usageOf(server.pid)?.residentBytes, loaded });
    } finally {
      await server.stop();
    }
  }
  return rows;
}

const times = (value: number | undefined, first: number | undefined): string =>
  value === undefined || first === undefined ? '' : ` (× ${(value / first).toFixed(2)})`;

/** @returns a line for each */
export const memoryLines = (rows: readonly Row[]): readonly string[] =>
  rows.map(({ threads, residentBytes, loaded }) => {
    const { perSecond, p50Ms, p99Ms } = loaded;
    const memory = residentBytes === undefined ? 'memory unknown' : megabytes(residentBytes);
    return (
      `${threads} ${threads === 1 ? 'thread' : 'threads'}: ${memory}${times(residentBytes, rows[0]?.residentBytes)}, ` +
      `${perSecond.toFixed(0)} requests/s${times(perSecond, rows[0]?.loaded.perSecond)}, p50 ${p50Ms} ms, p99 ${p99Ms} ms`
    );
  });
