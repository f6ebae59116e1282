/**
 * Sends files to a target: each is sent until the target has it at full length; existing segments are skipped.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import { hashFile } from '../../../format/files/index.js';
import { type ManifestSegment, snapshotPath } from '../../../index/snapshot/index.js';
import { SEGMENTS_FOLDER } from '../layout.js';
import { readPieces } from '../origin/file-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { FetchContext } from '../pull/origin-files.js';
import { withRetries } from '../pull/retries.js';
import type { Content, Target } from './target.js';

/** The options of a push that sending files needs. */
export interface SendOptions extends Omit<FetchContext, 'origin'> {
  /** The folder of snapshots. */
  readonly folder: string;
  readonly target: Target;
  /** Number of segments sent at the same time. */
  readonly parallel: number;
  readonly onStep?: (step: string) => void;
}

/** Numbers of segments and their bytes. */
export interface SentSegments {
  readonly sent: number;
  readonly sentBytes: number;
  /** Segments that the target already had. */
  readonly present: number;
  readonly savedBytes: number;
}

export const createContent = (bytes: Uint8Array): Content => ({
  byteLength: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: async function* () {
    yield bytes;
  },
});

/** @throws OriginFailure if the target does not have the file at full length after all retries */
export async function sendFile(
  { target, retryPolicy, signal }: SendOptions,
  path: string,
  content: Content,
): Promise<void> {
  await withRetries(retryPolicy, signal, async () => {
    await target.put(path, content, signal);
    const remoteByteLength = await target.lengthOf(path, signal);
    if (remoteByteLength === content.byteLength) return;
    throw new OriginFailure(
      `${target.name} accepted ${path}, but has only ${remoteByteLength ?? 'none'} of its ${content.byteLength} bytes`,
      true,
    );
  });
}

export async function sendSegments(
  options: SendOptions,
  snapshot: SnapshotId,
  segments: readonly ManifestSegment[],
): Promise<SentSegments> {
  const { parallel, signal } = options;
  const queue = [...segments];
  const totals = { sent: 0, sentBytes: 0, present: 0, savedBytes: 0 };
  const sendQueued = async (): Promise<void> => {
    for (let segment = queue.shift(); segment !== undefined; segment = queue.shift()) {
      signal.throwIfAborted();
      const isSent = await sendSegment(options, snapshot, segment).catch((error: unknown) => {
        // The other workers start no further segment.
        queue.length = 0;
        throw error;
      });
      totals[isSent ? 'sent' : 'present'] += 1;
      totals[isSent ? 'sentBytes' : 'savedBytes'] += segment.byteLength;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: parallel }, sendQueued));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return totals;
}

/** @returns false if the target already has the segment */
async function sendSegment(options: SendOptions, snapshot: SnapshotId, segment: ManifestSegment): Promise<boolean> {
  const { files, folder, target, bandwidth, retryPolicy, signal, onStep = () => undefined } = options;
  const { file, byteLength, sha256 } = segment;
  const path = `${SEGMENTS_FOLDER}/${file}`;
  if ((await withRetries(retryPolicy, signal, () => target.lengthOf(path, signal))) === byteLength) return false;
  if (byteLength > target.byteLengthMaximum) {
    throw new OperationError(
      `${file} has ${byteLength} bytes, and ${target.name} accepts at most ${target.byteLengthMaximum} in one file. Push to a folder or to a server that accepts larger files, or split the content type.`,
    );
  }
  const localPath = join(snapshotPath(folder, snapshot), file);
  const actualHash = (await hashFile(files, localPath))?.sha256;
  if (actualHash !== sha256) {
    throw new IntegrityError({
      file: `${snapshot}/${file}`,
      expected: `SHA-256 ${sha256}`,
      found: actualHash ?? 'no file',
    });
  }
  onStep(`sending ${file}, ${byteLength} bytes`);
  await sendFile(options, path, {
    byteLength,
    sha256,
    file: localPath,
    bytes: async function* () {
      for await (const piece of readPieces(files, localPath, 0)) {
        await bandwidth.take(piece.byteLength, signal);
        yield piece;
      }
    },
  });
  return true;
}
