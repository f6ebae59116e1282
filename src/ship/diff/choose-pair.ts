/**
 * Chooses the two snapshots of a comparison, from one folder or two.
 *
 * A snapshot is named by its id, the first digits of its id, CURRENT or PREVIOUS. Any other text is a path, so names and paths
 * are told apart without reading the disk.
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

/** A snapshot, and its folder of snapshots. */
export interface SnapshotPlace {
  readonly folder: string;
  readonly id: SnapshotId;
}

export interface ChosenPair {
  readonly before: SnapshotPlace;
  readonly after: SnapshotPlace;
  /** Whether the previously served snapshot is unknown, so that an older one was chosen. */
  readonly isGuessed: boolean;
}

/** A folder of snapshots, and the name of a snapshot in it. */
interface SnapshotReference {
  readonly folder: string;
  readonly name: string;
}

/**
 * @param defaultFolder  a folder of snapshots; if `before` is a path and `after` is missing, it may also be the path of one snapshot
 * @param before the name of a snapshot in `defaultFolder`; or the path of another folder, which means its CURRENT; or the path of one
 *               snapshot. The default is `PREVIOUS`. A path without `after` is the later side
 * @param after  like `before`; the default is `CURRENT`
 * @throws OperationError if there is no such snapshot; the message lists the existing ones
 */
export async function choosePair(
  files: Files,
  defaultFolder: string,
  before?: string,
  after?: string,
): Promise<ChosenPair> {
  const sides = await resolveSides(files, defaultFolder, before, after);
  const isOneOfTwo = sides.before.folder !== sides.after.folder;
  const chosenBefore = await choose(files, sides.before, isOneOfTwo);
  const chosenAfter = await choose(files, sides.after, isOneOfTwo);
  return { before: chosenBefore, after: chosenAfter, isGuessed: chosenBefore.isByAge || chosenAfter.isByAge };
}

async function resolveSides(
  files: Files,
  defaultFolder: string,
  before: string = PREVIOUS_FILE,
  after?: string,
): Promise<{ readonly before: SnapshotReference; readonly after: SnapshotReference }> {
  const isBeforePath = !isSnapshotName(before);
  if (isBeforePath && after === undefined) {
    // The command has two paths only: the default folder is the earlier side, and `before` is the later side.
    return {
      before: await resolvePath(files, undefined, defaultFolder),
      after: await resolvePath(files, defaultFolder, before),
    };
  }
  if (isBeforePath && after !== undefined && !isSnapshotName(after)) {
    throw new OperationError(
      `both ${before} and ${after} are paths, so ${defaultFolder} is not needed. Give only the two paths.`,
    );
  }
  return {
    before: await resolveSide(files, defaultFolder, before),
    after: await resolveSide(files, defaultFolder, after ?? CURRENT_FILE),
  };
}

/** @param text the name of a snapshot in the default folder, or a path */
async function resolveSide(files: Files, defaultFolder: string, text: string): Promise<SnapshotReference> {
  return isSnapshotName(text) ? { folder: defaultFolder, name: text } : resolvePath(files, defaultFolder, text);
}

/**
 * @param defaultFolder the folder in which the name may have been meant; undefined if the text can only be a path
 * @returns CURRENT of a folder, or the snapshot that the end of the path names in the folder above
 */
async function resolvePath(files: Files, defaultFolder: string | undefined, path: string): Promise<SnapshotReference> {
  const entry = await files.stat(path);
  const mayBeName = !path.includes('/') && !path.includes(sep);
  if (entry === undefined && defaultFolder !== undefined && mayBeName) await refuseName(files, defaultFolder, path);
  const absolutePath = resolve(path);
  const name = basename(absolutePath);
  const isFolderOfSnapshots = entry?.kind === 'folder' && (await files.stat(join(path, MANIFEST_FILE))) === undefined;
  if (!isSnapshotName(name) || isFolderOfSnapshots) return { folder: path, name: CURRENT_FILE };
  return { folder: dirname(absolutePath), name };
}

/** @throws OperationError with the ids in the folder: neither a snapshot nor a path has this name */
async function refuseName(files: Files, folder: string, name: string): Promise<void> {
  try {
    await chooseSnapshot(files, folder, name);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    throw new OperationError(`${error.message}\nOr give the path of another folder of snapshots, or of a snapshot.`);
  }
}

/** @param isOneOfTwo whether messages must name the folder */
async function choose(
  files: Files,
  { folder, name }: SnapshotReference,
  isOneOfTwo: boolean,
): Promise<ChosenSnapshot & SnapshotPlace> {
  try {
    return { folder, ...(await chooseSnapshot(files, folder, name)) };
  } catch (error) {
    if (!isOneOfTwo || !(error instanceof OperationError) || error.message.startsWith(folder)) throw error;
    throw new OperationError(`in ${folder}: ${error.message}`);
  }
}
