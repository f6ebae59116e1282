/**
 * A target in a folder of this machine, or one that is mounted here. Files take their names by a rename, and CURRENT is
 * replaced under the lock that builds and pulls take.
 */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Files, writeHashed } from '../../../format/files/index.js';
import { BUILDING_PREFIX, readCurrent, writeCurrent } from '../../../index/snapshot/index.js';
import { FolderLock, makeFolderDurably, tidyFolder } from '../../publish/index.js';
import { fileOrigin } from '../origin/file-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { Content, Target } from './target.js';

export function fileTarget(files: Files, folder: string): Target {
  const write = async (path: string, content: Content, signal: AbortSignal): Promise<void> => {
    const temporary = join(folder, `${BUILDING_PREFIX}pushed-${randomBytes(8).toString('hex')}`);
    await makeFolderDurably(files, dirname(path));
    try {
      if (!(await isLinked(content, temporary))) {
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
  /** Whether the file has a second name now, which takes no bytes; on another disk it has to be copied. */
  const isLinked = ({ file }: Content, added: string): Promise<boolean> =>
    file === undefined
      ? Promise.resolve(false)
      : files.link(file, added).then(
          () => true,
          () => false,
        );
  return {
    ...fileOrigin(files, folder),
    byteLengthMaximum: Number.POSITIVE_INFINITY,
    lengthOf: async (path) => (await files.stat(join(folder, path)))?.byteLength,
    put: (path, content, signal) => write(join(folder, path), content, signal),
    tidy: () => tidyFolder(files, folder),
    async replaceCurrent(seen, snapshot, signal) {
      await makeFolderDurably(files, folder);
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

async function* untilAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}
