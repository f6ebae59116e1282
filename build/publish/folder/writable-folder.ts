/**
 * Tests whether a folder can be written, before an export is read for hours.
 *
 * Permissions do not suffice, as root may write anywhere except in /proc. So a probe folder is created and removed again.
 */
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf, OperationError } from '../../../src/content/errors/index.js';
import { type Attempt, explainDiskFailure, type Files, isDiskFull } from '../../../src/format/files/index.js';
import { BUILDING_PREFIX } from '../../../src/index/snapshot/index.js';

/** A folder named by an option, and its purpose. */
interface TargetFolder {
  readonly path: string;
  /** As in `cannot write snapshots into /srv/snapshots`. */
  readonly doing: string;
  /** The option that names it. */
  readonly option: string;
}

export const outFolder = (path: string): TargetFolder => ({
  path,
  doing: `write snapshots into ${path}`,
  option: '--out',
});

export const temporaryFolder = (path: string): TargetFolder => ({
  path,
  doing: `keep temporary files in ${path}`,
  option: '--temp',
});

/** @returns the text of a disk failure, except its reason */
export const attemptTo = (doing: string): Attempt => ({
  doing,
  again: 'build again',
  outcome: 'No half-built snapshot was published',
});

/**
 * Checks that the folder can be written or, if it is missing, created. Leaves no files behind.
 *
 * @param prefix of the probe folder's name, so that a later build removes it if this one is killed
 * @throws OperationError with the reason and the option to change
 */
export async function checkWritable(files: Files, target: TargetFolder, prefix = BUILDING_PREFIX): Promise<void> {
  const refuse = (reason: string): never => {
    const advice = `Give a folder that can be written into with ${target.option}.`;
    throw new OperationError(`cannot ${target.doing}: ${reason}. ${advice}`);
  };
  if (target.path === '') refuse('the path is empty');
  const { path, missing } = await findNearestFolder(files, target).catch((error: unknown) => {
    throw explainDiskFailure(error, attemptTo(target.doing));
  });
  if ((await files.stat(path))?.kind !== 'folder') refuse(`${path} is not a folder`);
  if (missing !== undefined && (await isListed(files, path, missing))) {
    refuse(`${join(path, missing)} is a symbolic link that leads nowhere`);
  }
  const probe = join(path, `${prefix}${randomBytes(8).toString('hex')}`);
  try {
    await files.checkWritable(path);
    await files.makeFolder(probe);
  } catch (error) {
    if (error instanceof Error && codeOf(error) === 'ENOENT') {
      refuse(`no folder can be made in ${path} (${error.message})`);
    }
    // The files of killed builds may fill the disk; they are removed once the folder is locked.
    if (!isDiskFull(error)) throw explainDiskFailure(error, attemptTo(target.doing));
  }
  // An empty folder that stays does no harm; a later build removes it.
  await files.remove(probe).catch(() => undefined);
}

interface NearestFolder {
  /** The folder itself, or its nearest ancestor that exists. */
  readonly path: string;
  /** The name of the first missing folder in `path`; undefined if the folder itself exists. */
  readonly missing: string | undefined;
}

async function findNearestFolder(files: Files, target: TargetFolder): Promise<NearestFolder> {
  let path = resolve(target.path);
  let missing: string | undefined;
  while ((await files.stat(path)) === undefined && path !== dirname(path)) {
    missing = basename(path);
    path = dirname(path);
  }
  return { path, missing };
}

/** Whether the folder has an entry of that name; false if it may not be listed. */
const isListed = (files: Files, folder: string, name: string): Promise<boolean> =>
  files.list(folder).then(
    (names) => names.includes(name),
    () => false,
  );
