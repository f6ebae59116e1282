/**
 * Two nights at an origin: an export, and the same with one in a hundred items of one type changed.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { diskFiles } from '../../src/files/index.js';
import type { SnapshotId } from '../../src/model/index.js';
import { readManifest, requireCurrent, writeCurrent } from '../../src/snapshot/index.js';
import { buildNight, CHANGED_TYPE, changedExport } from '../build/night.js';
import { prepareExport } from '../harness/input/prepare.js';
import type { PullBenchOptions } from './options.js';

export interface Nights {
  /** The origin's folder of snapshots. */
  readonly folder: string;
  readonly first: SnapshotId;
  readonly second: SnapshotId;
  /** Files of the second night that the first does not have. */
  readonly changedFiles: readonly string[];
  /** Of the segments of the types that changed. */
  readonly changedBytes: number;
  /** Of all segments. */
  readonly byteLength: number;
}

export async function makeNights({ items, seed }: PullBenchOptions, scratch: string): Promise<Nights> {
  const source = await prepareExport(items, seed);
  const folder = join(scratch, 'origin');
  await mkdir(folder, { recursive: true });
  const options = { threads: availableParallelism(), memoryBytes: 2 ** 30 };
  buildNight('the first night', source, folder, options);
  const first = await requireCurrent(diskFiles, folder);
  const changed = await changedExport(source, join(scratch, 'export'));
  buildNight('the second night', changed, folder, options);
  rmSync(changed, { recursive: true });
  const second = await requireCurrent(diskFiles, folder);
  const had = new Set(readdirSync(join(folder, first)));
  const { segments } = await readManifest(diskFiles, folder, second);
  const isChangedType = (file: string): boolean => file.startsWith(`${CHANGED_TYPE}-`);
  const changedFiles = segments.map(({ file }) => file).filter((file) => !had.has(file));
  const size = (file: string): number => statSync(join(folder, second, file)).size;
  return {
    folder,
    first,
    second,
    changedFiles,
    changedBytes: changedFiles.filter(isChangedType).reduce((sum, file) => sum + size(file), 0),
    byteLength: segments.reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

/** The origin names this night from now on. */
export const nameNight = ({ folder }: Nights, id: SnapshotId): Promise<void> => writeCurrent(diskFiles, folder, id);
