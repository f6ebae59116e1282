/**
 * What is pulled: a folder with the snapshots of several nights, of which some segments are the same.
 */
import { buildSnapshot } from '../../build/publish/index.js';
import type { SnapshotId } from '../../src/content/model/index.js';
import { exportFiles } from '../content.js';
import { MemoryDisk } from '../disk/index.js';

export const SNAPSHOTS = '/site/snapshots';

export interface Nights {
  readonly disk: MemoryDisk;
  /** Oldest first. */
  readonly ids: readonly SnapshotId[];
}

export async function buildNights(): Promise<Nights> {
  const disk = new MemoryDisk();
  const ids: SnapshotId[] = [];
  for (const night of ['long before', 'before', 'after'] as const) {
    for (const [path, bytes] of exportFiles(`/export/${night}`, night)) disk.put(path, bytes);
    ids.push((await buildSnapshot(`/export/${night}`, SNAPSHOTS, { files: disk, strict: false })).snapshot);
  }
  return { disk, ids };
}
