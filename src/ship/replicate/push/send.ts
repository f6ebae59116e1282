/**
 * Sending files to a target: each is sent until the target has it at full length; segments that are there are skipped.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import { hashFile } from '../../../format/files/index.js';
import { type ManifestSegment, snapshotPath } from '../../../index/snapshot/index.js';
import { SEGMENTS_FOLDER } from '../layout.js';
import { bytesOf } from '../origin/file-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { FetchContext } from '../pull/read-small.js';
import { withRetries } from '../pull/tries.js';
import type { Content, Target } from './target.js';

/** The options of a push that sending files needs. */
export interface SendOptions extends Omit<FetchContext, 'origin'> {
  /** Of snapshots. */
  readonly folder: string;
  readonly target: Target;
  /** How many segments are sent at once. */
  readonly parallel: number;
  readonly onStep?: (step: string) => void;
}

/** Segments, and their bytes. */
export interface SentSegments {
  readonly sent: number;
  readonly sentBytes: number;
  /** Those that the target had already. */
  readonly present: number;
  readonly savedBytes: number;
}

export const contentOf = (bytes: Uint8Array): Content => ({
  byteLength: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  bytes: async function* () {
    yield bytes;
  },
});

/** @throws OriginFailure unless it is there in the end, at full length */
export async function sendFile(
  { target, patience, signal }: SendOptions,
  path: string,
  content: Content,
): Promise<void> {
  await withRetries(patience, signal, async () => {
    await target.put(path, content, signal);
    const there = await target.lengthOf(path, signal);
    if (there === content.byteLength) return;
    throw new OriginFailure(
      `${target.name} accepted ${path}, but has only ${there ?? 'none'} of its ${content.byteLength} bytes`,
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
  const done = { sent: 0, sentBytes: 0, present: 0, savedBytes: 0 };
  const work = async (): Promise<void> => {
    for (let segment = queue.shift(); segment !== undefined; segment = queue.shift()) {
      signal.throwIfAborted();
      const isSent = await sendSegment(options, snapshot, segment).catch((error: unknown) => {
        // Nobody begins another.
        queue.length = 0;
        throw error;
      });
      done[isSent ? 'sent' : 'present'] += 1;
      done[isSent ? 'sentBytes' : 'savedBytes'] += segment.byteLength;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: parallel }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return done;
}

/** @returns false where it is there already */
async function sendSegment(options: SendOptions, snapshot: SnapshotId, segment: ManifestSegment): Promise<boolean> {
  const { files, folder, target, bandwidth, patience, signal, onStep = () => undefined } = options;
  const { file, byteLength, sha256 } = segment;
  const path = `${SEGMENTS_FOLDER}/${file}`;
  if ((await withRetries(patience, signal, () => target.lengthOf(path, signal))) === byteLength) return false;
  if (byteLength > target.byteLengthMaximum) {
    throw new OperationError(
      `${file} has ${byteLength} bytes, and ${target.name} takes at most ${target.byteLengthMaximum} in one piece. Push to a folder or to a server that takes it, or split the content type.`,
    );
  }
  const here = join(snapshotPath(folder, snapshot), file);
  const found = (await hashFile(files, here))?.sha256;
  if (found !== sha256) {
    throw new IntegrityError({ file: `${snapshot}/${file}`, expected: `SHA-256 ${sha256}`, found: found ?? 'no file' });
  }
  onStep(`sending ${file}, ${byteLength} bytes`);
  await sendFile(options, path, {
    byteLength,
    sha256,
    file: here,
    bytes: async function* () {
      for await (const piece of bytesOf(files, here, 0)) {
        await bandwidth.take(piece.byteLength, signal);
        yield piece;
      }
    },
  });
  return true;
}
