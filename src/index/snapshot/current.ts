/**
 * CURRENT: which snapshot of a folder is to be served; PREVIOUS: which were before.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { OperationError } from '../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../content/model/index.js';
import { type Files, readWhole, writeWhole } from '../../format/files/index.js';
import { BUILDING_PREFIX, currentPath, previousPath } from './paths.js';

const currentBytesMaximum = 1024;
/** As many nights as anyone goes back. */
const previousMaximum = 100;
const previousBytesMaximum = 2 ** 16;
/** Says what the file is, and keeps it from being taken for a CURRENT. */
const previousHeading = '# what CURRENT named before, oldest first\n';

/**
 * @returns the id that CURRENT names, or undefined where there is no CURRENT
 * @throws OperationError when CURRENT holds something else
 */
export async function readCurrent(files: Files, folder: string): Promise<SnapshotId | undefined> {
  const bytes = await readWhole(files, currentPath(folder), currentBytesMaximum);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('latin1');
  const id = text.endsWith('\n') ? snapshotId(text.slice(0, -1)) : undefined;
  if (id !== undefined) return id;
  throw new OperationError(
    `${currentPath(folder)} does not contain a snapshot id (64 hexadecimal digits and a line feed). Write the name of one of the snapshot folders beside it into it, or build again.`,
  );
}

async function replaceFile(files: Files, folder: string, path: string, text: string): Promise<void> {
  const temporary = join(folder, `${BUILDING_PREFIX}${randomBytes(8).toString('hex')}`);
  try {
    await writeWhole(files, temporary, Buffer.from(text));
    await files.rename(temporary, path);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
  await files.syncFolder(folder);
}

/**
 * Points CURRENT at the snapshot: written beside it, then renamed over it, so that a reader sees the old or the new.
 * Does not remember what it named before; `publishCurrent` does.
 */
export async function writeCurrent(files: Files, folder: string, id: SnapshotId): Promise<void> {
  await replaceFile(files, folder, currentPath(folder), `${id}\n`);
}

/** @returns what CURRENT named before, oldest first; empty where nothing is known, lines that are no ids left out */
export async function readPrevious(files: Files, folder: string): Promise<readonly SnapshotId[]> {
  const bytes = await readWhole(files, previousPath(folder), previousBytesMaximum).catch(() => undefined);
  if (bytes === undefined) return [];
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  return lines.map((line) => snapshotId(line.trim())).filter((id) => id !== undefined);
}

/** Keeps the latest hundred. */
export async function writePrevious(files: Files, folder: string, ids: readonly SnapshotId[]): Promise<void> {
  const lines = ids.slice(-previousMaximum).map((id) => `${id}\n`);
  await replaceFile(files, folder, previousPath(folder), previousHeading + lines.join(''));
}

/**
 * Points CURRENT at the snapshot and remembers the one it named before, for going back.
 *
 * PREVIOUS is written first: a crash in between leaves the id that CURRENT names as its last line, which going back
 * passes over. It is a convenience and never decides what is served.
 */
export async function publishCurrent(files: Files, folder: string, id: SnapshotId): Promise<void> {
  const before = await readCurrent(files, folder).catch(() => undefined);
  if (before !== undefined && before !== id) {
    const previous = await readPrevious(files, folder);
    await writePrevious(files, folder, previous.at(-1) === before ? previous : [...previous, before]);
  }
  await writeCurrent(files, folder, id);
}
