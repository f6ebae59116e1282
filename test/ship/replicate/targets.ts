/**
 * What every target must do, whatever stands behind it: the suite that a folder, a bucket and a server that takes PUT
 * pass.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { writeCurrent, writePrevious } from '../../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../../src/index/verify/index.js';
import {
  Bandwidth,
  type PushOptions,
  type PushReport,
  pruneTarget,
  pullSnapshot,
  pushCurrent,
  readCurrentOfOrigin,
  type Target,
} from '../../../src/ship/replicate/index.js';
import { readOriginManifest } from '../../../src/ship/replicate/pull/origin-files.js';
import { createContent } from '../../../src/ship/replicate/push/send.js';
import { MemoryDisk, observed } from '../../../testing/disk/index.js';
import { buildNights, type Nights, SNAPSHOTS } from '../../../testing/origin/trial.js';
import { IMPATIENT, REPLICA } from './pulling.js';

/** @returns the path at the target of a segment of the snapshot */
async function pathAt(target: Target, id: SnapshotId): Promise<string> {
  const request = { origin: target, retryPolicy: IMPATIENT, signal: new AbortController().signal };
  const { manifest } = await readOriginManifest(request, id);
  return `segments/${manifest.segments[0]?.file}`;
}

/** Replaces a file at the target. */
async function spoil(target: Target, path: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const { signal } = new AbortController();
  const answer = await target.read(path, { signal });
  if (answer.kind !== 'content') throw new Error(`${path} is missing`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  await target.put(path, createContent(change(Buffer.concat(chunks))), signal);
}

/** Waits until the target dates a new file later than all others: many count whole seconds. A target that cannot list gives no times. */
async function waitForLaterTime(target: Target): Promise<void> {
  const { signal } = new AbortController();
  const path = 'clock';
  for (;;) {
    await target.put(path, createContent(Buffer.from('tick')), signal);
    const storedFiles = (await target.list?.('', signal)) ?? [];
    const newestMs = Math.max(...storedFiles.filter((file) => file.path !== path).map((file) => file.modifiedMs));
    const nowMs = storedFiles.find((file) => file.path === path)?.modifiedMs ?? Number.POSITIVE_INFINITY;
    if (nowMs > newestMs) break;
    await sleep(50);
  }
  await target.remove?.(path, signal);
}

/** @param make an empty target, a new one each time */
export function targetContract(name: string, make: () => Promise<Target>): void {
  describe(`push › ${name}`, () => {
    let nights: Nights;
    beforeAll(async () => {
      nights = await buildNights();
    });

    /** A builder that has the nights, and of which CURRENT names one. */
    const builderAt = async (night: number): Promise<MemoryDisk> => {
      const disk = new MemoryDisk();
      for (const path of nights.disk.paths(SNAPSHOTS)) disk.put(path, nights.disk.get(path));
      await writeCurrent(disk, SNAPSHOTS, nights.ids[night]!);
      return disk;
    };
    const push = (files: Files, target: Target, more: Partial<PushOptions> = {}): Promise<PushReport> =>
      pushCurrent({
        files,
        folder: SNAPSHOTS,
        target,
        parallel: 2,
        bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
        retryPolicy: IMPATIENT,
        signal: new AbortController().signal,
        ...more,
      });
    const pulled = async (target: Target): Promise<SnapshotId> => {
      const disk = new MemoryDisk();
      const options = {
        files: disk,
        folder: REPLICA,
        origin: target,
        keep: 2,
        parallel: 2,
        bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
        retryPolicy: IMPATIENT,
        signal: new AbortController().signal,
      };
      await pullSnapshot(options, await readCurrentOfOrigin(options));
      const report = await verifySnapshots(disk, REPLICA);
      expect(listProblems(report)).toEqual([]);
      return report.snapshot;
    };

    it('repeated pushes › send only missing files, and replicas pull them', async () => {
      const target = await make();
      const builder = await builderAt(1);
      expect(await push(builder, target)).toMatchObject({ published: true, before: undefined, sent: 4, present: 0 });
      expect(await pulled(target)).toBe(nights.ids[1]);
      await writeCurrent(builder, SNAPSHOTS, nights.ids[2]!);
      expect(await push(builder, target)).toMatchObject({ before: nights.ids[1], sent: 1, present: 3 });
      expect(await pulled(target)).toBe(nights.ids[2]);
      expect(await push(builder, target)).toMatchObject({ published: false, sent: 0, present: 4, healed: 0 });
      await writeCurrent(builder, SNAPSHOTS, nights.ids[1]!);
      expect(await push(builder, target)).toMatchObject({ published: true, sent: 0, present: 4 });
      expect(await pulled(target)).toBe(nights.ids[1]);
    });

    it('a shorter segment and manifest under the current snapshot › are sent again, with the number of files', async () => {
      const target = await make();
      const builder = await builderAt(1);
      await push(builder, target);
      await spoil(target, await pathAt(target, nights.ids[1]!), () => Buffer.from('cut'));
      await spoil(target, `${nights.ids[1]}/manifest.json`, () => Buffer.from('{'));
      expect(await push(builder, target)).toMatchObject({ published: false, sent: 1, present: 3, healed: 2 });
      expect(await pulled(target)).toBe(nights.ids[1]);
    });

    it('other bytes of the same length › are sent again only by a push that verifies', async () => {
      const target = await make();
      const builder = await builderAt(1);
      await push(builder, target);
      await spoil(target, await pathAt(target, nights.ids[1]!), (bytes) => Buffer.from(bytes).fill(1, 100, 110));
      expect(await push(builder, target)).toMatchObject({ healed: 0 });
      expect(await push(builder, target, { verifies: true })).toMatchObject({ sent: 1, present: 3, healed: 1 });
      expect(await pulled(target)).toBe(nights.ids[1]);
    });

    it('prune › removes what no kept snapshot names, or says that the target cannot list', async () => {
      const target = await make();
      const builder = await builderAt(0);
      for (const id of nights.ids) {
        await writeCurrent(builder, SNAPSHOTS, id);
        await waitForLaterTime(target);
        await push(builder, target);
      }
      const removedPaths: string[] = [];
      const prune = (isDryRun: boolean) =>
        pruneTarget({
          target,
          keep: 1,
          graceMs: 0,
          isDryRun,
          parallel: 2,
          retryPolicy: IMPATIENT,
          signal: new AbortController().signal,
          onRemove: ({ path }) => removedPaths.push(path),
        });
      if (target.list === undefined) {
        await expect(prune(false)).rejects.toThrow(/cannot list its files, so it cannot be pruned/);
        return;
      }
      expect((await prune(true)).removedFiles).toBeGreaterThan(0);
      const listed = removedPaths.splice(0);
      expect((await prune(false)).removedSnapshots.toSorted()).toEqual(nights.ids.slice(0, 2).toSorted());
      expect(removedPaths.toSorted()).toEqual(listed.toSorted());
      expect(await pulled(target)).toBe(nights.ids[2]);
      const { signal } = new AbortController();
      const storedPaths = (await target.list('', signal)).map(({ path }) => path);
      expect(storedPaths.filter((path) => !path.startsWith('segments/')).toSorted()).toEqual(
        ['CURRENT', `${nights.ids[2]}/built.json`, `${nights.ids[2]}/manifest.json`].toSorted(),
      );
      expect(storedPaths.filter((path) => path.startsWith('segments/'))).toHaveLength(4);
    });

    it('two builders at once › one publishes, and the error of the other names the current snapshot', async () => {
      const target = await make();
      await push(await builderAt(0), target);
      const outcomes = await Promise.allSettled([push(await builderAt(1), target), push(await builderAt(2), target)]);
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(lost).toHaveLength(1);
      const now = await pulled(target);
      expect(lost[0]?.reason).toBeInstanceOf(OperationError);
      expect(String(lost[0]?.reason)).toContain(`another builder has pushed to ${target.name} in the meantime`);
      expect(String(lost[0]?.reason)).toContain(`CURRENT there names ${now}`);
    });

    it('two independent builders in turn › the second is refused without --replace', async () => {
      const target = await make();
      await push(await builderAt(2), target);
      const other = await builderAt(0);
      for (const id of nights.ids.slice(1)) await other.remove(join(SNAPSHOTS, id));
      await writePrevious(other, SNAPSHOTS, []);
      const refused = push(other, target);
      await expect(refused).rejects.toThrow(/which did not come from .*: another builder pushes to this target/);
      expect(await pulled(target)).toBe(nights.ids[2]);
      expect(await push(other, target, { replace: nights.ids[2] })).toMatchObject({ before: nights.ids[2] });
      expect(await pulled(target)).toBe(nights.ids[0]);
    });

    it('a pushed snapshot that was removed locally › is still recognised', async () => {
      const target = await make();
      const builder = await builderAt(0);
      await push(builder, target);
      await writeCurrent(builder, SNAPSHOTS, nights.ids[2]!);
      await builder.remove(join(SNAPSHOTS, nights.ids[0]!));
      await writePrevious(builder, SNAPSHOTS, []);
      expect(await push(builder, target)).toMatchObject({ before: nights.ids[0], published: true });
    });

    it('a damaged local segment › is not sent, and CURRENT at the target does not change', async () => {
      const target = await make();
      const builder = await builderAt(1);
      await push(builder, target);
      await writeCurrent(builder, SNAPSHOTS, nights.ids[2]!);
      const work = builder.paths(join(SNAPSHOTS, nights.ids[2]!)).find((path) => path.includes('/work-'))!;
      builder.put(work, Buffer.from(builder.get(work) ?? []).fill(1, 100, 110));
      await expect(push(builder, target)).rejects.toBeInstanceOf(IntegrityError);
      expect(await pulled(target)).toBe(nights.ids[1]);
    });

    it('killed at any disk call › replicas have the old or the new snapshot; the next push completes it', async () => {
      const target = await make();
      await push(await builderAt(1), target);
      for (const killAt of [5, 15, 25, 35]) {
        const builder = await builderAt(2);
        let calls = 0;
        const killed = observed(builder, () => {
          calls += 1;
          if (calls >= killAt) throw new Error('killed');
        });
        await push(killed, target).catch(() => undefined);
        expect([nights.ids[1], nights.ids[2]]).toContain(await pulled(target));
      }
      await push(await builderAt(2), target);
      expect(await pulled(target)).toBe(nights.ids[2]);
    });
  });
}
