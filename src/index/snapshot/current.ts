/**
 * CURRENT: which snapshot of a folder is to be served; PREVIOUS: which were before.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { OperationError } from '../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../content/model/index.js';
import { type Files, readWhole, writeWhole } from '../../format/files/index.js';

// Where things lie in a snapshots folder:
//
//     CURRENT                                 the id of the snapshot to serve, and a newline
//     PREVIOUS                                the ids that CURRENT named before, oldest first, one a line
//     TRUSTED                                 the newest signature that was accepted here (src/ship/trust)
//     <id>/manifest.json                      its SHA-256 is the id
//     <id>/<name>-<first of SHA-256>.segment  one per content type, and one of joins
//     <id>/inputs.json                        what it was built from: for the next build, not part of the snapshot
//     <id>/build-report.json                  what building it took: for people, not part of the snapshot
//     <id>/signature.json                     who vouches for it, and since when: for whoever asks, not part of the snapshot
//     building-<unique>/                      a build under way, or one that was killed

export const CURRENT_FILE = 'CURRENT';
export const PREVIOUS_FILE = 'PREVIOUS';
/** Written by whoever asks for signatures. */
export const TRUSTED_FILE = 'TRUSTED';
export const MANIFEST_FILE = 'manifest.json';
/** For the next build (build/publish/incremental). */
export const INPUTS_FILE = 'inputs.json';
/** For people and their programs. */
export const BUILD_REPORT_FILE = 'build-report.json';
/** Who vouches for the snapshot (src/ship/trust). */
export const SIGNATURE_FILE = 'signature.json';
/** What may lie beside a snapshot's own files: the id says nothing of it, and no reader looks at it. */
export const COMPANION_FILES: readonly string[] = [INPUTS_FILE, BUILD_REPORT_FILE];
export const BUILDING_PREFIX = 'building-';

const hashDigits = 16;

export const currentPath = (folder: string): string => join(folder, CURRENT_FILE);
export const previousPath = (folder: string): string => join(folder, PREVIOUS_FILE);
export const snapshotPath = (folder: string, id: SnapshotId): string => join(folder, id);

/** Named by content, so that equal names are equal bytes also where names do not differ by case. */
export const segmentFileName = (name: string, sha256: string): string =>
  `${name}-${sha256.slice(0, hashDigits)}.segment`;

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
