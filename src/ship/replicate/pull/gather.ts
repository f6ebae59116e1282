/**
 * Gathering the segments of a snapshot in one folder: linked from local snapshots, kept from an interrupted pull, or fetched,
 * several at a time.
 */
import { join } from 'node:path';
import { OperationError } from '../../../content/errors/index.js';
import type { SnapshotId } from '../../../content/model/index.js';
import type { Manifest, ManifestSegment } from '../../../index/snapshot/index.js';
import { linkOrCopy } from '../../publish/index.js';
import { SEGMENTS_FOLDER } from '../layout.js';
import { fetchSegment } from './fetch-segment.js';
import { findLocalSegment, isSegment } from './here.js';
import type { FetchContext } from './read-small.js';

export interface GatherOptions extends FetchContext {
  /** Of snapshots. */
  readonly folder: string;
  /** Where the segments are to be; what an earlier pull of the same snapshot has left is in there. */
  readonly targetFolder: string;
  readonly snapshot: SnapshotId;
  readonly manifest: Manifest;
  /** How many are fetched at once. */
  readonly parallel: number;
  readonly onStep: (step: string) => void;
}

export interface Gathered {
  /** Segments, and bytes that came from the origin, those that came twice included. */
  readonly fetched: number;
  readonly fetchedBytes: number;
  /** Segments, and bytes that were here. */
  readonly linked: number;
  readonly savedBytes: number;
}

const PART = '.part';

export async function gatherSegments(options: GatherOptions): Promise<Gathered> {
  const { files, folder, targetFolder: gathered, manifest } = options;
  const wanted = new Set(manifest.segments.flatMap(({ file }) => [file, file + PART]));
  for (const name of await files.list(gathered)) if (!wanted.has(name)) await files.remove(join(gathered, name));
  const missing: ManifestSegment[] = [];
  let linked = 0;
  let savedBytes = 0;
  for (const segment of manifest.segments) {
    options.signal.throwIfAborted();
    const path = join(gathered, segment.file);
    if (await isSegment(files, path, segment)) continue;
    await files.remove(path);
    const here = await findLocalSegment(files, folder, segment);
    if (here === undefined) {
      missing.push(segment);
      continue;
    }
    await linkOrCopy(files, here, path, segment.sha256);
    await files.remove(path + PART);
    linked += 1;
    savedBytes += segment.byteLength;
  }
  await checkRoom(options, missing);
  const fetchedBytes = await fetchAll(options, missing);
  return { fetched: missing.length, fetchedBytes, linked, savedBytes };
}

/** @throws OperationError when the disk has no room for what is to be fetched, besides what an earlier pull has fetched */
async function checkRoom(
  { files, targetFolder: gathered }: GatherOptions,
  missing: readonly ManifestSegment[],
): Promise<void> {
  let neededBytes = 0;
  for (const { file, byteLength } of missing) {
    const fetchedBytes = (await files.stat(join(gathered, file + PART)))?.byteLength ?? 0;
    neededBytes += Math.max(0, byteLength - fetchedBytes);
  }
  const freeBytes = await files.freeBytes(gathered);
  if (neededBytes <= freeBytes) return;
  throw new OperationError(
    `${neededBytes} bytes are to be fetched into ${gathered}, and its disk has room for ${freeBytes}. Free some space, then pull again. Nothing was fetched.`,
  );
}

/** @returns how many bytes came */
async function fetchAll(options: GatherOptions, missing: readonly ManifestSegment[]): Promise<number> {
  const { files, targetFolder: gathered, snapshot, parallel, onStep } = options;
  // One that cannot be had ends the others: they would only be fetched for nobody.
  const failed = new AbortController();
  const { signal } = failed;
  const giveUp = (): void => failed.abort(options.signal.reason);
  options.signal.addEventListener('abort', giveUp);
  const queue = [...missing];
  let bytes = 0;
  // An origin has segments beside their manifest, or in one place for all snapshots.
  let places: readonly string[] = [snapshot, SEGMENTS_FOLDER];
  const work = async (): Promise<void> => {
    for (let segment = queue.shift(); segment !== undefined; segment = queue.shift()) {
      const { file } = segment;
      onStep(`fetching ${file}, ${segment.byteLength} bytes`);
      const part = join(gathered, file + PART);
      await fetchSegment({
        ...options,
        segment,
        part,
        paths: places.map((place) => `${place}/${file}`),
        signal,
        onBytes: (byteLength) => {
          bytes += byteLength;
        },
        onPlace: (path) => {
          if (!path.startsWith(`${places[0]}/`)) places = places.toReversed();
        },
      });
      await files.rename(part, join(gathered, file));
    }
  };
  const workers = Array.from({ length: Math.min(parallel, missing.length) }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  options.signal.removeEventListener('abort', giveUp);
  // The first failure; the others say only that they were ended for it.
  signal.throwIfAborted();
  return bytes;
}
