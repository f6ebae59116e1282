/**
 * The times of a snapshot: when it was built, and when its files were written into this folder.
 *
 * The manifest contains no time, so that the same export gives the same snapshot. The time of the build is in a companion file,
 * `built.json`, which builds write, and pushes and pulls copy. The snapshot's id does not cover it, so its time is only shown.
 * Elsewhere: checking signatures (src/ship/trust), copying the file (src/ship/replicate).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';
import { type Files, readSmallFile, writeNewFile } from '../../format/files/index.js';
import { parseRecord } from '../../format/index.js';
import { openCompanion, sealCompanion } from './companions.js';
import { BUILDING_PREFIX, BUILT_FILE, MANIFEST_FILE, SIGNATURE_FILE, snapshotPath } from './folder.js';

/** Maximum length of `built.json`; a longer file is ignored. */
export const BUILT_BYTES_MAXIMUM = 1024;
/** Tolerated error of the builder's clock: a later time of a build is ignored, because it would hide the age of the content. */
const CLOCK_AHEAD_MAXIMUM_MS = 3_600_000;
const signatureBytesMaximum = 2 ** 16;

/** The time in the form `2026-03-01T02:30:00.000Z`. @returns undefined if the text has another form */
function parseInstant(text: unknown): number | undefined {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) || new Date(ms).toISOString() !== text ? undefined : ms;
}

/** @param builtMs in milliseconds since 1970. @returns the bytes of `built.json` */
export const encodeBuiltTime = (snapshot: SnapshotId, builtMs: number): Uint8Array =>
  sealCompanion({ snapshot, built: new Date(builtMs).toISOString() });

/**
 * @param bytes of a `built.json` that anybody may have written
 * @returns milliseconds since 1970; undefined if the bytes are not as `encodeBuiltTime` writes them, are those of another snapshot,
 *          or have a time more than an hour in the future
 */
export function parseBuiltTime(bytes: Uint8Array, snapshot: SnapshotId, nowMs = Date.now()): number | undefined {
  if (bytes.byteLength > BUILT_BYTES_MAXIMUM) return undefined;
  const content = openCompanion(bytes, snapshot);
  if (content === undefined || !('built' in content)) return undefined;
  const builtMs = parseInstant(content.built);
  return builtMs === undefined || builtMs > nowMs + CLOCK_AHEAD_MAXIMUM_MS ? undefined : builtMs;
}

/** In milliseconds since 1970. */
export interface SnapshotTimes {
  /** The build; undefined if the folder has no valid record of it. */
  readonly builtMs?: number | undefined;
  /** The build or the fetch that wrote the manifest into this folder; copies that keep times, like `rsync -a`, keep it. */
  readonly fetchedMs?: number | undefined;
}

async function readSmall(
  files: Files,
  folder: string,
  id: SnapshotId,
  name: string,
  byteLengthMaximum: number,
): Promise<Uint8Array | undefined> {
  const path = join(snapshotPath(folder, id), name);
  // No answer depends on these files, so an unreadable file is treated as a missing one.
  return readSmallFile(files, path, byteLengthMaximum).catch(() => undefined);
}

/** @returns the record of the build in a snapshot's folder; undefined if there is no valid one */
export async function readBuiltFile(files: Files, folder: string, id: SnapshotId): Promise<number | undefined> {
  const bytes = await readSmall(files, folder, id, BUILT_FILE, BUILT_BYTES_MAXIMUM);
  return bytes === undefined ? undefined : parseBuiltTime(bytes, id);
}

/** Writes or replaces the record of the build in the folder of an existing snapshot, in one step. @throws errors of the disk */
export async function writeBuiltFile(files: Files, folder: string, id: SnapshotId, builtMs: number): Promise<void> {
  const temporary = join(folder, `${BUILDING_PREFIX}built-${randomBytes(8).toString('hex')}`);
  await writeNewFile(files, temporary, encodeBuiltTime(id, builtMs));
  await files.rename(temporary, join(snapshotPath(folder, id), BUILT_FILE));
}

/** The time of a signature, which is not verified here: a snapshot is signed right after its build, or later. */
async function readSignedMs(files: Files, folder: string, id: SnapshotId): Promise<number | undefined> {
  const bytes = await readSmall(files, folder, id, SIGNATURE_FILE, signatureBytesMaximum);
  return bytes === undefined ? undefined : parseInstant(parseRecord(bytes)?.['signed']);
}

/** Cost: at most two small files and one `stat`. */
export async function readSnapshotTimes(files: Files, folder: string, id: SnapshotId): Promise<SnapshotTimes> {
  const builtMs = (await readBuiltFile(files, folder, id)) ?? (await readSignedMs(files, folder, id));
  const manifest = await files.stat(join(snapshotPath(folder, id), MANIFEST_FILE));
  return { builtMs, fetchedMs: manifest?.modifiedMs };
}
