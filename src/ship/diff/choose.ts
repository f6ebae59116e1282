/**
 * Which two snapshots are compared: of one folder, or of two.
 *
 * A snapshot is named by its id, or the first digits of it, or is CURRENT or PREVIOUS; whatever is none of these is a
 * path, so that nothing has to be looked up to tell the two apart.
 */
import { basename, dirname, join, resolve, sep } from 'node:path';
import { OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import {
  type ChosenSnapshot,
  CURRENT_FILE,
  chooseSnapshot,
  isSnapshotName,
  MANIFEST_FILE,
  PREVIOUS_FILE,
} from '../../index/snapshot/index.js';

/** One snapshot, and the folder of snapshots it lies in. */
export interface SnapshotPlace {
  readonly folder: string;
  readonly id: SnapshotId;
}

export interface ChosenPair {
  readonly before: SnapshotPlace;
  readonly after: SnapshotPlace;
  /** Whether what was served before is not recorded, and one of them is merely older. */
  readonly isGuessed: boolean;
}

/** Where to look, and for which. */
interface Wanted {
  readonly folder: string;
  readonly name: string;
}

/**
 * @param first  a folder of snapshots; where `before` is a path and all there is else, also that of a snapshot in one
 * @param before the name of a snapshot in `first`, or the path of another folder, of which CURRENT is meant, or of a
 *               snapshot in one; the default is `PREVIOUS`. A path and no `after` stand for the second of two sides
 * @param after  likewise; the default is `CURRENT`
 * @throws OperationError when there is no such snapshot, with those there are
 */
export async function choosePair(files: Files, first: string, before?: string, after?: string): Promise<ChosenPair> {
  const sides = await sidesOf(files, first, before, after);
  const areTwo = sides.before.folder !== sides.after.folder;
  const [a, b] = [await choose(files, sides.before, areTwo), await choose(files, sides.after, areTwo)];
  return { before: a, after: b, isGuessed: a.isByAge || b.isByAge };
}

async function sidesOf(
  files: Files,
  first: string,
  before: string = PREVIOUS_FILE,
  after?: string,
): Promise<{ readonly before: Wanted; readonly after: Wanted }> {
  const side = async (text: string): Promise<Wanted> =>
    isSnapshotName(text) ? { folder: first, name: text } : pathWanted(files, first, text);
  if (after === undefined && !isSnapshotName(before)) {
    return { before: await pathWanted(files, undefined, first), after: await pathWanted(files, first, before) };
  }
  if (after !== undefined && !isSnapshotName(before) && !isSnapshotName(after)) {
    throw new OperationError(
      `both ${before} and ${after} are paths, so ${first} is not needed. Give only the two paths.`,
    );
  }
  return { before: await side(before), after: await side(after ?? CURRENT_FILE) };
}

/**
 * @param first where somebody may have looked for a snapshot of the name; undefined where it is no name's place
 * @returns CURRENT of a folder, or the snapshot that the end of the path names in the folder above
 */
async function pathWanted(files: Files, first: string | undefined, path: string): Promise<Wanted> {
  const found = await files.stat(path);
  if (found === undefined && first !== undefined && !path.includes('/') && !path.includes(sep)) {
    await chooseSnapshot(files, first, path).catch((error: unknown) => {
      if (!(error instanceof OperationError)) throw error;
      throw new OperationError(`${error.message}\nOr give the path of another folder of snapshots, or of one in it.`);
    });
  }
  const whole = resolve(path);
  const name = basename(whole);
  const isFolderOfSnapshots = found?.kind === 'folder' && (await files.stat(join(path, MANIFEST_FILE))) === undefined;
  if (!isSnapshotName(name) || isFolderOfSnapshots) return { folder: path, name: CURRENT_FILE };
  return { folder: dirname(whole), name };
}

/** @param isOneOfTwo whether a message must say which folder it is about */
async function choose(
  files: Files,
  { folder, name }: Wanted,
  isOneOfTwo: boolean,
): Promise<ChosenSnapshot & SnapshotPlace> {
  try {
    return { folder, ...(await chooseSnapshot(files, folder, name)) };
  } catch (error) {
    if (!isOneOfTwo || !(error instanceof OperationError) || error.message.startsWith(folder)) throw error;
    throw new OperationError(`in ${folder}: ${error.message}`);
  }
}
