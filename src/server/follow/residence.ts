/**
 * Residence: decides which parts of a snapshot are in memory: the parts that the operator chose, or as many as the process has
 * memory for.
 *
 * Indexes are always in memory. Rendered items are in memory type by type, the smallest first, as long as there is room; other
 * types stay in their files. Spaces share the room, and every snapshot counts twice, because the next one is loaded while
 * it is served. Elsewhere: how large the room is (memory-room).
 */
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { allowedMemory } from '../../format/platform/index.js';
import { type Resident, readSectionSizes, requireCurrent, type SnapshotBytes } from '../../index/snapshot/index.js';
import type { ResidenceOptions } from './folder-options.js';
import { blockCacheBytes, snapshotRoom } from './memory-room.js';

/** Values of the option `--resident`. */
export const RESIDENT = ['all', 'indexes'] as const;

interface ResidenceBytes {
  /** Bytes of all segment files. */
  readonly bytes: number;
  readonly residentBytes: number;
  /** Bytes that are read from files, block by block. */
  readonly blockBytes: number;
}

/** Cost: O(sections). */
export function measureResidence({ segments }: Pick<SnapshotBytes, 'segments'>): ResidenceBytes {
  let [bytes, blockBytes] = [0, 0];
  for (const { byteLength, pagedChunks } of segments) {
    bytes += byteLength;
    for (const chunk of pagedChunks) blockBytes += chunk.byteLength;
  }
  return { bytes, residentBytes: bytes - blockBytes, blockBytes };
}

/** Rendered items of a type, which may stay in files. */
interface OptionalPart {
  readonly folder: string;
  readonly type: string;
  readonly byteLength: number;
}

/** Bytes that are always in memory, and the parts that may be. */
type Weight = readonly [indexBytes: number, optionalParts: readonly OptionalPart[]];

/** The decision for a snapshot, and a function that logs it once the snapshot is loaded. */
export interface Residence {
  readonly resident: Resident;
  readonly log: (bytes: SnapshotBytes) => void;
}

/** @returns a function that decides for a snapshot. Cost of a decision: reading the heads of all served snapshots. */
export function createResidenceDecider(
  options: ResidenceOptions,
): (folder: string, id: SnapshotId) => Promise<Residence> {
  const { folders, server, threads, logger, allowedBytes = allowedMemory() } = options;
  const allFolders = folders.flatMap(({ folder, preview }) => (preview === undefined ? [folder] : [folder, preview]));
  const { resident: chosen } = server;
  const roomBytes = snapshotRoom(allowedBytes, threads, server.cacheBytes);

  const logLine =
    (level: 'info' | 'warn', details: object, folder: string, message: string) => (bytes: SnapshotBytes) =>
      logger[level]({ folder, snapshot: bytes.id, ...measureResidence(bytes), ...details }, message);

  const weigh = async (folder: string, id: SnapshotId): Promise<Weight> => {
    const optionalBytes = new Map<string, number>();
    let indexBytes = 0;
    for (const { segment, byteLength, canStay } of await readSectionSizes(diskFiles, folder, id)) {
      if (canStay) optionalBytes.set(segment, (optionalBytes.get(segment) ?? 0) + byteLength);
      else indexBytes += byteLength;
    }
    return [indexBytes, Array.from(optionalBytes, ([type, byteLength]) => ({ folder, type, byteLength }))];
  };

  /** A snapshot that cannot be read is not served, and weighs nothing. */
  const weighCurrent = (folder: string): Promise<Weight> =>
    requireCurrent(diskFiles, folder)
      .then((id) => weigh(folder, id))
      .catch((): Weight => [0, []]);

  return async (folder, id) => {
    if (chosen === 'all') return { resident: chosen, log: () => undefined };
    if (chosen !== undefined) {
      return { resident: chosen, log: logLine('info', {}, folder, 'a part of the snapshot stays in its files') };
    }
    let residentBytes = 0;
    const candidates: OptionalPart[] = [];
    // Always in the order of the folders, so that each of them reaches the same decision.
    for (const eachFolder of allFolders) {
      const [indexBytes, optionalParts] = await (eachFolder === folder ? weigh(folder, id) : weighCurrent(eachFolder));
      residentBytes += indexBytes;
      candidates.push(...optionalParts);
    }
    const neededBytes = candidates.reduce((sum, { byteLength }) => sum + byteLength, residentBytes);
    const details = { allowedBytes, roomBytes };
    if (neededBytes <= roomBytes) {
      return { resident: [], log: logLine('info', details, folder, 'all of the snapshot is in memory') };
    }
    const roomBesideBlocks = roomBytes - blockCacheBytes(options) / 2;
    const inFiles: string[] = [];
    for (const part of candidates.sort((a, b) => a.byteLength - b.byteLength)) {
      if (residentBytes + part.byteLength <= roomBesideBlocks) residentBytes += part.byteLength;
      else if (part.folder === folder) inFiles.push(part.type);
    }
    const message =
      residentBytes > roomBytes
        ? 'not even the indexes fit twice into the memory that is allowed; allow more, turn structures off in the model, or load a database'
        : 'the memory that is allowed does not hold all of the snapshot twice, so rendered items stay in files; allow more, or choose with --resident';
    return { resident: inFiles, log: logLine('warn', { ...details, inFiles }, folder, message) };
  };
}
