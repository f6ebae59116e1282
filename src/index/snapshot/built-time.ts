/**
 * The time at which a snapshot was built, from its signature or its manifest's modification time.
 *
 * The manifest contains no time, so that the same export gives the same snapshot. Elsewhere: checking signatures (src/ship/trust).
 */
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';
import { type Files, readSmallFile } from '../../format/files/index.js';
import { parseRecord } from '../../format/index.js';
import { MANIFEST_FILE, SIGNATURE_FILE, snapshotPath } from './folder.js';

const signatureBytesMaximum = 2 ** 16;

function readSignedMs(bytes: Uint8Array | undefined): number | undefined {
  const signed = bytes && parseRecord(bytes)?.['signed'];
  const ms = typeof signed === 'string' ? Date.parse(signed) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * @returns milliseconds since 1970: the time of the signature that a build with --sign makes; without one, the time at which a
 *          build or a pull wrote the manifest into this folder; undefined if there is neither
 */
export async function readBuiltMs(files: Files, folder: string, id: SnapshotId): Promise<number | undefined> {
  const joinPath = (name: string): string => join(snapshotPath(folder, id), name);
  const signature = await readSmallFile(files, joinPath(SIGNATURE_FILE), signatureBytesMaximum).catch(() => undefined);
  return readSignedMs(signature) ?? (await files.stat(joinPath(MANIFEST_FILE)))?.modifiedMs;
}
