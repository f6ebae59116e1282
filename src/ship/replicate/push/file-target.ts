/**
 * A target in a folder of this machine, or one that is mounted here. Files take their names by a rename, and CURRENT is
 * replaced under the lock that builds and pulls take.
 */
import { createHash, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Files, writeFully } from '../../../format/files/index.js';
import { BUILDING_PREFIX, readCurrent, writeCurrent } from '../../../index/snapshot/index.js';
import { FolderLock, makeDurably, tidyFolder } from '../../publish/index.js';
import { fileOrigin } from '../origin/file-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { Content, Target } from './target.js';

export function fileTarget(files: Files, folder: string): Target {
  const write = async (path: string, { bytes, sha256 }: Content, signal: AbortSignal): Promise<void> => {
    const temporary = join(folder, `${BUILDING_PREFIX}pushed-${randomBytes(8).toString('hex')}`);
    await makeDurably(files, dirname(path));
    try {
      const file = await files.open(temporary, 'create');
      try {
        const hash = createHash('sha256');
        let position = 0;
        for await (const piece of bytes()) {
          signal.throwIfAborted();
          await writeFully(file, piece, position);
          hash.update(piece);
          position += piece.byteLength;
        }
        if (hash.digest('hex') !== sha256) throw new OriginFailure(`${path} changed while it was copied`, true);
        await file.sync();
      } finally {
        await file.close();
      }
      await files.rename(temporary, path);
    } catch (error) {
      await files.remove(temporary).catch(() => undefined);
      throw error;
    }
    await files.syncFolder(dirname(path));
  };
  return {
    ...fileOrigin(files, folder),
    byteLengthMaximum: Number.POSITIVE_INFINITY,
    lengthOf: async (path) => (await files.stat(join(folder, path)))?.byteLength,
    put: (path, content, signal) => write(join(folder, path), content, signal),
    tidy: () => tidyFolder(files, folder),
    async replaceCurrent(seen, snapshot, signal) {
      await makeDurably(files, folder);
      // What pushes left that were killed goes; whoever is at work on another file loses it, and fails without harm.
      const lock = await FolderLock.acquire(files, folder, { signal });
      try {
        const now = await readCurrent(files, folder).catch(() => undefined);
        if (now !== seen?.snapshot) return false;
        await writeCurrent(files, folder, snapshot);
        return true;
      } finally {
        await lock.release();
      }
    },
  };
}
