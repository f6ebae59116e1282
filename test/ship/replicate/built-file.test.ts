/**
 * The time of a build: carried by pushes and pulls, and of no consequence if it is missing, forged or malformed.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { encodeBuiltTime, readBuiltFile, writeCurrent } from '../../../src/index/snapshot/index.js';
import {
  Bandwidth,
  openOrigin,
  openTarget,
  parseAddress,
  pullSnapshot,
  pushCurrent,
  readCurrentOfOrigin,
} from '../../../src/ship/replicate/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { buildNights, SNAPSHOTS } from '../../../testing/origin/trial.js';
import { IMPATIENT, type Pulling, pulling, REPLICA } from './pulling.js';

const begin = pulling();
const nightMs = Date.UTC(2026, 2, 1, 2, 30);

/** An origin with a `built.json` of the given bytes for its newest snapshot. */
function beginWith(bytes: (id: SnapshotId) => Uint8Array): Pulling & { readonly id: SnapshotId } {
  const pulled = begin();
  const id = pulled.nights.ids[2]!;
  pulled.origin.instead.set(`${id}/built.json`, Buffer.from(bytes(id)));
  return { ...pulled, id };
}

describe('a pull', () => {
  it('an origin with the time of the build › the replica has it too', async () => {
    const { pull, disk, id } = beginWith((snapshot) => encodeBuiltTime(snapshot, nightMs));
    expect(await pull()).toMatchObject({ published: true });
    expect(await readBuiltFile(disk, REPLICA, id)).toBe(nightMs);
  });

  it.each<[string, (id: SnapshotId) => Uint8Array]>([
    ['no JSON', () => Buffer.from('<html>')],
    ['a megabyte', () => new Uint8Array(2 ** 20)],
    ['the time of another snapshot', () => encodeBuiltTime('0'.repeat(64) as SnapshotId, nightMs)],
    ['a time in the next year', (id) => encodeBuiltTime(id, Date.now() + 365 * 86_400_000)],
  ])('a file with %s › the snapshot is published without a time', async (_, bytes) => {
    const { pull, disk, id } = beginWith(bytes);
    expect(await pull()).toMatchObject({ published: true });
    expect(disk.get(join(REPLICA, id, 'built.json'))).toBeUndefined();
  });

  it('an origin that fails for this file alone › the snapshot is published without a time', async () => {
    const { pull, disk, id, origin } = beginWith(() => new Uint8Array());
    origin.fault = ({ path }) => (path.endsWith('built.json') ? 'status 500' : undefined);
    expect(await pull()).toMatchObject({ published: true });
    expect(await readBuiltFile(disk, REPLICA, id)).toBeUndefined();
  });
});

describe('a push', () => {
  it('a later time of the same snapshot › is sent, and the next replica has it', async () => {
    const { disk, ids } = await buildNights();
    const id = ids[2]!;
    await writeCurrent(disk, SNAPSHOTS, id);
    const address = parseAddress('file:///www/content');
    const common = {
      files: disk,
      parallel: 1,
      bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
      retryPolicy: IMPATIENT,
      signal: new AbortController().signal,
    };
    const pushBuiltAt = async (ms: number) => {
      disk.put(join(SNAPSHOTS, id, 'built.json'), Buffer.from(encodeBuiltTime(id, ms)));
      const target = openTarget(address, { files: disk, env: {} });
      return pushCurrent({ ...common, folder: SNAPSHOTS, target });
    };
    expect(await pushBuiltAt(nightMs)).toMatchObject({ published: true });
    expect(await pushBuiltAt(nightMs + 86_400_000)).toMatchObject({ published: false });
    const replica = new MemoryDisk();
    const origin = openOrigin(address, { files: disk, env: {}, stallMs: 1_000 });
    const options = { ...common, files: replica, folder: REPLICA, keep: 2, origin };
    await pullSnapshot(options, await readCurrentOfOrigin(options));
    expect(await readBuiltFile(replica, REPLICA, id)).toBe(nightMs + 86_400_000);
  });
});
