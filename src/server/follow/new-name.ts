/**
 * A space that its snapshot calls by another name than it is served by.
 *
 * Its URLs stay as long as the server runs, and change with the next start, where several spaces are served and the
 * operator has not given the name.
 */
import type { Logger } from 'pino';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { readManifest } from '../../index/snapshot/index.js';

export interface NamedFolder {
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
