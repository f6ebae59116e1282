/**
 * The folders a server is started with: what each is called, and the snapshot it begins with.
 *
 * One space that cannot be opened does not stop the others; a server that could answer nothing at all does not start,
 * unless it is told to wait, or one of the folders is filled from an origin.
 *
 * A space that its snapshot calls by another name than it is served by.
 *
 * Its URLs stay as long as the server runs, and change with the next start, where several spaces are served and the
 * operator has not given the name.
 */

import { basename, resolve } from 'node:path';
import type { Logger } from 'pino';
import { codeOf, IntegrityError, InvariantError, OperationError } from '../../content/errors/index.js';
import { isName, type SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { readManifest, withCurrent } from '../../index/snapshot/index.js';
import type { FollowTask } from '../../ship/replicate/index.js';

export interface SnapshotFolder {
  /** Absent: the name in the snapshot's model. */
  readonly name?: string;
  readonly folder: string;
  /** Folder of snapshots that are not published yet; absent: there are none. */
  readonly preview?: string;
  /** Where its snapshots come from; absent: somebody else puts them there. */
  readonly origin?: FollowedOrigin;
}

/** What is told of an origin beside the folder that it fills. */
type FollowedOrigin = Omit<FollowTask, 'folder'>;

export interface OpenedFolder<Opened> {
  readonly name: string;
  /** Whether the name is a guess until a snapshot says it; only of a single space, whose paths do not have it. */
  readonly provisional: boolean;
  /** Whether the operator gave it; another name in a later snapshot then means nothing. */
  readonly given: boolean;
  readonly folder: string;
  /** Undefined where it could not be opened; whoever follows the folder tells why. */
  readonly opened: { readonly id: SnapshotId; readonly value: Opened } | undefined;
}

/** A space's preview, as a folder of its own, and the place of the space among the others. */
export interface OpenedPreview<Opened> extends OpenedFolder<Opened> {
  readonly previewOf: number;
}

/** Only a look into the folders could tell that the arguments were wrong. */
export class SpaceNameTaken extends OperationError {}

/** What came of opening a folder. */
type Attempt<Opened> = Pick<OpenedFolder<Opened>, 'folder' | 'given'> &
  (
    | {
        readonly name: string;
        readonly opened: NonNullable<OpenedFolder<Opened>['opened']>;
        readonly error?: undefined;
      }
    | { readonly name: string | undefined; readonly opened?: undefined; readonly error: Error }
  );

/** Whether the operator can do something about it; anything else is a mistake of ours and ends the start. */
function isExpected(error: unknown): error is Error {
  if (error instanceof IntegrityError || error instanceof OperationError) return true;
  return error instanceof Error && codeOf(error) !== undefined && 'syscall' in error;
}

/** What the system says of a file, with what to do. */
function inWords(folder: string, error: Error): Error {
  if (error instanceof IntegrityError || error instanceof OperationError) return error;
  const right = 'Let the user that this process runs as read the folder and the files in it, or name another folder';
  return new OperationError(`The snapshots in ${folder} cannot be read (${error.message}). ${right}.`);
}

/** Shown in `/health` until a snapshot says what the space is called. */
const provisionalName = (folder: string): string => {
  const name = basename(resolve(folder));
  return isName(name) ? name : 'content';
};

/** @throws what is a mistake of ours */
async function attempt<Opened>(
  files: Files,
  folder: string,
  name: string | undefined,
  open: (folder: string, id: SnapshotId) => Promise<Opened>,
): Promise<Attempt<Opened>> {
  const given = name !== undefined;
  try {
    return await withCurrent(files, folder, async (id) => {
      const known = name ?? (await readManifest(files, folder, id)).model.space;
      return { name: known, given, folder, opened: { id, value: await open(folder, id) } };
    });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return { name, given, folder, error: inWords(folder, error) };
  }
}

/**
 * @param wait whether to start although nothing can be served yet
 * @param open what is opened of a snapshot
 * @throws the first folder's error when none can be opened, `wait` is false and no origin is followed; SpaceNameTaken when two
 *         spaces have one name; OperationError when the name of one of several is not known
 */
export async function openFolders<Opened>(
  files: Files,
  folders: readonly SnapshotFolder[],
  wait: boolean,
  open: (folder: string, id: SnapshotId) => Promise<Opened>,
): Promise<readonly OpenedFolder<Opened>[]> {
  if (folders.length === 0) throw new InvariantError('no folder to open');
  const attempts: Attempt<Opened>[] = [];
  for (const { name, folder } of folders) attempts.push(await attempt(files, folder, name, open));
  const errors = attempts.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const isWaiting = wait || folders.some(({ origin }) => origin !== undefined);
  if (errors.length === attempts.length && !isWaiting) throw errors[0]!;
  const spaces = attempts.map(({ name, given, folder, opened, error }) => {
    if (name === undefined && attempts.length > 1) throw nameless(folder, error);
    return { name: name ?? provisionalName(folder), provisional: name === undefined, given, folder, opened };
  });
  checkNames(spaces);
  return spaces;
}

/**
 * Opens the previews of folders that are opened. One that cannot be opened stops nothing; whoever follows it tells why.
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
  for (const [previewOf, { name, provisional }] of opened.entries()) {
    const folder = folders[previewOf]?.preview;
    if (folder === undefined) continue;
    const found = await attempt(files, folder, name, open);
    previews.push({ name, provisional, given: found.given, folder, opened: found.opened, previewOf });
  }
  return previews;
}

const nameless = (folder: string, error: Error | undefined): OperationError =>
  new OperationError(
    `${folder} cannot be opened, so its name is not known: ${error?.message ?? ''}\nGive it a name with --space <name>=${folder}; then the other spaces are served without it.`,
  );

function checkNames(spaces: readonly { readonly name: string; readonly folder: string }[]): void {
  for (const [index, { name }] of spaces.entries()) {
    const twin = spaces.slice(0, index).find((space) => space.name === name);
    if (twin === undefined) continue;
    throw new SpaceNameTaken(
      `two spaces are called "${name}"; give ${twin.folder} its own name with --space <name>=${twin.folder}`,
    );
  }
}

interface NamedFolder {
  readonly name: string;
  readonly folder: string;
  /** Whether the name in the snapshot's model decides what the space is called. */
  readonly follows: boolean;
}

/**
 * @returns the name that the snapshot gives the space, where it is another than it is served by and will count
 * Tells the log, too. Cost: reading the manifest.
 */
export async function newNameOf(
  files: Files,
  { name, folder, follows }: NamedFolder,
  id: SnapshotId,
  logger: Logger,
): Promise<string | undefined> {
  if (!follows) return undefined;
  // What is served does not hang on it: a folder that has gone meanwhile only leaves the warning out.
  const manifest = await readManifest(files, folder, id).catch(() => undefined);
  const next = manifest?.model.space;
  if (next === undefined || next === name) return undefined;
  logger.warn(
    { name, next },
    `the snapshot calls its space "${next}": its URLs begin with /${name} now, and with /${next} after the next start; --space ${name}=<snapshots> keeps them`,
  );
  return next;
}
