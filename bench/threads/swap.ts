/**
 * What a swap costs those who are being answered: two snapshots change under a steady load, and the slowest answer says how
 * long anybody waited.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskFiles } from '../../src/files/index.js';
import type { SnapshotId } from '../../src/model/index.js';
import { publishCurrent, requireCurrent } from '../../src/snapshot/index.js';
import { BASE } from '../harness/input/render.js';
import { megabytes } from '../harness/results/tables.js';
import { usageOf } from '../http/usage.js';
import { load, serve } from './load.js';
import type { ThreadsOptions } from './options.js';

const rate = 200;
const connections = 4;
const lookMs = 20;

/** @returns which snapshot a new connection is answered from */
async function servedAt(port: number): Promise<string | null> {
  const reply = await fetch(`http://127.0.0.1:${port}${BASE}`, { headers: { connection: 'close' } });
  await reply.arrayBuffer();
  return reply.headers.get('x-service-snapshot');
}

const memoryOf = (pid: number): string => {
  const usage = usageOf(pid);
  return usage === undefined ? 'unknown' : megabytes(usage.residentBytes);
};

/**
 * @param from two folders of snapshots, which are copied
 * @returns a line that says how long it took, and how long anybody waited
 * @throws OperationError when a server does not start, or an answer is wrong
 */
export async function measureSwap(
  { node, seconds }: ThreadsOptions,
  from: readonly [string, string],
  threads: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'stele-swap-'));
  try {
    const ids: SnapshotId[] = [];
    for (const source of from) {
      const id = await requireCurrent(diskFiles, source);
      cpSync(join(source, id), join(folder, id), { recursive: true });
      ids.push(id);
    }
    const [first, next] = ids;
    await publishCurrent(diskFiles, folder, first!);
    const server = await serve(node, folder, threads);
    try {
      const quiet = await load(server.port, connections, seconds, rate);
      const before = memoryOf(server.pid);
      const loading = load(server.port, connections, 3 * seconds, rate);
      await sleep((1000 * seconds) / 2);
      const startMs = performance.now();
      await publishCurrent(diskFiles, folder, next!);
      while ((await servedAt(server.port)) !== next) await sleep(lookMs);
      const elapsedMs = performance.now() - startMs;
      const { longestMs, p99Ms } = await loading;
      return (
        `a swap with ${threads} ${threads === 1 ? 'thread' : 'threads'}: ${elapsedMs.toFixed(0)} ms from CURRENT to the first answer; ` +
        `the slowest answer meanwhile ${longestMs} ms, p99 ${p99Ms} ms (without a swap ${quiet.longestMs} and ${quiet.p99Ms} ms); ` +
        `resident ${before} → ${memoryOf(server.pid)}`
      );
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
