/**
 * CURRENT names the snapshot of a folder to serve; PREVIOUS lists the snapshots that it named before.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { OperationError } from '../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../content/model/index.js';
import { type Files, readSmallFile, writeNewFile } from '../../format/files/index.js';
import { BUILDING_PREFIX, currentPath, previousPath } from './folder.js';

const currentBytesMaximum = 1024;
/** Maximum number of ids in PREVIOUS. */
const previousMaximum = 100;
const previousBytesMaximum = 2 ** 16;
/** Explains the file to people, and makes it invalid as a CURRENT. */
const previousHeading = '# what CURRENT named before, oldest first\n';

/**
 * @returns the id that CURRENT names, or undefined if there is no CURRENT
 * @throws OperationError if CURRENT contains something else
 */
export async function readCurrent(files: Files, folder: string): Promise<SnapshotId | undefined> {
  const bytes = await readSmallFile(files, currentPath(folder), currentBytesMaximum);
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
    await writeNewFile(files, temporary, Buffer.from(text));
    await files.rename(temporary, path);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
  await files.syncFolder(folder);
}

/**
 * Points CURRENT at the snapshot by a rename, so that a reader sees the old id or the new one. PREVIOUS does not change; see
 * `publishCurrent`.
 */
export async function writeCurrent(files: Files, folder: string, id: SnapshotId): Promise<void> {
  await replaceFile(files, folder, currentPath(folder), `${id}\n`);
}

/** @returns the ids in PREVIOUS, oldest first, without invalid lines; empty if there is no PREVIOUS */
export async function readPrevious(files: Files, folder: string): Promise<readonly SnapshotId[]> {
  const bytes = await readSmallFile(files, previousPath(folder), previousBytesMaximum).catch(() => undefined);
  if (bytes === undefined) return [];
  const lines = Buffer.from(bytes).toString('latin1').split('\n');
  return lines.map((line) => snapshotId(line.trim())).filter((id) => id !== undefined);
}

/** Writes PREVIOUS with the last hundred ids. */
export async function writePrevious(files: Files, folder: string, ids: readonly SnapshotId[]): Promise<void> {
  const lines = ids.slice(-previousMaximum).map((id) => `${id}\n`);
  await replaceFile(files, folder, previousPath(folder), previousHeading + lines.join(''));
}

/**
 * Points CURRENT at the snapshot and adds the previous one to PREVIOUS, for a rollback.
 *
 * PREVIOUS is written first: after a crash in between, its last line is the id that CURRENT names, which a rollback skips.
 * PREVIOUS never decides which snapshot is served.
 */
export async function publishCurrent(files: Files, folder: string, id: SnapshotId): Promise<void> {
  const before = await readCurrent(files, folder).catch(() => undefined);
  if (before !== undefined && before !== id) {
    const previous = await readPrevious(files, folder);
    await writePrevious(files, folder, previous.at(-1) === before ? previous : [...previous, before]);
  }
  await writeCurrent(files, folder, id);
}
