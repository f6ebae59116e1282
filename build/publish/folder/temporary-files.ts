/**
 * The temporary files of a build: their folder, the names that belong to killed builds, and the error if their disk fails.
 *
 * That disk may differ from the disks of the export and of the snapshots, so the error names the folder.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { explainDiskFailure, type Files } from '../../../src/format/files/index.js';
import { BUILDING_PREFIX } from '../../../src/index/snapshot/index.js';
import { attemptTo, temporaryFolder } from './writable-folder.js';

export interface TemporaryPlace {
  /** Folder of one build's temporary files. */
  readonly path: string;
  /** Parent of `path`. */
  readonly folder: string;
  /** Names in `folder` with this prefix belong to killed builds, if this build holds the lock of the out folder. */
  readonly prefix: string;
}

const hashDigits = 16;

/**
 * @param folder undefined for the out folder, which one build uses at a time. Builds into several out folders, even of
 *               several hosts, may share another folder, so its names contain a hash of host and out folder.
 */
export function temporaryPlace(outFolder: string, folder: string | undefined): TemporaryPlace {
  const owner = createHash('sha256')
    .update(`${hostname()}\n${resolve(outFolder)}`)
    .digest('hex')
    .slice(0, hashDigits);
  const prefix = folder === undefined ? BUILDING_PREFIX : `${BUILDING_PREFIX}${owner}-`;
  const path = join(folder ?? outFolder, `${prefix}${randomBytes(8).toString('hex')}-scratch`);
  return { path, folder: folder ?? outFolder, prefix };
}

/** @returns the same files; if making a folder, or opening or using a file fails, the error names the folder of temporary files */
export function explainTemporaryFailures(files: Files, folder: string): Files {
  const explained = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result;
    } catch (error) {
      throw explainDiskFailure(error, attemptTo(temporaryFolder(folder).doing));
    }
  };
  return {
    ...files,
    makeFolder: (path) => explained(files.makeFolder(path)),
    open: async (path, mode) => {
      const file = await explained(files.open(path, mode));
      return {
        read: (into, length, position) => explained(file.read(into, length, position)),
        write: (bytes, position) => explained(file.write(bytes, position)),
        sync: () => explained(file.sync()),
        close: () => explained(file.close()),
      };
    },
  };
}
