/**
 * What a server says of itself: /health, /metrics, and what the system says of its processes (Linux).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { SNAPSHOT_HEADER } from '../../../src/server/wire/headers.js';
import { BASE } from '../clients/expected.js';

export interface Health {
  readonly status: string;
  readonly spaces: readonly { readonly snapshot: string | null; readonly problem?: { readonly detail: string } }[];
  readonly threads?: readonly { readonly pid?: number }[];
}

const patienceMs = 10_000;

async function read(url: string): Promise<string> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
  const text = await reply.text();
  if (reply.status === 200) return text;
  throw new Error(`${url}: ${reply.status}: ${text.slice(0, 300)}`);
}

/** @throws Error when it does not answer 200 within ten seconds */
export const readHealth = async (origin: string): Promise<Health> => JSON.parse(await read(`${origin}/health`));

/** @returns the snapshot that an answer comes from, one that a cache is likely to hold; @throws Error as readHealth */
export async function readServed(origin: string): Promise<string | null> {
  const reply = await fetch(`${origin}${BASE}/book?page[limit]=1`, { signal: AbortSignal.timeout(patienceMs) });
  const text = await reply.text();
  if (reply.status === 200) return reply.headers.get(SNAPSHOT_HEADER);
  throw new Error(`a page of books: ${reply.status}: ${text.slice(0, 300)}`);
}

/** Name, with its labels if it has any → value. */
export type Metrics = ReadonlyMap<string, number>;

/** @throws Error when it does not answer 200 within ten seconds */
export async function readMetrics(origin: string): Promise<Metrics> {
  const found = new Map<string, number>();
  for (const line of (await read(`${origin}/metrics`)).split('\n')) {
    const at = line.lastIndexOf(' ');
    if (at > 0 && !line.startsWith('#')) found.set(line.slice(0, at), Number(line.slice(at + 1)));
  }
  return found;
}

/** @returns of all metrics whose name begins so */
export const sumOf = (metrics: Metrics, name: string): number =>
  [...metrics].reduce((sum, [key, value]) => sum + (key === name || key.startsWith(`${name}{`) ? value : 0), 0);

export interface ProcessState {
  readonly residentBytes: number;
  /** Open file descriptors. */
  readonly files: number;
  readonly threads: number;
}

/** @throws Error when there is no such process, or no /proc here */
function stateOf(pid: number): ProcessState {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (pattern: RegExp): number => Number(pattern.exec(status)?.[1] ?? Number.NaN);
  return {
    residentBytes: number(/^VmRSS:\s+(\d+) kB$/m) * 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
    threads: number(/^Threads:\s+(\d+)$/m),
  };
}

/** @returns the sums of several processes; memory that they share counts for each */
export function stateOfAll(pids: readonly number[]): ProcessState {
  const states = pids.map(stateOf);
  const sum = (of: (state: ProcessState) => number): number => states.reduce((total, state) => total + of(state), 0);
  return {
    residentBytes: sum((state) => state.residentBytes),
    files: sum((state) => state.files),
    threads: sum((state) => state.threads),
  };
}
