/**
 * The one way to the disk for build and snapshot: a face small enough that a test can make its k-th call fail.
 *
 * Everything is asynchronous, positions are explicit, and nothing is retried here. Errors are Node's own (`code`).
 */

import { constants, read } from 'node:fs';
import { access, link, mkdir, open, readdir, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../../content/errors/index.js';

export interface FileStat {
  readonly byteLength: number;
  readonly kind: 'file' | 'folder' | 'other';
  readonly modifiedMs: number;
  /**
   * The same only if nobody has meanwhile written to the file, given it another name or other times: whoever writes may set
   * the time of writing, but not that of the change. What does not show: bytes that change behind the system's back, and as
   * many others written in the same tick of the disk's clock, which is some milliseconds.
   */
  readonly identity: string;
}

export interface OpenFile {
  /** What the system calls it in this process, where it is on a real disk. */
  readonly descriptor?: number;
  /** @returns how many bytes were read; fewer than asked at the end of the file, and possibly before */
  read(into: Uint8Array, length: number, position: number): Promise<number>;
  /** @returns how many bytes were written; possibly fewer than given */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Waits until the bytes are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `create`: for writing, failing with EEXIST where the file exists. `change`: for reading and writing what is there,
 * failing with ENOENT where nothing is.
 */
export type OpenMode = 'read' | 'create' | 'change';

export interface Files {
  /** @throws as each mode says */
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** @returns undefined where nothing is; follows symbolic links */
  stat(path: string): Promise<FileStat | undefined>;
  /** @returns the absolute path behind all symbolic links. @throws where nothing is */
  realPath(path: string): Promise<string>;
  /** @returns names without their folder, sorted by code unit */
  list(folder: string): Promise<readonly string[]>;
  /** Makes the folder and those above it; content to find it there. */
  makeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A second name for the same file. */
  link(existing: string, added: string): Promise<void>;
  /** Removes a file, or a folder with all below it; content to find nothing. */
  remove(path: string): Promise<void>;
  /** Waits until the folder's own entries are on the disk. */
  syncFolder(path: string): Promise<void>;
  /** @throws where this process may not write into the folder */
  checkWritable(folder: string): Promise<void>;
  /** @returns how many bytes its disk has room for; Infinity where the disk does not say */
  freeBytes(folder: string): Promise<number>;
}

/** A symbolic link that leads round in a circle leads to nothing. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error));

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Makes one folder after the other. Node's own recursive `mkdir` tries for ever where a folder that is there says ENOENT
 * to whatever is made in it, as /proc does.
 */
async function makeFolders(path: string): Promise<void> {
  const make = (): Promise<void> =>
    mkdir(path).catch(async (error: unknown) => {
      if (!(await isFolder(path))) throw error;
    });
  const above = dirname(path);
  try {
    await make();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || above === path) throw error;
    // Somebody else may have made it meanwhile.
    if (!(await isFolder(above))) await makeFolders(above);
    await make();
  }
}

const FLAGS: Readonly<Record<OpenMode, string>> = { read: 'r', create: 'wx', change: 'r+' };

/** The real disk. */
export const diskFiles: Files = {
  async open(path, mode) {
    const handle = await open(path, FLAGS[mode]);
    return {
      descriptor: handle.fd,
      // By its descriptor: a third less work than by the handle, which counts where many blocks are read.
      read: (into, length, position) =>
        new Promise((resolve, reject) => {
          read(handle.fd, into, 0, length, position, (error, bytesRead) => {
            if (error === null) resolve(bytesRead);
            else reject(error);
          });
        }),
      write: async (bytes, position) => (await handle.write(bytes, 0, bytes.byteLength, position)).bytesWritten,
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  async stat(path) {
    try {
      const found = await stat(path, { bigint: true });
      return {
        byteLength: Number(found.size),
        kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other',
        modifiedMs: Number(found.mtimeNs / 1000n) / 1000,
        identity: `${found.dev} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`,
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  realPath: (path) => realpath(path),
  list: async (folder) => (await readdir(folder)).sort(),
  makeFolder: (path) => makeFolders(resolve(path)),
  rename: (from, to) => rename(from, to),
  link: (existing, added) => link(existing, added),
  remove: (path) => rm(path, { recursive: true, force: true }),
  async syncFolder(path) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  checkWritable: (folder) => access(folder, constants.W_OK),
  async freeBytes(folder) {
    const { blocks, bavail, bfree, bsize } = await statfs(folder);
    // A disk of no size is one that is not counted in blocks. What is kept for administrators is for them.
    return blocks === 0 ? Number.POSITIVE_INFINITY : (process.getuid?.() === 0 ? bfree : bavail) * bsize;
  },
};
