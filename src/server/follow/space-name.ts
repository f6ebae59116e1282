/**
 * Names of spaces: unique among folders, and a warning when a snapshot's model names its space differently.
 *
 * URLs keep their name as long as the server runs; they change at the next start, if several spaces are served and the
 * operator has not given the name.
 */
import { basename, resolve } from 'node:path';
import type { Logger } from 'pino';
import { OperationError } from '../../content/errors/index.js';
import { isName, type SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { readManifest } from '../../index/snapshot/index.js';

/** An error of its own, because the command line can only find it by opening the folders. */
export class SpaceNameTaken extends OperationError {}

/** @returns the name in `/health` until a snapshot names the space */
export const provisionalName = (folder: string): string => {
  const name = basename(resolve(folder));
  return isName(name) ? name : 'content';
};

/** @throws SpaceNameTaken if two spaces have the same name */
export function checkUniqueNames(spaces: readonly { readonly name: string; readonly folder: string }[]): void {
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
  /** Whether the name in the snapshot's model names the space at the next start. */
  readonly usesModelName: boolean;
}

/**
 * @returns the name after the next start, if it differs from the one that is served; it is logged too
 * Cost: reading the manifest.
 */
export async function findChangedName(
  files: Files,
  { name, folder, usesModelName }: NamedFolder,
  id: SnapshotId,
  logger: Logger,
): Promise<string | undefined> {
  if (!usesModelName) return undefined;
  // Without the manifest, only the warning is missing: the snapshot is served already.
  const manifest = await readManifest(files, folder, id).catch(() => undefined);
  const nextName = manifest?.model.space;
  if (nextName === undefined || nextName === name) return undefined;
  logger.warn(
    { name, next: nextName },
    `the snapshot calls its space "${nextName}": its URLs begin with /${name} now, and with /${nextName} after the next start; --space ${name}=<snapshots> keeps them`,
  );
  return nextName;
}
