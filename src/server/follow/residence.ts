/**
 * What of the snapshots is in memory: what the operator has chosen, or as much as the process may take. The indexes are in
 * any case; rendered items are, type by type, the smallest first, while there is room for them, and of other types they stay in their files.
 *
 * Spaces and threads share the room. A snapshot is weighed twice, as the next one is loaded while it is served.
 */
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { allowedMemory } from '../../format/platform/index.js';
import { type Resident, requireCurrent, type SnapshotBytes, weighSections } from '../../index/snapshot/index.js';
import { DEFAULT_CACHE_BYTES, DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import type { ServeOptions } from '../serving.js';

export const RESIDENT = ['all', 'indexes'] as const;

/** What a thread takes beside snapshots and caches, in bytes. */
const THREAD_BYTES = 64 * 2 ** 20;

/**
 * How many bytes snapshots may have, each counted once: three quarters of what caches and threads leave, the rest is for answers and for the
 * system, and half of that for the next snapshots. A process with hardly more memory than its caches need still has an eighth.
 */
export const snapshotRoom = (allowedBytes: number, threads = 1, cacheBytes = DEFAULT_CACHE_BYTES): number =>
  Math.floor(Math.max(allowedBytes / 4, (allowedBytes - cacheBytes - threads * THREAD_BYTES) * 0.75) / 2);

/** @returns the least that must be allowed for so many bytes of snapshots, each counted once, to have room */
export const memoryFor = (bytes: number, threads = 1, cacheBytes = DEFAULT_CACHE_BYTES): number =>
  Math.min(bytes * 8, (bytes * 2) / 0.75 + cacheBytes + threads * THREAD_BYTES);

/** @returns what the blocks of files may have, of all threads: less than where not told, where there is little memory */
export const blockCacheBytes = ({ server, allowedBytes = allowedMemory() }: ServeOptions): number =>
  server.residentCacheBytes ?? Math.min(DEFAULT_RESIDENT_CACHE_BYTES, Math.floor(allowedBytes / 8));

/** In bytes. */
interface Residence {
  /** Of all segment files. */
  readonly bytes: number;
  readonly residentBytes: number;
  /** Read from files block by block. */
  readonly blockBytes: number;
}

/** Cost: O(sections). */
export function residenceOf({ segments }: Pick<SnapshotBytes, 'segments'>): Residence {
  let [bytes, blockBytes] = [0, 0];
  for (const { byteLength, left } of segments) {
    bytes += byteLength;
    for (const chunk of left) blockBytes += chunk.byteLength;
  }
  return { bytes, residentBytes: bytes - blockBytes, blockBytes };
}

/** What can stay in the files of a folder's type. */
interface Staying {
  readonly folder: string;
  readonly type: string;
  readonly byteLength: number;
}

/** What is in memory in any case, in bytes, and what may be. */
type Weight = readonly [indexBytes: number, staying: readonly Staying[]];

/** What is in memory of a snapshot that is to be loaded, and whoever tells the log what came of it. */
export interface Residing {
  readonly resident: Resident;
  readonly tell: (bytes: SnapshotBytes) => void;
}

/** @returns decides for a folder's snapshot. Cost: reading the heads of all snapshots that are served. */
export function residing(options: ServeOptions): (folder: string, id: SnapshotId) => Promise<Residing> {
  const { folders, server, threads, logger, allowedBytes = allowedMemory() } = options;
  const all = folders.flatMap(({ folder, preview }) => (preview === undefined ? [folder] : [folder, preview]));
  const { resident: chosen } = server;
  const roomBytes = snapshotRoom(allowedBytes, threads, server.cacheBytes);

  const tell = (level: 'info' | 'warn', why: object, folder: string, message: string) => (bytes: SnapshotBytes) =>
    logger[level]({ folder, snapshot: bytes.id, ...residenceOf(bytes), ...why }, message);

  const weigh = async (folder: string, id: SnapshotId): Promise<Weight> => {
    const staying = new Map<string, number>();
    let indexBytes = 0;
    for (const { segment, byteLength, canStay } of await weighSections(diskFiles, folder, id)) {
      if (canStay) staying.set(segment, (staying.get(segment) ?? 0) + byteLength);
      else indexBytes += byteLength;
    }
    return [indexBytes, Array.from(staying, ([type, byteLength]) => ({ folder, type, byteLength }))];
  };

  /** What cannot be read is not served either. */
  const weighCurrent = (folder: string): Promise<Weight> =>
    requireCurrent(diskFiles, folder)
      .then((id) => weigh(folder, id))
      .catch((): Weight => [0, []]);

  return async (folder, id) => {
    if (chosen === 'all') return { resident: chosen, tell: () => undefined };
    if (chosen !== undefined) {
      return { resident: chosen, tell: tell('info', {}, folder, 'a part of the snapshot stays in its files') };
    }
    let heldBytes = 0;
    const candidates: Staying[] = [];
    // In the order of the folders, so that each of them comes to the same.
    for (const one of all) {
      const [indexBytes, staying] = await (one === folder ? weigh(one, id) : weighCurrent(one));
      heldBytes += indexBytes;
      candidates.push(...staying);
    }
    const needed = candidates.reduce((sum, { byteLength }) => sum + byteLength, heldBytes);
    const why = { allowedBytes, roomBytes };
    if (needed <= roomBytes)
      return { resident: [], tell: tell('info', why, folder, 'all of the snapshot is in memory') };
    const room = roomBytes - blockCacheBytes(options) / 2;
    const left: string[] = [];
    for (const one of candidates.sort((a, b) => a.byteLength - b.byteLength)) {
      if (heldBytes + one.byteLength <= room) heldBytes += one.byteLength;
      else if (one.folder === folder) left.push(one.type);
    }
    const message =
      heldBytes > roomBytes
        ? 'not even the indexes fit twice into the memory that is allowed; allow more, turn structures off in the model, or load a database'
        : 'the memory that is allowed does not hold all of the snapshot twice, so rendered items stay in files; allow more, or choose with --resident';
    return { resident: left, tell: tell('warn', { ...why, inFiles: left }, folder, message) };
  };
}
