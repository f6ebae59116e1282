/**
 * The snapshots folder before a build: can it be written, and what did killed builds leave in it?
 *
 * Nothing is made here: a build that is refused leaves no trace. Elsewhere: writing (publish), names (src/snapshot).
 */
import { dirname, join, resolve } from 'node:path';
import { OperationError } from '../../src/errors/index.js';
import type { FileStat, Files } from '../../src/files/index.js';
import { BUILDING_PREFIX } from '../../src/snapshot/index.js';

/** Longer than any build takes, so that what is older belongs to none that runs. */
export const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000;

/** @param reason a clause without a point */
export const cannotWrite = (folder: string, reason: string): OperationError =>
  new OperationError(`cannot write snapshots into ${folder}: ${reason}. Give a folder that may be written with --out.`);

/**
 * Checks that the folder may be written into or, where it is missing, made.
 *
 * @throws OperationError that says what stands in the way
 */
export async function checkWritable(files: Files, folder: string): Promise<void> {
  let path = resolve(folder);
  let found = await statOf(files, folder, path);
  while (found === undefined && path !== dirname(path)) {
    path = dirname(path);
    found = await statOf(files, folder, path);
  }
  if (found?.kind !== 'folder') throw cannotWrite(folder, `${path} is no folder`);
  await files.checkWritable(path).catch((error: unknown) => {
    throw cannotWrite(folder, reasonOf(error, path));
  });
}

const statOf = (files: Files, folder: string, path: string): Promise<FileStat | undefined> =>
  files.stat(path).catch((error: unknown) => {
    throw cannotWrite(folder, reasonOf(error, path));
  });

/** @returns why the disk refuses the path, as a clause */
export function reasonOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return `this user may not write into ${path}`;
  if (code === 'EROFS') return `the file system of ${path} is read-only`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Removes what builds that were killed have left, once it is a day old; younger entries may belong to a build that
 * runs. A folder's age counts from its last new entry.
 *
 * What cannot be looked at or removed stays: it does no harm beyond its bytes, and must not stop a rebuild.
 *
 * @param nowMs since 1970
 */
export async function removeLeftovers(files: Files, folder: string, nowMs: number): Promise<void> {
  const names = await files.list(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(BUILDING_PREFIX)) continue;
    const path = join(folder, name);
    try {
      const found = await files.stat(path);
      if (found !== undefined && nowMs - found.modifiedMs > LEFTOVER_AGE_MS) await files.remove(path);
    } catch {
      // Left for a later build, or for whoever owns it.
    }
  }
}
