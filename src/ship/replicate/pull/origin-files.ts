/**
 * Reads the small files of an origin: CURRENT, manifests, signatures and times of builds.
 *
 * CURRENT must be a snapshot id, and the manifest must hash to it. Elsewhere: checking signatures (src/ship/trust).
 */
import { IntegrityError } from '../../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../content/model/index.js';
import type { Files } from '../../../format/files/index.js';
import {
  BUILT_BYTES_MAXIMUM,
  BUILT_FILE,
  CURRENT_FILE,
  decodeManifest,
  MANIFEST_FILE,
  type Manifest,
  SIGNATURE_FILE,
} from '../../../index/snapshot/index.js';
import { SIGNATURE_BYTES_MAXIMUM } from '../../trust/index.js';
import { type Origin, type OriginContent, OriginFailure } from '../origin/origin.js';
import type { Bandwidth } from './bandwidth.js';
import { type RetryPolicy, withRetries } from './retries.js';

const currentBytesMaximum = 1024;
export const MANIFEST_BYTES_MAXIMUM = 64 * 2 ** 20;

/** The content of an origin's CURRENT. */
export interface OriginCurrent {
  readonly snapshot: SnapshotId;
  /** Tag of the file, for replacing it only if it is unchanged. */
  readonly tag: string | undefined;
}

export interface OriginRequest {
  readonly origin: Origin;
  readonly retryPolicy: RetryPolicy;
  readonly signal: AbortSignal;
}

/** The context of fetching files. */
export interface FetchContext extends OriginRequest {
  readonly files: Files;
  readonly bandwidth: Bandwidth;
}

/** @throws OriginFailure if the body is longer than the maximum, or its length is not the announced one */
async function readBody(
  { body, byteLength, discard }: OriginContent,
  byteLengthMaximum: number,
  label: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > byteLengthMaximum)
        throw new OriginFailure(`${label} has more than ${byteLengthMaximum} bytes. Is the address right?`, false);
      chunks.push(chunk);
    }
  } finally {
    discard();
  }
  if (byteLength !== undefined && length !== byteLength) {
    throw new OriginFailure(`${label} ended after ${length} of ${byteLength} bytes`, true);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads CURRENT, without a condition on its tag: the tag of many servers is a length and a time in seconds, so two snapshots
 * that are published within one second have the same tag.
 *
 * @returns undefined if there is no CURRENT
 * @throws OriginFailure
 */
export function readOriginCurrent({ origin, retryPolicy, signal }: OriginRequest): Promise<OriginCurrent | undefined> {
  const label = `${CURRENT_FILE} at ${origin.name}`;
  return withRetries(retryPolicy, signal, async () => {
    const answer = await origin.read(CURRENT_FILE, { signal });
    if (answer.kind !== 'content') return undefined;
    const text = Buffer.from(await readBody(answer, currentBytesMaximum, label)).toString('latin1');
    const snapshot = text.endsWith('\n') ? snapshotId(text.slice(0, -1)) : undefined;
    if (snapshot !== undefined) return { snapshot, tag: answer.tag };
    // The file may just be in the middle of a write: retry.
    throw new OriginFailure(
      `${label} does not contain a snapshot id. Is this the address of a folder of snapshots?`,
      true,
    );
  });
}

/** A file that CURRENT or a manifest refers to is missing at the origin, for example because it was just removed. */
export class MissingAtOrigin extends OriginFailure {
  /** @param paths the paths at which it may be */
  constructor(origin: Origin, paths: readonly string[]) {
    super(
      `${origin.name} has no ${paths.join(' and no ')}. If stele push fills it, push again: that sends missing files again`,
      false,
    );
  }
}

/**
 * @throws OriginFailure; OperationError if the manifest has another format version
 */
export function readOriginManifest(
  { origin, retryPolicy, signal }: OriginRequest,
  id: SnapshotId,
): Promise<{ readonly bytes: Uint8Array; readonly manifest: Manifest }> {
  const path = `${id}/${MANIFEST_FILE}`;
  return withRetries(retryPolicy, signal, async () => {
    const answer = await origin.read(path, { signal });
    if (answer.kind !== 'content') throw new MissingAtOrigin(origin, [path]);
    const bytes = await readBody(answer, MANIFEST_BYTES_MAXIMUM, `${path} at ${origin.name}`);
    try {
      return { bytes, manifest: decodeManifest(bytes, id) };
    } catch (error) {
      // The manifest of another snapshot, or a truncated one without a length.
      if (error instanceof IntegrityError) throw new OriginFailure(`at ${origin.name}, ${error.message}`, true);
      throw error;
    }
  });
}

/** @returns undefined if the file is missing. @throws OriginFailure, also if it is longer than the maximum */
export function readOriginBytes(
  { origin, retryPolicy, signal }: OriginRequest,
  path: string,
  byteLengthMaximum: number,
): Promise<Uint8Array | undefined> {
  return withRetries(retryPolicy, signal, async () => {
    const answer = await origin.read(path, { signal });
    if (answer.kind !== 'content') return undefined;
    return readBody(answer, byteLengthMaximum, `${path} at ${origin.name}`);
  });
}

/** @returns undefined if the snapshot is not signed. @throws OriginFailure */
export const readOriginSignature = (request: OriginRequest, id: SnapshotId): Promise<Uint8Array | undefined> =>
  readOriginBytes(request, `${id}/${SIGNATURE_FILE}`, SIGNATURE_BYTES_MAXIMUM);

/** @returns the unchecked bytes; undefined if the origin does not have the time of the build. @throws OriginFailure */
export const readOriginBuilt = (request: OriginRequest, id: SnapshotId): Promise<Uint8Array | undefined> =>
  readOriginBytes(request, `${id}/${BUILT_FILE}`, BUILT_BYTES_MAXIMUM);
