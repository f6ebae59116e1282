/**
 * Gathers the segments of a snapshot in one folder: linked from local snapshots, kept from an interrupted pull, or fetched,
 * several at a time.
 */
import { join } from 'node:path';
import { OperationError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import type { Manifest, ManifestSegment } from '../../../index/snapshot/index.js';
import { linkOrCopy } from '../../publish/index.js';
import { SEGMENTS_FOLDER } from '../layout.js';
import { fetchSegment } from './fetch-segment.js';
import { findLocalSegment, isIntactSegment } from './local-segments.js';
import type { FetchContext } from './origin-files.js';

export interface GatherOptions extends FetchContext {
  /** The folder of snapshots. */
  readonly folder: string;
  /** The folder for the segments; it may have files of an interrupted pull of the same snapshot. */
  readonly targetFolder: string;
  readonly snapshot: SnapshotId;
  readonly manifest: Manifest;
  /** Number of segments fetched at the same time. */
  readonly parallel: number;
  readonly onStep: (step: string) => void;
}

export interface GatheredSegments {
  /** Number of fetched segments, and fetched bytes including repeated transfers. */
  readonly fetched: number;
  readonly fetchedBytes: number;
  /** Number of segments linked from local snapshots, and their bytes. */
  readonly linked: number;
  readonly savedBytes: number;
}

const PART_SUFFIX = '.part';

export async function gatherSegments(options: GatherOptions): Promise<GatheredSegments> {
  const { files, folder, targetFolder, manifest } = options;
  const expectedNames = new Set(manifest.segments.flatMap(({ file }) => [file, file + PART_SUFFIX]));
  for (const name of await files.list(targetFolder))
    if (!expectedNames.has(name)) await files.remove(join(targetFolder, name));
  const missingSegments: ManifestSegment[] = [];
  let linked = 0;
  let savedBytes = 0;
  for (const segment of manifest.segments) {
    options.signal.throwIfAborted();
    const path = join(targetFolder, segment.file);
    if (await isIntactSegment(files, path, segment)) continue;
    await files.remove(path);
    const localPath = await findLocalSegment(files, folder, segment);
    if (localPath === undefined) {
      missingSegments.push(segment);
      continue;
    }
    await linkOrCopy(files, localPath, path, segment.sha256);
    await files.remove(path + PART_SUFFIX);
    linked += 1;
    savedBytes += segment.byteLength;
  }
  await checkRoom(options, missingSegments);
  const fetchedBytes = await fetchAll(options, missingSegments);
  return { fetched: missingSegments.length, fetchedBytes, linked, savedBytes };
}

/** @throws OperationError if the disk has no room for the bytes that are still missing */
async function checkRoom(
  { files, targetFolder }: GatherOptions,
  missingSegments: readonly ManifestSegment[],
): Promise<void> {
  let neededBytes = 0;
  for (const { file, byteLength } of missingSegments) {
    const fetchedBytes = (await files.stat(join(targetFolder, file + PART_SUFFIX)))?.byteLength ?? 0;
    neededBytes += Math.max(0, byteLength - fetchedBytes);
  }
  const freeBytes = await files.freeBytes(targetFolder);
  if (neededBytes <= freeBytes) return;
  throw new OperationError(
    `${neededBytes} bytes must be fetched into ${targetFolder}, but its disk has only ${freeBytes} free. Nothing was fetched. Free some space, then pull again.`,
  );
}

/** @returns the number of fetched bytes */
async function fetchAll(options: GatherOptions, missingSegments: readonly ManifestSegment[]): Promise<number> {
  const { files, targetFolder, snapshot, parallel, onStep } = options;
  // If one segment fails, the snapshot cannot be published: the other downloads end too.
  const abortController = new AbortController();
  const { signal } = abortController;
  const abortAll = (): void => abortController.abort(options.signal.reason);
  options.signal.addEventListener('abort', abortAll);
  const queue = [...missingSegments];
  let bytes = 0;
  // An origin has segments next to their manifest, or in one folder for all snapshots.
  let parentFolders: readonly string[] = [snapshot, SEGMENTS_FOLDER];
  const fetchQueued = async (): Promise<void> => {
    for (let segment = queue.shift(); segment !== undefined; segment = queue.shift()) {
      const { file } = segment;
      onStep(`fetching ${file}, ${segment.byteLength} bytes`);
      const partPath = join(targetFolder, file + PART_SUFFIX);
      await fetchSegment({
        ...options,
        segment,
        partPath,
        paths: parentFolders.map((parentFolder) => `${parentFolder}/${file}`),
        signal,
        onBytes: (byteLength) => {
          bytes += byteLength;
        },
        onFound: (path) => {
          if (!path.startsWith(`${parentFolders[0]}/`)) parentFolders = parentFolders.toReversed();
        },
      });
      await files.rename(partPath, join(targetFolder, file));
    }
  };
  const workers = Array.from({ length: Math.min(parallel, missingSegments.length) }, () =>
    fetchQueued().catch((error: unknown) => {
      abortController.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  options.signal.removeEventListener('abort', abortAll);
  // Throws the first failure; the other downloads failed only because they were aborted.
  signal.throwIfAborted();
  return bytes;
}
