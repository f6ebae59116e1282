/**
 * The file PUSHED of a folder of snapshots: the last snapshot that was pushed to each target.
 *
 *     PUSHED      <snapshot id> <target>, one line for each target
 *
 * It tells this folder's snapshots at a target from those of another builder, even after they were removed locally.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type SnapshotId, snapshotId } from '../../../content/model/index.js';
import { type Files, readSmallFile, writeNewFile } from '../../../format/files/index.js';
import { BUILDING_PREFIX, listSnapshots, readCurrent, readPrevious } from '../../../index/snapshot/index.js';

const PUSHED_FILE = 'PUSHED';
const bytesMaximum = 2 ** 20;

/** @returns target → snapshot id */
async function readPushed(files: Files, folder: string): Promise<Map<string, SnapshotId>> {
  const bytes = await readSmallFile(files, join(folder, PUSHED_FILE), bytesMaximum).catch(() => undefined);
  const lines = Buffer.from(bytes ?? [])
    .toString('utf8')
    .split('\n');
  return new Map(
    lines.flatMap((line) => {
      const id = snapshotId(line.slice(0, 64));
      return id === undefined ? [] : [[line.slice(65), id] as const];
    }),
  );
}

export async function rememberPushed(files: Files, folder: string, target: string, id: SnapshotId): Promise<void> {
  const pushed = (await readPushed(files, folder)).set(target, id);
  const text = [...pushed].map(([name, snapshot]) => `${snapshot} ${name}\n`).join('');
  const temporary = join(folder, `${BUILDING_PREFIX}pushed-${randomBytes(8).toString('hex')}`);
  await writeNewFile(files, temporary, Buffer.from(text));
  await files.rename(temporary, join(folder, PUSHED_FILE));
}

/** Whether a snapshot at the target comes from this folder: it is or was in this folder, or was pushed from it. */
export async function isFromHere(files: Files, folder: string, target: string, id: SnapshotId): Promise<boolean> {
  if ((await readCurrent(files, folder)) === id) return true;
  if ((await readPrevious(files, folder)).includes(id)) return true;
  if ((await listSnapshots(files, folder)).some((snapshot) => snapshot.id === id)) return true;
  return (await readPushed(files, folder)).get(target) === id;
}
