/**
 * Which snapshots stay: the latest published, never the current one, and whole ones only, whatever comes in between.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildOptions, buildSnapshot } from '../../../build/publish/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import {
  listSnapshots,
  openCurrent,
  publishCurrent,
  readCurrent,
  readPrevious,
  writeCurrent,
} from '../../../src/index/snapshot/index.js';
import { listProblems, verifySnapshot, verifySnapshots } from '../../../src/index/verify/index.js';
import { removeLeftovers, removeOldSnapshots, rollBack } from '../../../src/ship/publish/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { diceOf } from '../../../testing/dice.js';
import { faultyFiles, MemoryDisk, observed } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();
const OUT = '/snapshots';

const model = modelOf({ book: { title: 'text' } });

function putNight(disk: MemoryDisk, night: number, items = 10): void {
  disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
  const lines = Array.from({ length: items }, (_, index) => `{"id":"b${index}","title":"night ${night}"}\n`);
  disk.put('/export/book.ndjson', Buffer.from(lines.join('')));
}

type Settings = Omit<BuildOptions, 'files' | 'strict'> & { readonly items?: number };

async function build(disk: MemoryDisk, night: number, { items, ...settings }: Settings = {}) {
  putNight(disk, night, items);
  return buildSnapshot('/export', OUT, { files: disk, strict: false, ...settings });
}

interface Nights {
  readonly disk: MemoryDisk;
  readonly ids: readonly SnapshotId[];
}

const built = new Map<number, Promise<Nights>>();

/** Builds nights 1 to `count` once, and keeps all. @returns a disk of its own */
async function nights(count: number): Promise<Nights> {
  const made = built.get(count) ?? buildNights(count);
  built.set(count, made);
  const { disk, ids } = await made;
  return { disk: disk.copy(), ids };
}

async function buildNights(count: number): Promise<Nights> {
  const disk = new MemoryDisk();
  const ids: SnapshotId[] = [];
  for (let night = 1; night <= count; night += 1) ids.push((await build(disk, night)).snapshot);
  return { disk, ids };
}

const there = async (files: Files): Promise<readonly string[]> =>
  (await listSnapshots(files, OUT)).map(({ id }) => id).sort();
const sorted = (ids: readonly (string | undefined)[]): readonly (string | undefined)[] => [...ids].sort();

describe('retention of snapshots', () => {
  it('without a number › all snapshots are kept', async () => {
    const { disk, ids } = await nights(5);
    expect(await there(disk)).toEqual(sorted(ids));
  });

  it('more than the number › the last published stay, and PREVIOUS names no others', async () => {
    const { disk, ids } = await nights(5);
    const { snapshot, removed } = await build(disk, 6, { keep: 3 });
    expect(sorted(removed)).toEqual(sorted(ids.slice(0, 3)));
    expect(await there(disk)).toEqual(sorted([snapshot, ...ids.slice(3)]));
    expect(await readPrevious(disk, OUT)).toEqual(ids.slice(3));
    expect((await rollBack(disk, OUT, undefined)).snapshot).toBe(ids[4]);
  });

  it('an old snapshot that is published again › counts from then', async () => {
    const { disk, ids } = await nights(4);
    await build(disk, 1);
    await build(disk, 5, { keep: 3 });
    expect(await there(disk)).toEqual(sorted([ids[0], ids[3], (await readCurrent(disk, OUT)) ?? '']));
  });

  it('a build without changes › removes old snapshots too', async () => {
    const { disk, ids } = await nights(4);
    expect((await build(disk, 4, { keep: 2 })).published).toBe(false);
    expect(await there(disk)).toEqual(sorted(ids.slice(2)));
  });

  it('missing PREVIOUS › the newest snapshots stay', async () => {
    const { disk } = await nights(4);
    disk.put(`${OUT}/PREVIOUS`, undefined);
    const { snapshot } = await build(disk, 5, { keep: 3 });
    const left = await listSnapshots(disk, OUT);
    expect(left).toHaveLength(3);
    expect(left.map(({ id }) => id)).toContain(snapshot);
  });

  it('an unpublished snapshot › stays until the next is published; an earlier unpublished one is removed', async () => {
    const { disk, ids } = await nights(3);
    const limited = { keep: 2, maxShrinkPercent: 30 };
    const first = await build(disk, 10, { ...limited, items: 2 });
    expect(await there(disk)).toEqual(sorted([...ids.slice(1), first.snapshot]));
    const second = await build(disk, 11, { ...limited, items: 2 });
    expect(await there(disk)).toEqual(sorted([...ids.slice(1), second.snapshot]));
    const third = await build(disk, 12, limited);
    expect(await there(disk)).toEqual(sorted([ids[2], third.snapshot]));
  });

  it('a file linked from a removed snapshot › stays', async () => {
    const disk = new MemoryDisk();
    const types = ['book', 'page'].map((name) => ({ name, fields: [{ name: 'title', type: 'text' }] }));
    for (let night = 1; night <= 4; night += 1) {
      disk.put('/export/model.json', Buffer.from(JSON.stringify({ space: 's', contentTypes: types })));
      disk.put('/export/book.ndjson', Buffer.from(`{"id":"b","title":"night ${night}"}\n`));
      disk.put('/export/page.ndjson', Buffer.from('{"id":"p","title":"always"}\n'));
      await buildSnapshot('/export', OUT, { files: disk, strict: false, keep: 2 });
    }
    expect(listProblems(await verifySnapshots(disk, OUT))).toEqual([]);
    expect(await there(disk)).toHaveLength(2);
  });

  it('a failure while removing › the build succeeds with a note, and the next build removes them', async () => {
    const { disk: counted } = await nights(5);
    let [calls, firstRemoval] = [0, 0];
    putNight(counted, 6);
    const files = observed(counted, ({ path }) => {
      calls += 1;
      if (path.includes('removed-')) firstRemoval ||= calls;
    });
    await buildSnapshot('/export', OUT, { files, strict: false, keep: 2 });
    expect(firstRemoval).toBeGreaterThan(0);
    for (let at = firstRemoval - 3; at <= calls; at += 1) {
      const { disk } = await nights(5);
      putNight(disk, 6);
      const { files: faulty } = faultyFiles(disk, { at, code: 'EIO', lasting: true });
      const report = await buildSnapshot('/export', OUT, { files: faulty, strict: false, keep: 2 });
      expect(await readCurrent(disk, OUT)).toBe(report.snapshot);
      for (const id of await readPrevious(disk, OUT)) expect(await there(disk)).toContain(id);
      await build(disk, 6, { keep: 2 });
      expect(await there(disk)).toHaveLength(2);
      expect((await disk.list(OUT)).filter((name) => name.startsWith('building-'))).toEqual([]);
      expect(listProblems(await verifySnapshots(disk, OUT))).toEqual([]);
    }
  });
});

describe('readers of a removed snapshot', () => {
  it('opening › opens the new CURRENT', async () => {
    const { disk, ids } = await nights(2);
    await writeCurrent(disk, OUT, ids[0]!);
    let opened = 0;
    // Between the manifest and the segments another is published and this one goes.
    const files = observed(disk, ({ operation, path }) => {
      if (operation !== 'stat' || !path.includes(`${ids[0]}/book-`) || opened > 0) return;
      opened += 1;
      disk.put(`${OUT}/CURRENT`, Buffer.from(`${ids[1]}\n`));
      for (const file of disk.paths(`${OUT}/${ids[0]}`)) disk.put(file, undefined);
    });
    expect((await openCurrent(files, OUT)).id).toBe(ids[1]);
    expect(opened).toBe(1);
  });

  it('verifying › verifies the new CURRENT', async () => {
    const { disk, ids } = await nights(2);
    await writeCurrent(disk, OUT, ids[0]!);
    const files = observed(disk, ({ operation, path }) => {
      if (operation !== 'open' || !path.includes(`${ids[0]}/book-`)) return;
      disk.put(`${OUT}/CURRENT`, Buffer.from(`${ids[1]}\n`));
      disk.put(path, Buffer.from('gone'));
    });
    const report = await verifySnapshots(files, OUT);
    expect(report.snapshot).toBe(ids[1]);
    expect(listProblems(report)).toEqual([]);
  });

  it('damage while CURRENT does not change › is reported', async () => {
    const { disk, ids } = await nights(1);
    disk.put(`${OUT}/${ids[0]}/manifest.json`, undefined);
    await expect(openCurrent(disk, OUT)).rejects.toThrow('manifest.json: expected a file, found none');
  });

  it('a rollback to a snapshot during its removal › it is put back, or the rollback fails with a message', async () => {
    const outcomes = new Set<string>();
    const { disk: counted } = await nights(4);
    let calls = 0;
    await removeOldSnapshots(
      observed(counted, () => {
        calls += 1;
      }),
      OUT,
      2,
      (await readCurrent(counted, OUT))!,
    );
    for (let at = 1; at <= calls; at += 1) {
      const { disk, ids } = await nights(4);
      let [made, wentBack] = [0, false];
      const files = observed(disk, () => undefined);
      // Before the call `at` of removing, somebody goes back to the oldest, all at once.
      const interrupted: Files = {
        ...files,
        rename: async (from, to) => {
          made += 1;
          if (made === at) {
            wentBack = true;
            await rollBack(disk, OUT, ids[0]).catch(() => undefined);
          }
          return files.rename(from, to);
        },
        stat: async (path) => {
          made += 1;
          if (made === at) {
            wentBack = true;
            await rollBack(disk, OUT, ids[0]).catch(() => undefined);
          }
          return files.stat(path);
        },
      };
      await removeOldSnapshots(interrupted, OUT, 2, ids[3]!);
      const current = await readCurrent(disk, OUT);
      expect(listProblems(await verifySnapshots(disk, OUT))).toEqual([]);
      if (wentBack) outcomes.add(current === ids[0] ? 'went back' : 'did not');
    }
    expect(outcomes).toContain('went back');
  });

  it('a snapshot removed between verification and publication › CURRENT is set back', async () => {
    const { disk, ids } = await nights(2);
    let renamed = 0;
    const files = observed(disk, ({ operation, path }) => {
      if (operation !== 'rename' || !path.endsWith('CURRENT')) return;
      renamed += 1;
      if (renamed === 1) for (const file of disk.paths(`${OUT}/${ids[0]}`)) disk.put(file, undefined);
    });
    await expect(rollBack(files, OUT, ids[0])).rejects.toThrow('a build has removed snapshot');
    expect(await readCurrent(disk, OUT)).toBe(ids[1]);
  });

  it('publishing an existing snapshot › is recorded in PREVIOUS', async () => {
    const { disk, ids } = await nights(2);
    await publishCurrent(disk, OUT, ids[0]!);
    expect(await readPrevious(disk, OUT)).toEqual([...ids.slice(0, 1), ids[1]]);
  });
});

describe('stele build --keep', () => {
  it('by default › keeps three and reports removed ids', async () => {
    const [out, folder] = [newFolder(), newFolder()];
    let told = '';
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      writeFiles(folder, { ...shelf, 'author.ndjson': [{ id: 'a1', name }] });
      const { code, stdout } = await stele(['build', folder, '--out', out]);
      expect(code).toBe(0);
      told += stdout;
    }
    expect(told.match(/^Removed old snapshot [0-9a-f]{64}$/gm)).toHaveLength(2);
    expect(readdirSync(out).filter((name) => name.length === 64)).toHaveLength(3);
    expect(readdirSync(out)).toContain(readFileSync(join(out, 'CURRENT'), 'utf8').trim());
  });

  it.each(['0', '1', '1001', '3.5', 'none'])('--keep %s › wrong usage', async (keep) => {
    const { code, stderr } = await stele(['build', newFolder(), '--out', newFolder(), '--keep', keep]);
    expect(code).toBe(2);
    expect(stderr).toContain('from 2 to 1000, or all');
  });
});

describe('a power cut while old snapshots are removed', () => {
  it('at any call, also during later removals › every folder with the name of a snapshot is complete', async () => {
    const { disk, ids } = await nights(3);
    /** @returns whether it came to its end */
    const removeUntil = async (files: MemoryDisk, lastCall: number): Promise<boolean> => {
      let calls = 0;
      const failing = observed(files, () => {
        calls += 1;
        if (calls > lastCall) throw new Error('killed');
      });
      await removeOldSnapshots(failing, OUT, 2, ids[2]!).catch(() => undefined);
      return calls <= lastCall;
    };
    let isOver = false;
    let cuts = 0;
    for (let lastCall = 0; !isOver; lastCall += 1) {
      for (let seed = 1; seed <= 8; seed += 1) {
        const killed = disk.copy();
        isOver = await removeUntil(killed, lastCall);
        if (seed % 2 === 0) await removeLeftovers(killed, OUT);
        const after = killed.afterPowerCut(diceOf(seed, `call ${lastCall}`));
        for (const { id } of await listSnapshots(after, OUT)) {
          expect(listProblems(await verifySnapshot(after, OUT, id)), `call ${lastCall}, seed ${seed}`).toEqual([]);
        }
        cuts += 1;
      }
    }
    expect(cuts).toBeGreaterThan(50);
  });
});
