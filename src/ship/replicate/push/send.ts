/**
 * Sends files to a target: each is sent until the target has it at full length.
 *
 * Elsewhere: finding the segments that the target lacks (compare).
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
import { forEachInParallel } from './in-parallel.js';
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

export const createContent = (bytes: Uint8Array): Content => ({
  byteLength: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: async function* () {
    yield bytes;
  },
});

/** @throws OriginFailure if the target does not have the file at full length after all retries */
export async function sendFile(
  { target, retryPolicy, signal }: Pick<SendOptions, 'target' | 'retryPolicy' | 'signal'>,
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

/**
 * Sends segments, each hashed before.
 *
 * @throws OriginFailure; IntegrityError if a local segment is damaged or missing
 */
export async function sendSegments(
  options: SendOptions,
  snapshot: SnapshotId,
  segments: readonly ManifestSegment[],
): Promise<void> {
  await forEachInParallel(segments, options.parallel, options.signal, (segment) =>
    sendSegment(options, snapshot, segment),
  );
}

async function sendSegment(options: SendOptions, snapshot: SnapshotId, segment: ManifestSegment): Promise<void> {
  const { files, folder, target, bandwidth, signal, onStep = () => undefined } = options;
  const { file, byteLength, sha256 } = segment;
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
  await sendFile(options, `${SEGMENTS_FOLDER}/${file}`, {
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
}
