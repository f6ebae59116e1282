/**
 * Opens the folders at the start: finds the name of each space, and the snapshot that it begins with.
 *
 * A space that cannot be opened does not stop the others. If no space can be opened the start fails, unless the server is
 * started with --wait, or a folder is filled from an origin.
 */
import { join } from 'node:path';
import { codeOf, IntegrityError, InvariantError, OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { MANIFEST_FILE, readManifest, snapshotPath, withCurrent } from '../../index/snapshot/index.js';
import type { SnapshotFolder } from './folder-options.js';
import { checkUniqueNames, provisionalName } from './space-name.js';

export interface OpenedFolder<Opened> {
  readonly name: string;
  /** Whether a later snapshot will name the space; only for a single space, whose paths have no name. */
  readonly isProvisional: boolean;
  /** Whether the operator gave the name; the name in a later snapshot is ignored then. */
  readonly isNameGiven: boolean;
  readonly folder: string;
  /** Undefined if it could not be opened; the follower of the folder logs why. */
  readonly opened: { readonly id: SnapshotId; readonly value: Opened } | undefined;
}

export interface OpenedPreview<Opened> extends OpenedFolder<Opened> {
  /** Index of its space. */
  readonly previewOf: number;
}

/** Result of opening a folder. */
type Attempt<Opened> = Pick<OpenedFolder<Opened>, 'folder' | 'isNameGiven'> &
  (
    | {
        readonly name: string;
        readonly opened: NonNullable<OpenedFolder<Opened>['opened']>;
        readonly error?: undefined;
      }
    | { readonly name: string | undefined; readonly opened?: undefined; readonly error: Error }
  );

/** @returns whether the operator can do something about the error; any other error is a defect and ends the start */
function isExpected(error: unknown): error is Error {
  if (error instanceof IntegrityError || error instanceof OperationError) return true;
  return error instanceof Error && codeOf(error) !== undefined && 'syscall' in error;
}

/** Adds to an error of the file system what to do about it. */
function withAdvice(folder: string, error: Error): Error {
  if (error instanceof IntegrityError || error instanceof OperationError) return error;
  const advice = 'Let the user that this process runs as read the folder and the files in it, or name another folder';
  return new OperationError(`The snapshots in ${folder} cannot be read (${error.message}). ${advice}.`);
}

/** @throws OperationError if the pinned snapshot is not in the folder */
async function requirePinned(files: Files, folder: string, pin: SnapshotId): Promise<void> {
  if ((await files.stat(join(snapshotPath(folder, pin), MANIFEST_FILE))) !== undefined) return;
  throw new OperationError(
    `--pin names snapshot ${pin}, which is not in ${folder}. Give the id of a snapshot there (stele list), or let the server fetch it with --follow`,
  );
}

/** @throws errors that are defects */
async function attempt<Opened>(
  files: Files,
  folder: string,
  givenName: string | undefined,
  open: (folder: string, id: SnapshotId) => Promise<Opened>,
  pin?: SnapshotId,
): Promise<Attempt<Opened>> {
  const isNameGiven = givenName !== undefined;
  const openOne = async (id: SnapshotId): Promise<Attempt<Opened>> => {
    const name = givenName ?? (await readManifest(files, folder, id)).model.space;
    return { name, isNameGiven, folder, opened: { id, value: await open(folder, id) } };
  };
  try {
    if (pin === undefined) return await withCurrent(files, folder, openOne);
    await requirePinned(files, folder, pin);
    return await openOne(pin);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { name: givenName, isNameGiven, folder, error: withAdvice(folder, error) };
  }
}

/**
 * @param wait whether to start although nothing can be served yet
 * @param open opens a snapshot
 * @throws the first folder's error if none can be opened, `wait` is false and no origin is followed; SpaceNameTaken if two
 *         spaces have the same name; OperationError if the name of one of several spaces is not known
 */
export async function openFolders<Opened>(
  files: Files,
  folders: readonly SnapshotFolder[],
  wait: boolean,
  open: (folder: string, id: SnapshotId) => Promise<Opened>,
): Promise<readonly OpenedFolder<Opened>[]> {
  if (folders.length === 0) throw new InvariantError('no folder to open');
  const attempts: Attempt<Opened>[] = [];
  for (const { name, folder, pin } of folders) attempts.push(await attempt(files, folder, name, open, pin));
  const errors = attempts.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const mayBeEmpty = wait || folders.some(({ origin }) => origin !== undefined);
  if (errors.length === attempts.length && !mayBeEmpty) throw errors[0]!;
  const spaces = attempts.map(({ name, isNameGiven, folder, opened, error }) => {
    if (name === undefined && attempts.length > 1) throw unknownName(folder, error);
    return { name: name ?? provisionalName(folder), isProvisional: name === undefined, isNameGiven, folder, opened };
  });
  checkUniqueNames(spaces);
  return spaces;
}

/**
 * Opens the previews of opened folders. A preview that cannot be opened stops nothing; its follower logs why.
 *
 * @param opened the folders, in the same order
 */
export async function openPreviews<Opened>(
  files: Files,
  folders: readonly SnapshotFolder[],
  opened: readonly OpenedFolder<unknown>[],
  open: (folder: string, id: SnapshotId) => Promise<Opened>,
): Promise<readonly OpenedPreview<Opened>[]> {
  const previews: OpenedPreview<Opened>[] = [];
  for (const [previewOf, { name, isProvisional }] of opened.entries()) {
    const folder = folders[previewOf]?.preview;
    if (folder === undefined) continue;
    const preview = await attempt(files, folder, name, open);
    const { isNameGiven } = preview;
    previews.push({ name, isProvisional, isNameGiven, folder, opened: preview.opened, previewOf });
  }
  return previews;
}

const unknownName = (folder: string, error: Error | undefined): OperationError =>
  new OperationError(
    `${folder} cannot be opened, so its name is not known: ${error?.message ?? ''}\nGive it a name with --space <name>=${folder}; then the other spaces are served without it.`,
  );
