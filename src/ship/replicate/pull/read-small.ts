/**
 * Reading the small files of an origin: CURRENT, manifests and signatures.
 *
 * CURRENT must be a snapshot id, and the manifest must hash to it. Elsewhere: checking signatures (src/ship/trust).
 */
import { IntegrityError } from '../../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../content/model/index.js';
import type { Files } from '../../../format/files/index.js';
import {
  CURRENT_FILE,
  decodeManifest,
  MANIFEST_FILE,
  type Manifest,
  SIGNATURE_FILE,
} from '../../../index/snapshot/index.js';
import { SIGNATURE_BYTES_MAXIMUM } from '../../trust/index.js';
import { type Origin, type OriginContent, OriginFailure } from '../origin/origin.js';
import type { Bandwidth } from './bandwidth.js';
import { type RetryPolicy, withRetries } from './tries.js';

const currentBytesMaximum = 1024;
export const MANIFEST_BYTES_MAXIMUM = 64 * 2 ** 20;

/** What an origin's CURRENT says. */
export interface OriginCurrent {
  readonly snapshot: SnapshotId;
  /** For who replaces it. */
  readonly tag: string | undefined;
}

export interface OriginRequest {
  readonly origin: Origin;
  readonly patience: RetryPolicy;
  readonly signal: AbortSignal;
}

/** What fetching a file takes. */
export interface FetchContext extends OriginRequest {
  readonly files: Files;
  readonly bandwidth: Bandwidth;
}

/** @throws OriginFailure when there are more bytes, or other than the origin said */
async function readBody({ body, byteLength, discard }: OriginContent, most: number, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > most) throw new OriginFailure(`${what} has more than ${most} bytes. Is the address right?`, false);
      chunks.push(chunk);
    }
  } finally {
    discard();
  }
  if (byteLength !== undefined && length !== byteLength) {
    throw new OriginFailure(`${what} ended after ${length} of ${byteLength} bytes`, true);
  }
  return Buffer.concat(chunks);
}

/**
 * Without a condition: the entity tag of many servers is a length and a time in seconds, so two snapshots that are
 * published within one have the same.
 *
 * @returns undefined where there is no CURRENT
 * @throws OriginFailure
 */
export function readOriginCurrent({ origin, patience, signal }: OriginRequest): Promise<OriginCurrent | undefined> {
  const what = `${CURRENT_FILE} at ${origin.name}`;
  return withRetries(patience, signal, async () => {
    const answer = await origin.read(CURRENT_FILE, { signal });
    if (answer.kind !== 'content') return undefined;
    const text = Buffer.from(await readBody(answer, currentBytesMaximum, what)).toString('latin1');
    const snapshot = text.endsWith('\n') ? snapshotId(text.slice(0, -1)) : undefined;
    if (snapshot !== undefined) return { snapshot, tag: answer.tag };
    // One that is being written, perhaps.
    throw new OriginFailure(
      `${what} does not contain a snapshot id. Is this the address of a folder of snapshots?`,
      true,
    );
  });
}

/** A file that CURRENT or a manifest speaks of and the origin does not have, such as one that was removed meanwhile. */
export class MissingAtOrigin extends OriginFailure {
  constructor(origin: Origin, path: string) {
    super(`${origin.name} has no ${path}; it may have been removed, or not be there yet`, false);
  }
}

/**
 * @throws OriginFailure; OperationError when it is of another format version
 */
export function readOriginManifest(
  { origin, patience, signal }: OriginRequest,
  id: SnapshotId,
): Promise<{ readonly bytes: Uint8Array; readonly manifest: Manifest }> {
  const path = `${id}/${MANIFEST_FILE}`;
  return withRetries(patience, signal, async () => {
    const answer = await origin.read(path, { signal });
    if (answer.kind !== 'content') throw new MissingAtOrigin(origin, path);
    const bytes = await readBody(answer, MANIFEST_BYTES_MAXIMUM, `${path} at ${origin.name}`);
    try {
      return { bytes, manifest: decodeManifest(bytes, id) };
    } catch (error) {
      // Another's, or cut where nothing says how long it is.
      if (error instanceof IntegrityError) throw new OriginFailure(`at ${origin.name}, ${error.message}`, true);
      throw error;
    }
  });
}

/** @returns undefined where the snapshot is not signed. @throws OriginFailure */
export function readOriginSignature(asking: OriginRequest, id: SnapshotId): Promise<Uint8Array | undefined> {
  const { origin, patience, signal } = asking;
  const path = `${id}/${SIGNATURE_FILE}`;
  return withRetries(patience, signal, async () => {
    const answer = await origin.read(path, { signal });
    if (answer.kind !== 'content') return undefined;
    return readBody(answer, SIGNATURE_BYTES_MAXIMUM, `${path} at ${origin.name}`);
  });
}
