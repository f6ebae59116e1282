/**
 * Copies the time of a snapshot's build, `built.json`, from an origin or to a target.
 *
 * The snapshot's id does not cover the file. It is bounded, checked and written anew by the reader; a missing, malformed or
 * unreadable file never stops a pull. Elsewhere: the content of the file (src/index/snapshot/built-time).
 */
import type { SnapshotId } from '../../content/model/index.js';
import {
  BUILT_FILE,
  encodeBuiltTime,
  parseBuiltTime,
  readBuiltFile,
  writeBuiltFile,
} from '../../index/snapshot/index.js';
import { OriginFailure } from './origin/origin.js';
import { type FetchContext, type OriginRequest, readOriginBuilt } from './pull/origin-files.js';
import { createContent, type SendOptions, sendFile } from './push/send.js';

/** @returns milliseconds since 1970; undefined if the origin has no valid file, or does not send it */
async function readOriginBuiltMs(request: OriginRequest, snapshot: SnapshotId): Promise<number | undefined> {
  try {
    const bytes = await readOriginBuilt(request, snapshot);
    return bytes === undefined ? undefined : parseBuiltTime(bytes, snapshot);
  } catch (error) {
    if (error instanceof OriginFailure) return undefined;
    throw error;
  }
}

/**
 * Writes the origin's time of the build into the local folder of the snapshot, which exists.
 *
 * @throws errors of the disk
 */
export async function pullBuiltTime(
  context: FetchContext & { readonly folder: string },
  snapshot: SnapshotId,
): Promise<void> {
  const { files, folder } = context;
  const builtMs = await readOriginBuiltMs(context, snapshot);
  if (builtMs === undefined || builtMs === (await readBuiltFile(files, folder, snapshot))) return;
  await writeBuiltFile(files, folder, snapshot, builtMs);
}

/** Sends the local time of the build, if there is one and the target has another. @throws OriginFailure */
export async function pushBuiltTime(options: SendOptions, snapshot: SnapshotId): Promise<void> {
  const { files, folder, target } = options;
  const builtMs = await readBuiltFile(files, folder, snapshot);
  if (builtMs === undefined) return;
  if (builtMs === (await readOriginBuiltMs({ ...options, origin: target }, snapshot))) return;
  const content = createContent(encodeBuiltTime(snapshot, builtMs));
  await sendFile(options, `${snapshot}/${BUILT_FILE}`, { ...content, mayChange: true });
}
