/**
 * Whether a folder can be written into, asked before an export is read: that may take hours.
 *
 * Permissions say little (an administrator may do all, and still nothing can be made in /proc), so a folder is made for a
 * moment where the first one would be made.
 */

import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, OperationError } from '../../../src/content/errors/index.js';
import { type Attempt, explainDiskFailure, type Files, isDiskFull } from '../../../src/format/files/index.js';
import { BUILDING_PREFIX } from '../../../src/index/snapshot/index.js';

/** A folder that somebody gave, and what it is for. */
export interface GivenFolder {
  readonly path: string;
  /** As in `cannot write snapshots into /srv/snapshots`. */
  readonly doing: string;
  /** The option that it was given with. */
  readonly option: string;
}

export const outFolder = (path: string): GivenFolder => ({
  path,
  doing: `write snapshots into ${path}`,
  option: '--out',
});

export const temporaryFolder = (path: string): GivenFolder => ({
  path,
  doing: `keep temporary files in ${path}`,
  option: '--temp',
});

/** What is told where a build fails at a folder. */
export const attemptAt = (doing: string): Attempt => ({
  doing,
  again: 'build again',
  outcome: 'No half-built snapshot was published',
});

/**
 * Checks that the folder may be written into or, where it is missing, made. Leaves nothing behind.
 *
 * @param prefix of the name of what is made for a moment, so that a later build removes it where this one is killed
 * @throws OperationError that says what stands in the way
 */
export async function checkWritable(files: Files, given: GivenFolder, prefix = BUILDING_PREFIX): Promise<void> {
  const refuse = (reason: string): never => {
    const advice = `Give a folder that can be written into with ${given.option}.`;
    throw new OperationError(`cannot ${given.doing}: ${reason}. ${advice}`);
  };
  if (given.path === '') refuse('the path is empty');
  const { path, missing } = await nearestAbove(files, given).catch((error: unknown) => {
    throw explainDiskFailure(error, attemptAt(given.doing));
  });
  if ((await files.stat(path))?.kind !== 'folder') refuse(`${path} is not a folder`);
  if (missing !== undefined && (await isListed(files, path, missing))) {
    refuse(`${join(path, missing)} is a symbolic link that leads nowhere`);
  }
  const tried = join(path, `${prefix}${randomBytes(8).toString('hex')}`);
  try {
    await files.checkWritable(path);
    await files.makeFolder(tried);
  } catch (error) {
    if (error instanceof Error && codeOf(error) === 'ENOENT') {
      refuse(`no folder can be made in ${path} (${error.message})`);
    }
    // What dead builds have left may be what fills it, and goes once the folder is locked.
    if (!isDiskFull(error)) throw explainDiskFailure(error, attemptAt(given.doing));
  }
  // An empty folder that stays harms nobody.
  await files.remove(tried).catch(() => undefined);
}

interface Nearest {
  /** What is there: the folder itself, or the nearest above it. */
  readonly path: string;
  /** The name of what would be made there first; undefined where the folder itself is there. */
  readonly missing: string | undefined;
}

async function nearestAbove(files: Files, given: GivenFolder): Promise<Nearest> {
  let path = resolve(given.path);
  let missing: string | undefined;
  while ((await files.stat(path)) === undefined && path !== dirname(path)) {
    missing = basename(path);
    path = dirname(path);
  }
  return { path, missing };
}

/** Whether the folder has an entry of that name; a folder that may not be listed tells nothing. */
const isListed = (files: Files, folder: string, name: string): Promise<boolean> =>
  files.list(folder).then(
    (names) => names.includes(name),
    () => false,
  );
