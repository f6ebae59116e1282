/**
 * Files that lie beside a snapshot's own, in its folder: what it was built from, and what building it took.
 *
 * The id says nothing of them and no reader looks at them; they come and go without changing the snapshot. So each
 * vouches for itself, byte by byte: it holds the SHA-256 of what else it says.
 *
 * And when the snapshot was built, as far as they tell: the manifest has no clock, so that the same export gives the same
 * snapshot. A signature has one; whether it is genuine is asked elsewhere (trust).
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';
import { type Files, readWhole } from '../../format/files/index.js';
import { recordIn } from '../../format/index.js';
import { MANIFEST_FILE, SIGNATURE_FILE, snapshotPath } from './current.js';

/** One that is longer is not read: what goes wrong in millions of ways is told in part. */
export const COMPANION_BYTES_MAXIMUM = 2 ** 28;

const hashOf = (content: object): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** What every companion says at least. */
export interface Companion {
  /** The id of the snapshot it lies beside. */
  readonly snapshot: string;
}

/** @param content what JSON can hold, no key an integer, so that they keep their order, and none `sha256` */
export const sealCompanion = <Content extends Companion>(content: Content): Uint8Array => seal(content);

/** @returns the content in the form of a companion, for a file that lies elsewhere. @param content as sealCompanion's */
export const seal = (content: object): Uint8Array =>
  Buffer.from(`${JSON.stringify({ sha256: hashOf(content), ...content }, null, 1)}\n`);

/**
 * @param snapshot the one it lies beside
 * @returns what was sealed; undefined where any byte is another, or it is another snapshot's
 */
export function openCompanion(bytes: Uint8Array, snapshot: string): Companion | undefined {
  const { sha256: _, ...content } = recordIn(bytes) ?? {};
  if (Buffer.compare(seal(content), bytes) !== 0 || !isCompanion(content)) return undefined;
  return content.snapshot === snapshot ? content : undefined;
}

const isCompanion = (content: object): content is Companion =>
  'snapshot' in content && typeof content.snapshot === 'string';

const signatureBytesMaximum = 2 ** 16;

function signedMsIn(bytes: Uint8Array | undefined): number | undefined {
  const signed = bytes && recordIn(bytes)?.['signed'];
  const ms = typeof signed === 'string' ? Date.parse(signed) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * @returns milliseconds since 1970 of the signature, which a build with --sign makes; of a snapshot that is not signed, when its
 *          manifest was written into this folder, by a build or by a pull; undefined where there is neither
 */
export async function readBuiltMs(files: Files, folder: string, id: SnapshotId): Promise<number | undefined> {
  const of = (name: string): string => join(snapshotPath(folder, id), name);
  const signature = await readWhole(files, of(SIGNATURE_FILE), signatureBytesMaximum).catch(() => undefined);
  return signedMsIn(signature) ?? (await files.stat(of(MANIFEST_FILE)))?.modifiedMs;
}
