/**
 * Where a build's temporary files lie, which of them are a dead build's, and what is said when their disk fails: that is
 * neither the export's nor, with a folder of their own, that of the snapshots.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { explainDiskFailure, type Files } from '../../../src/format/files/index.js';
import { BUILDING_PREFIX } from '../../../src/index/snapshot/index.js';
import { attemptAt, temporaryFolder } from './place.js';

export interface TemporaryPlace {
  /** Of one build. */
  readonly path: string;
  /** What others left here whose names begin so is a dead build's for whoever holds the out folder's lock. */
  readonly folder: string;
  readonly prefix: string;
}

const hashDigits = 16;

/**
 * @param folder undefined for the out folder, which nobody shares; another may be shared by builds into other folders, also
 *               of other hosts, so names there say whose they are
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

/** @returns the same files; where a call fails, the error says that it was for temporary ones */
export function temporaryFiles(files: Files, folder: string): Files {
  const told = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result;
    } catch (error) {
      throw explainDiskFailure(error, attemptAt(temporaryFolder(folder).doing));
    }
  };
  return {
    ...files,
    makeFolder: (path) => told(files.makeFolder(path)),
    open: async (path, mode) => {
      const file = await told(files.open(path, mode));
      return {
        read: (into, length, position) => told(file.read(into, length, position)),
        write: (bytes, position) => told(file.write(bytes, position)),
        sync: () => told(file.sync()),
        close: () => told(file.close()),
      };
    },
  };
}
