/**
 * Swapping snapshots under constant load: no request fails, every answer is wholly from one snapshot, and the memory of
 * those that are gone comes back.
 *
 * The number of swaps is small in the test run; `npm run soak:swap` makes 200.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SnapshotId } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { publishCurrent } from '../../src/index/snapshot/index.js';
import { rollBack } from '../../src/ship/publish/index.js';
import { compiled, EXECUTABLE, type Running, start } from '../../testing/cli/stele.js';
import { isThere } from '../../testing/is-there.js';
import { newerNode } from '../../testing/other-nodes.js';
import { temporaryFolder } from '../../testing/samples/bookshop.js';
import { type Load, startLoad } from '../../testing/server/load.js';
import { buildSwapSnapshots, type SwapSnapshots } from '../../testing/server/swap-snapshots.js';

const asked = process.env['STELE_SOAK_SWAPS'];
const isLong = asked !== undefined;
const swaps = Number(asked ?? 10);
const warmUpSwaps = 10;
const items = 6_000;
const connections = 4;
const probe = fileURLToPath(new URL('./memory-probe.cjs', import.meta.url));

interface Health {
  readonly status: string;
  readonly spaces: readonly { readonly snapshot: string; readonly problem?: { readonly detail: string } }[];
}

const healthOf = async (origin: string): Promise<Health> => {
  const reply = await fetch(`${origin}/health`);
  expect(reply.status).toBe(200);
  return JSON.parse(await reply.text());
};

const patience = { timeout: 20_000, interval: 10 };

class Swapped {
  readonly snapshots: SwapSnapshots;
  readonly origin: string;
  readonly running: Running;
  readonly #memoryFile: string;
  #served: SnapshotId;

  constructor(snapshots: SwapSnapshots, origin: string, running: Running, memoryFile: string) {
    this.snapshots = snapshots;
    this.origin = origin;
    this.running = running;
    this.#memoryFile = memoryFile;
    this.#served = snapshots.ids.at(-1)!;
  }

  async #untilServed(id: SnapshotId): Promise<void> {
    await expect.poll(async () => (await healthOf(this.origin)).spaces[0]?.snapshot, patience).toBe(id);
    this.#served = id;
  }

  /** The next one in turn; sometimes by going back, sometimes after one that is damaged. */
  async swap(turn: number): Promise<void> {
    const { folder, ids, damaged } = this.snapshots;
    if (turn % 10 === 4) {
      await publishCurrent(diskFiles, folder, damaged.id);
      await expect.poll(async () => (await healthOf(this.origin)).status, patience).toBe('degraded');
      const [space] = (await healthOf(this.origin)).spaces;
      expect(space?.snapshot).toBe(this.#served);
      expect(space?.problem?.detail).toContain(damaged.file);
    }
    if (turn % 5 === 3) {
      const { snapshot } = await rollBack(diskFiles, folder, undefined);
      await this.#untilServed(snapshot);
      return;
    }
    const next = ids[(ids.indexOf(this.#served) + 1) % ids.length]!;
    await publishCurrent(diskFiles, folder, next);
    await this.#untilServed(next);
    // Several threads get the news one after the other: first the snapshot, then the end of the problem.
    await expect.poll(async () => (await healthOf(this.origin)).status, patience).toBe('ok');
  }

  /** @returns bytes after a garbage collection: of the JavaScript heap with its buffers, and of the process */
  async memory(): Promise<{ readonly held: number; readonly rss: number }> {
    writeFileSync(this.#memoryFile, '');
    this.running.child.kill('SIGUSR2');
    await expect.poll(() => readFileSync(this.#memoryFile, 'utf8'), patience).toContain('\n');
    const { heapUsed, external, rss } = JSON.parse(readFileSync(this.#memoryFile, 'utf8'));
    return { held: heapUsed + external, rss };
  }
}

async function serve(snapshots: SwapSnapshots, threads: number, node: string): Promise<Swapped> {
  const memoryFile = join(temporaryFolder(), 'memory');
  writeFileSync(memoryFile, '');
  compiled(EXECUTABLE);
  await publishCurrent(diskFiles, snapshots.folder, snapshots.ids.at(-1)!);
  const env = { STELE_MEMORY_PROBE: memoryFile, NODE_OPTIONS: `--expose-gc --require ${probe}` };
  const args = ['serve', snapshots.folder, '--port', '0', '--poll', '0.5', '--threads', String(threads)];
  const running = start(EXECUTABLE, args, env, node);
  const printed = await running.until(/Listening on \S+\n/);
  return new Swapped(snapshots, /Listening on (\S+)/.exec(printed)?.[1] ?? '', running, memoryFile);
}

/** Loads, swaps, and lets the last old snapshot go. */
async function swapUnderLoad(server: Swapped, from: number, to: number): Promise<Load> {
  const load = startLoad(server.origin, server.snapshots, connections);
  for (let turn = from; turn < to; turn += 1) await server.swap(turn);
  await load.stop();
  await sleep(1_500);
  return load;
}

const megabytes = (byteLength: number): string => (byteLength / 1e6).toFixed(1);

/** Several threads need a newer Node than the oldest one that is supported, and are left to the long run. */
const newer = isLong ? newerNode() : undefined;
const ways = [{ threads: 1, node: process.execPath }, ...(newer === undefined ? [] : [{ threads: 3, node: newer }])];
if (isLong)
  isThere(newer !== undefined, 'No Node 22.12 or newer is here, so swaps with several threads are not tried.');

describe.each(ways)('swapping under constant load, threads: $threads', ({ threads, node }) => {
  it(
    `${swaps} swaps, going back and damaged ones among them › no request fails, and the memory comes back`,
    async () => {
      const server = await serve(await buildSwapSnapshots(temporaryFolder(), items), threads, node);
      onTestFinished(() => void server.running.child.kill('SIGKILL'));
      const warmUp = await swapUnderLoad(server, 0, warmUpSwaps);
      expect(warmUp.failures).toEqual([]);
      const before = await server.memory();
      const load = await swapUnderLoad(server, warmUpSwaps, warmUpSwaps + swaps);
      const after = await server.memory();
      server.running.child.kill('SIGTERM');
      const { code, stderr } = await server.running.ended;
      const { answers, slowestMs, bySnapshot } = load.seen();
      console.log(
        `${swaps} swaps, ${answers} answers, ${load.failures.length} failed, slowest ${slowestMs.toFixed(0)} ms; ` +
          `heap and external ${megabytes(before.held)} → ${megabytes(after.held)} MB, ` +
          `resident ${megabytes(before.rss)} → ${megabytes(after.rss)} MB, a snapshot ${megabytes(server.snapshots.byteLength)} MB`,
      );
      expect(load.failures).toEqual([]);
      expect(bySnapshot.size).toBe(server.snapshots.ids.length);
      expect(after.held).toBeLessThan(before.held * 1.1);
      // A leak would keep every snapshot; the remaining growth is far less.
      expect(after.rss - before.rss).toBeLessThan((swaps * server.snapshots.byteLength) / 3);
      expect(code).toBe(0);
      const damageLines = stderr.split('\n').filter((line) => line.includes(server.snapshots.damaged.file));
      expect(damageLines).toHaveLength(Math.floor((warmUpSwaps + swaps + 5) / 10));
    },
    120_000 + swaps * 10_000,
  );
});
