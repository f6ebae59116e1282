/**
 * Compares the segments of a manifest with the files at a target, by length, or by hash as well.
 *
 * Elsewhere: sending the missing ones (send).
 */
import { createHash } from 'node:crypto';
import type { ManifestSegment } from '../../../index/snapshot/index.js';
import { SEGMENTS_FOLDER } from '../layout.js';
import { OriginFailure } from '../origin/origin.js';
import { withRetries } from '../pull/retries.js';
import { forEachInParallel } from './in-parallel.js';
import type { SendOptions } from './send.js';

export const segmentPath = ({ file }: Pick<ManifestSegment, 'file'>): string => `${SEGMENTS_FOLDER}/${file}`;

/**
 * @param verifies whether to read and hash each file that has the right length
 * @returns the segments that the target lacks, or has with another length or hash, in the order of the manifest
 * @throws OriginFailure
 * Cost: one listing if the target can list, otherwise one request for each segment; with `verifies` all bytes are read.
 */
export async function findMissingSegments(
  options: SendOptions,
  segments: readonly ManifestSegment[],
  verifies: boolean,
): Promise<readonly ManifestSegment[]> {
  const { parallel, signal } = options;
  const byteLengthByPath = (await listByteLengths(options)) ?? (await requestByteLengths(options, segments));
  const missingSegments = new Set(
    segments.filter((segment) => byteLengthByPath.get(segmentPath(segment)) !== segment.byteLength),
  );
  if (verifies) {
    const presentSegments = segments.filter((segment) => !missingSegments.has(segment));
    await forEachInParallel(presentSegments, parallel, signal, async (segment) => {
      options.onStep?.(`verifying ${segment.file}, ${segment.byteLength} bytes`);
      if ((await hashStoredSegment(options, segment)) !== segment.sha256) missingSegments.add(segment);
    });
  }
  return segments.filter((segment) => missingSegments.has(segment));
}

/** @returns path → length; undefined if the target cannot list, or its credentials do not permit it */
async function listByteLengths({
  target,
  retryPolicy,
  signal,
}: SendOptions): Promise<ReadonlyMap<string, number> | undefined> {
  if (target.list === undefined) return undefined;
  const list = target.list.bind(target);
  try {
    const storedFiles = await withRetries(retryPolicy, signal, () => list(`${SEGMENTS_FOLDER}/`, signal));
    return new Map(storedFiles.map(({ path, byteLength }) => [path, byteLength]));
  } catch (error) {
    if (error instanceof OriginFailure && !error.isTemporary) return undefined;
    throw error;
  }
}

/** @returns path → length, without the missing files */
async function requestByteLengths(
  { target, retryPolicy, signal, parallel }: SendOptions,
  segments: readonly ManifestSegment[],
): Promise<ReadonlyMap<string, number>> {
  const byteLengthByPath = new Map<string, number>();
  await forEachInParallel(segments, parallel, signal, async (segment) => {
    const path = segmentPath(segment);
    const byteLength = await withRetries(retryPolicy, signal, () => target.lengthOf(path, signal));
    if (byteLength !== undefined) byteLengthByPath.set(path, byteLength);
  });
  return byteLengthByPath;
}

/** @returns the hexadecimal SHA-256 of the file at the target; undefined if it is missing */
async function hashStoredSegment(
  { target, retryPolicy, bandwidth, signal }: SendOptions,
  segment: ManifestSegment,
): Promise<string | undefined> {
  return withRetries(retryPolicy, signal, async () => {
    const answer = await target.read(segmentPath(segment), { signal });
    if (answer.kind !== 'content') return undefined;
    const hash = createHash('sha256');
    let byteLength = 0;
    try {
      for await (const chunk of answer.body) {
        await bandwidth.take(chunk.byteLength, signal);
        hash.update(chunk);
        byteLength += chunk.byteLength;
      }
    } finally {
      answer.discard();
    }
    if (byteLength < segment.byteLength) {
      throw new OriginFailure(
        `${segmentPath(segment)} at ${target.name} ended after ${byteLength} of ${segment.byteLength} bytes`,
        true,
      );
    }
    return hash.digest('hex');
  });
}
