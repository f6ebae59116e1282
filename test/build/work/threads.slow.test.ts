/**
 * One snapshot, however many threads make it and however little memory they have; and what they wait for.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Publish from '../../../build/publish/index.js';
import { runJob } from '../../../build/sorting/sort-run.js';
import { countJob } from '../../../build/substrings/plan/counting.js';
import { MemoryGate } from '../../../build/work/memory-gate.js';
import type { Pool } from '../../../build/work/pool.js';
import { generateExport } from '../../../data/generate/generate.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { compiled, EXECUTABLE, start } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('stele build', () => {
  let folder: string;

  beforeAll(async () => {
    folder = newFolder();
    await generateExport(folder, { items: 1500, seed: 7, profile: 'engine' });
    const path = join(folder, 'model.json');
    const model = readFileSync(path, 'utf8').replaceAll(
      /"type": ?"(text|textMultiline|markdown)"/g,
      '$&,"search":true',
    );
    expect(model).toContain('"search":true');
    writeFileSync(path, model);
  });

  it('any number of threads and any memory › the same snapshot', { timeout: 180_000 }, async () => {
    const settings = [
      ['--threads', '1'],
      ['--threads', '2'],
      ['--threads', '3', '--memory', '64m'],
    ];
    const snapshots = new Set<string>();
    for (const setting of settings) {
      const out = newFolder();
      const { code, stderr } = await start(EXECUTABLE, ['build', folder, '--out', out, ...setting]).ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      snapshots.add(readFileSync(join(out, 'CURRENT'), 'utf8'));
    }
    expect(snapshots.size).toBe(1);
  });

  it('texts in files and many groups of suffixes, on several threads › the snapshot of one thread with enough memory', {
    timeout: 180_000,
  }, async () => {
    // Less memory than the command takes, so that little content is much; threads run the compiled program.
    const program: typeof Publish = await import(compiled('build/publish/index.js'));
    const snapshots = new Set<string>();
    for (const [threads, memoryBytes] of [
      [1, 2 ** 30],
      [1, 2 ** 19],
      [2, 2 ** 19],
      [3, 2 ** 20],
    ] as const) {
      const options = { files: diskFiles, strict: true, threads, memoryBytes };
      const { snapshot, threads: used } = await program.buildSnapshot(folder, newFolder(), options);
      expect(used).toBe(threads);
      snapshots.add(snapshot);
    }
    expect(snapshots.size).toBe(1);
  });
});

describe('a pool of threads', () => {
  it('a failed job › fails all queued and later jobs with its reason', async () => {
    // Threads run the compiled program, so the compiled pool is asked.
    const { createPool } = await import(compiled('build/work/pool.js'));
    const pool: Pool = createPool(2, compiled('build/segment/segment-thread.js'));
    // No job is given such a text: what it throws stands for a mistake of ours.
    const broken = JSON.parse('{"text":{"alphabet":[0]},"depths":[0],"from":0,"to":1}');
    try {
      const failing = [1, 2, 3].map(() => pool.run(countJob, broken));
      for (const outcome of await Promise.allSettled(failing)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TypeError' } });
      }
      await expect(pool.run(countJob, broken)).rejects.toThrow(TypeError);
    } finally {
      await pool.close();
    }
  });
});

describe('collect', () => {
  it.each([1, 2])(
    'with %i threads, between and during jobs › jobs continue, and shared memory is released',
    async (threads) => {
      const { createPool } = await import(compiled('build/work/pool.js'));
      const pool: Pool = createPool(threads, compiled('build/segment/segment-thread.js'));
      const run = (): Promise<unknown> =>
        pool.run(runJob, { bytes: Uint8Array.of(98, 97), lengths: Uint32Array.of(1, 1), reversed: false });
      const expected = { bytes: Uint8Array.of(97, 98), ordinals: Uint32Array.of(2, 1) };
      try {
        const shared = new WeakRef(new SharedArrayBuffer(1 << 20));
        // What a WeakRef was made of stays until the turn ends.
        await new Promise(setImmediate);
        const before = [run(), run(), run()];
        pool.collect();
        for (const done of [...before, run()]) expect(await done).toMatchObject(expected);
        expect(shared.deref()).toBeUndefined();
      } finally {
        await pool.close();
      }
    },
  );
});

describe('Gate', () => {
  /** Work that is done when told. */
  function work(
    gate: MemoryGate,
    bytes: number,
    begun: string[],
    name: string,
  ): { finish: () => void; done: Promise<void> } {
    let finish = (): void => undefined;
    const done = gate.run(bytes, () => {
      begun.push(name);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    return { finish: () => finish(), done };
  }

  it('a job that does not fit › waits in the order of calls, and begins when there is room', async () => {
    const gate = new MemoryGate(100, 9);
    const begun: string[] = [];
    const [a, b, c] = [work(gate, 60, begun, 'a'), work(gate, 50, begun, 'b'), work(gate, 10, begun, 'c')];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a']);
    a.finish();
    await a.done;
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b', 'c']);
    b.finish();
    c.finish();
    await Promise.all([b.done, c.done]);
  });

  it('memory reserved outside › reduces the room until it is released', async () => {
    const gate = new MemoryGate(100, 9);
    let held = 50;
    gate.reserve(() => held);
    gate.reserve(() => 10);
    const begun: string[] = [];
    const [a, b, c] = [work(gate, 30, begun, 'a'), work(gate, 20, begun, 'b'), work(gate, 70, begun, 'c')];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a']);
    held = 0;
    a.finish();
    await a.done;
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b', 'c']);
    b.finish();
    c.finish();
    await Promise.all([b.done, c.done]);
  });

  it('a job larger than the total › runs alone, whatever is reserved', async () => {
    const gate = new MemoryGate(100, 9);
    gate.reserve(() => 200);
    const begun: string[] = [];
    const [a, b] = [work(gate, 500, begun, 'a'), work(gate, 1, begun, 'b')];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a']);
    a.finish();
    await a.done;
    await new Promise(setImmediate);
    b.finish();
    await b.done;
    expect(begun).toEqual(['a', 'b']);
  });

  it('closed › refuses queued jobs, and waits for running ones', async () => {
    const gate = new MemoryGate(100, 1);
    const begun: string[] = [];
    const [a, b] = [work(gate, 1, begun, 'a'), work(gate, 1, begun, 'b')];
    const refused = expect(b.done).rejects.toThrow('ended before');
    await new Promise(setImmediate);
    let closed = false;
    const closing = gate.close().then(() => {
      closed = true;
    });
    await refused;
    await new Promise(setImmediate);
    expect({ closed, begun }).toEqual({ closed: false, begun: ['a'] });
    a.finish();
    await Promise.all([a.done, closing]);
    await expect(gate.run(1, async () => 1)).rejects.toThrow('ended before');
  });

  it('more jobs than slots › wait; a failure frees its slot', async () => {
    const gate = new MemoryGate(100, 1);
    const failed = gate.run(1, () => Promise.reject(new Error('no')));
    const second = gate.run(1, async () => 2);
    await expect(failed).rejects.toThrow('no');
    expect(await second).toBe(2);
  });
});
