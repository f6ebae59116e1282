/**
 * The interface to the disk for builds and snapshots, small enough that a test can make its k-th call fail.
 *
 * All calls are asynchronous, positions are explicit, nothing is retried. Errors are those of Node.js, with `code`.
 */

import { type BigIntStats, constants, read } from 'node:fs';
import { access, link, mkdir, open, readdir, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../../content/errors/index.js';

export interface FileStat {
  readonly byteLength: number;
  readonly kind: 'file' | 'folder' | 'other';
  readonly modifiedMs: number;
  /**
   * Changes when the file is written, renamed or gets other times: a writer can set the modification time, but not the change
   * time. It misses damage below the file system, and equally many bytes written within one tick of its clock, a few ms.
   */
  readonly identity: string;
}

export interface OpenFile {
  /** File descriptor in this process; absent if it is not on a real disk. */
  readonly descriptor?: number;
  /** @returns the number of bytes read; fewer than asked at the end of the file, possibly also before */
  read(into: Uint8Array, length: number, position: number): Promise<number>;
  /** @returns the number of bytes written; possibly fewer than given */
  write(bytes: Uint8Array, position: number): Promise<number>;
  /** Waits until the bytes are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `create`: for writing a new file; fails with EEXIST if it exists. `change`: for reading and writing an existing file; fails
 * with ENOENT if it is missing.
 */
export type OpenMode = 'read' | 'create' | 'change';

export interface Files {
  /** @throws as described for each mode */
  open(path: string, mode: OpenMode): Promise<OpenFile>;
  /** @returns undefined if the path does not exist; follows symbolic links */
  stat(path: string): Promise<FileStat | undefined>;
  /** @returns the absolute path without symbolic links. @throws if it does not exist */
  realPath(path: string): Promise<string>;
  /** @returns names without their folder, sorted by code unit */
  list(folder: string): Promise<readonly string[]>;
  /** Makes the folder and its parents; does nothing if it exists. */
  makeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Makes a hard link. */
  link(existing: string, added: string): Promise<void>;
  /** Removes a file, or a folder with its contents; does nothing if it is missing. */
  remove(path: string): Promise<void>;
  /** Waits until the entries of the folder are on the disk. */
  syncFolder(path: string): Promise<void>;
  /** @throws if this process may not write into the folder */
  checkWritable(folder: string): Promise<void>;
  /** @returns free bytes of its disk; Infinity if the disk does not report them */
  freeBytes(folder: string): Promise<number>;
}

/** ELOOP: a symbolic link that leads to itself. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error));

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (status) => status.isDirectory(),
    () => false,
  );

/**
 * Makes the missing folders one by one. The recursive `mkdir` of Node.js never ends if an existing folder answers ENOENT to
 * every `mkdir` in it, as /proc does.
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
    // Another process may have made it meanwhile.
    if (!(await isFolder(above))) await makeFolders(above);
    await make();
  }
}

const FLAGS: Readonly<Record<OpenMode, string>> = { read: 'r', create: 'wx', change: 'r+' };

function kindOf(status: BigIntStats): FileStat['kind'] {
  if (status.isFile()) return 'file';
  return status.isDirectory() ? 'folder' : 'other';
}

/** The real disk. */
export const diskFiles: Files = {
  async open(path, mode) {
    const handle = await open(path, FLAGS[mode]);
    return {
      descriptor: handle.fd,
      // Reading by the descriptor takes a third less time than by the handle.
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
      const status = await stat(path, { bigint: true });
      const { dev, ino, size, mtimeNs, ctimeNs } = status;
      return {
        byteLength: Number(size),
        kind: kindOf(status),
        modifiedMs: Number(mtimeNs / 1000n) / 1000,
        identity: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`,
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
    // The file system does not count blocks.
    if (blocks === 0) return Number.POSITIVE_INFINITY;
    const isSuperuser = process.getuid?.() === 0;
    // Reserved blocks are for the superuser only.
    return (isSuperuser ? bfree : bavail) * bsize;
  },
};
