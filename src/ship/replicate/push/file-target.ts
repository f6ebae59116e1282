/**
 * A target in a folder of this machine, or in a mounted folder.
 *
 * Files get their names by a rename, and CURRENT is replaced under the same lock as in builds and pulls.
 */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { snapshotId } from '../../../content/model/index.js';
import { type Files, writeHashed } from '../../../format/files/index.js';
import { BUILDING_PREFIX, readCurrent, writeCurrent } from '../../../index/snapshot/index.js';
import { FolderLock, makeFolderDurably, tidyFolder } from '../../publish/index.js';
import { fileOrigin } from '../origin/file-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { Content, StoredFile, Target } from './target.js';

export function fileTarget(files: Files, folder: string): Target {
  const write = async (path: string, content: Content, signal: AbortSignal): Promise<void> => {
    const temporary = join(folder, `${BUILDING_PREFIX}pushed-${randomBytes(8).toString('hex')}`);
    await makeFolderDurably(files, dirname(path));
    try {
      if (!(await tryLink(content, temporary))) {
        const { sha256 } = await writeHashed(files, temporary, untilAborted(content.bytes(), signal));
        if (sha256 !== content.sha256) throw new OriginFailure(`${path} changed while it was copied`, true);
      }
      await files.rename(temporary, path);
    } catch (error) {
      await files.remove(temporary).catch(() => undefined);
      throw error;
    }
    await files.syncFolder(dirname(path));
  };
  /** Tries a hard link instead of a copy. @returns false if it is not possible, for example on another disk */
  const tryLink = ({ file }: Content, linkPath: string): Promise<boolean> =>
    file === undefined
      ? Promise.resolve(false)
      : files.link(file, linkPath).then(
          () => true,
          () => false,
        );
  return {
    ...fileOrigin(files, folder),
    byteLengthMaximum: Number.POSITIVE_INFINITY,
    lengthOf: async (path) => (await files.stat(join(folder, path)))?.byteLength,
    put: (path, content, signal) => write(join(folder, path), content, signal),
    list: (subfolder, signal) => listFiles(files, folder, subfolder, signal),
    remove: (path) => removeFile(files, folder, path),
    tidy: () => tidyFolder(files, folder),
    async replaceCurrent(currentSeen, snapshot, signal) {
      await makeFolderDurably(files, folder);
      // Taking the lock removes the leftovers of killed pushes. A concurrent push may lose its file; it then fails without harm.
      const lock = await FolderLock.acquire(files, folder, { signal });
      try {
        const current = await readCurrent(files, folder).catch(() => undefined);
        if (current !== currentSeen?.snapshot) return false;
        await writeCurrent(files, folder, snapshot);
        return true;
      } finally {
        await lock.release();
      }
    },
  };
}

/** @param subfolder `segments/`, or empty for all files of the target, which are at most one folder deep */
async function listFiles(
  files: Files,
  folder: string,
  subfolder: string,
  signal: AbortSignal,
): Promise<readonly StoredFile[]> {
  const storedFiles: StoredFile[] = [];
  const root = join(folder, subfolder);
  if ((await files.stat(root)) === undefined) return [];
  for (const name of await files.list(root)) {
    signal.throwIfAborted();
    const path = `${subfolder}${name}`;
    const entry = await files.stat(join(folder, path));
    // Another process may have removed it meanwhile.
    if (entry?.kind === 'file') storedFiles.push({ path, byteLength: entry.byteLength, modifiedMs: entry.modifiedMs });
    if (entry?.kind === 'folder' && subfolder === '')
      storedFiles.push(...(await listFiles(files, folder, `${path}/`, signal)));
  }
  return storedFiles;
}

/** Removes the file, and the folder of a snapshot with its last file. */
async function removeFile(files: Files, folder: string, path: string): Promise<void> {
  await files.remove(join(folder, path));
  const parentFolder = dirname(path);
  if (snapshotId(parentFolder) === undefined) return;
  const names = await files.list(join(folder, parentFolder)).catch(() => undefined);
  if (names?.length === 0) await files.remove(join(folder, parentFolder));
}

async function* untilAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}
