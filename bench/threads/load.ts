/**
 * Servers with so many threads, and their load: autocannon, a process of its own, asks over the loopback for the first page
 * of a type and takes its share of the same processors.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OperationError } from '../../src/errors/index.js';
import { isRecord } from '../../src/format/index.js';
import { BASE } from '../harness/input/render.js';
import { COMPILED_FOLDER, ROOT } from '../harness/root.js';
import { launch, type ServerProcess } from '../http/contestants/launch.js';

export const LIST = `${BASE}/article`;

export interface Loaded {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** Starts a server on a port of its own. @throws OperationError when it does not start */
export function serve(node: string, snapshots: string, threads: number): Promise<ServerProcess> {
  const program = join(COMPILED_FOLDER, 'src', 'cli', 'main.js');
  const name = `${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  return launch(name, node, [program, 'serve', snapshots, '--port', '0', '--threads', String(threads)]);
}

/**
 * @param rate requests a second; undefined for as many as go
 * @throws OperationError where an answer is not 2xx, or none
 */
export async function load(
  port: number,
  connections: number,
  seconds: number,
  rate: number | undefined = undefined,
): Promise<Loaded> {
  const cannon = join(ROOT, 'bench', 'node_modules', 'autocannon', 'autocannon.js');
  const limit = rate === undefined ? [] : ['-R', String(rate)];
  const url = `http://127.0.0.1:${port}${LIST}`;
  const args = [cannon, '--json', '-n', '-c', String(connections), '-d', String(seconds), ...limit, url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return readLoaded(said);
}

const numberAt = (value: unknown, ...path: readonly string[]): number => {
  const found = path.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), value);
  return typeof found === 'number' ? found : Number.NaN;
};

/** @param said what the generator prints. @throws OperationError where an answer was wrong, or nothing was asked */
export function readLoaded(said: string): Loaded {
  const result: unknown = said === '' ? undefined : JSON.parse(said);
  const wrong = numberAt(result, 'errors') + numberAt(result, 'non2xx');
  const perSecond = numberAt(result, 'requests', 'average');
  if (wrong !== 0 || !(perSecond > 0)) throw new OperationError(`The load failed: ${said.slice(0, 500)}`);
  return {
    perSecond,
    p50Ms: numberAt(result, 'latency', 'p50'),
    p99Ms: numberAt(result, 'latency', 'p99'),
    longestMs: numberAt(result, 'latency', 'max'),
  };
}
