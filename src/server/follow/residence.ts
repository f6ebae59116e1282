/**
 * Residence: decides which parts of a snapshot are in memory: the parts that the operator chose, or as many as the process has
 * memory for.
 *
 * Indexes are always in memory. Rendered items are in memory type by type, the smallest first, as long as there is room; other
 * types stay in their files. Spaces share the room, and every snapshot counts twice, because the next one is loaded while
 * it is served. Elsewhere: how large the room is (memory/budget).
 */
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { type Resident, readSectionSizes, requireCurrent, type SnapshotBytes } from '../../index/snapshot/index.js';
import type { MemoryBudget } from '../memory/budget.js';
import type { MemoryPlan } from '../memory/plan.js';
import type { ResidenceOptions } from './folder-options.js';

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

/** The sizes of a snapshot: bytes that are always in memory, and the parts that may be. */
interface Weight {
  readonly indexBytes: number;
  readonly optionalParts: readonly OptionalPart[];
}

/** The decision for a snapshot, and a function that logs it once the snapshot is loaded. */
export interface Residence {
  readonly resident: Resident;
  readonly log: (bytes: SnapshotBytes) => void;
}

export interface ResidenceDecider {
  /** Decides for a snapshot that is about to be loaded. Cost: reading the heads of all served snapshots. */
  readonly decide: (folder: string, id: SnapshotId) => Promise<Residence>;
  /** Divides the memory for the snapshots that are published now. Cost: as of a decision. */
  readonly divideForPublished: () => Promise<void>;
}

async function weigh(folder: string, id: SnapshotId): Promise<Weight> {
  const optionalBytes = new Map<string, number>();
  let indexBytes = 0;
  for (const { segment, byteLength, canStay } of await readSectionSizes(diskFiles, folder, id)) {
    if (canStay) optionalBytes.set(segment, (optionalBytes.get(segment) ?? 0) + byteLength);
    else indexBytes += byteLength;
  }
  return {
    indexBytes,
    optionalParts: Array.from(optionalBytes, ([type, byteLength]) => ({ folder, type, byteLength })),
  };
}

/** A snapshot that cannot be read is not served, and weighs nothing. */
const weighPublished = (folder: string): Promise<Weight> =>
  requireCurrent(diskFiles, folder)
    .then((id) => weigh(folder, id))
    .catch((): Weight => ({ indexBytes: 0, optionalParts: [] }));

const listFolders = (folders: ResidenceOptions['folders']): readonly string[] =>
  folders.flatMap(({ folder, preview }) => (preview === undefined ? [folder] : [folder, preview]));

/** @returns bytes of all published snapshots that are in memory in any case, each counted once. Cost: reading their heads. */
export async function sumIndexBytes(folders: ResidenceOptions['folders']): Promise<number> {
  let indexBytes = 0;
  for (const folder of listFolders(folders)) indexBytes += (await weighPublished(folder)).indexBytes;
  return indexBytes;
}

const INDEXES_TOO_LARGE =
  'not even the indexes fit twice into the memory that is allowed; allow more (the limit of the control group, or --memory), use fewer --threads, give less to --cache-bytes, --resident-cache-bytes or --max-waiting-bytes, turn structures off in the model, or load a database';
const ITEMS_STAY_IN_FILES =
  'the memory that is allowed does not hold all of the snapshot twice, so rendered items stay in files; allow more (the limit of the control group, or --memory), or choose with --resident';

/**
 * Chooses the types whose rendered items stay in files: the smallest types are in memory, as long as there is room.
 *
 * @param folder    of the snapshot that is decided for; types of other folders only take room
 * @param roomBytes memory for indexes and rendered items of all folders
 * @returns the types of the folder that stay in files, and the bytes of all folders in memory
 */
function chooseTypesInFiles(
  { indexBytes, optionalParts }: Weight,
  folder: string,
  roomBytes: number,
): { readonly typesInFiles: readonly string[]; readonly residentBytes: number } {
  let residentBytes = indexBytes;
  const typesInFiles: string[] = [];
  for (const part of [...optionalParts].sort((a, b) => a.byteLength - b.byteLength)) {
    if (residentBytes + part.byteLength <= roomBytes) residentBytes += part.byteLength;
    else if (part.folder === folder) typesInFiles.push(part.type);
  }
  return { typesInFiles, residentBytes };
}

/** @param memory divides the memory before each decision */
export function createResidenceDecider(
  { folders, server, logger }: ResidenceOptions,
  memory: Pick<MemoryPlan, 'divide'>,
): ResidenceDecider {
  const allFolders = listFolders(folders);
  const { resident: chosen } = server;

  const logLine =
    (level: 'info' | 'warn', details: object, folder: string, message: string) => (bytes: SnapshotBytes) =>
      logger[level]({ folder, snapshot: bytes.id, ...measureResidence(bytes), ...details }, message);

  /** Always in the order of the folders, so that each of them reaches the same decision. */
  const weighAll = async (folder?: string, id?: SnapshotId): Promise<Weight> => {
    let indexBytes = 0;
    const optionalParts: OptionalPart[] = [];
    for (const eachFolder of allFolders) {
      const isDecidedFor = eachFolder === folder && id !== undefined;
      const weight = await (isDecidedFor ? weigh(eachFolder, id) : weighPublished(eachFolder));
      indexBytes += weight.indexBytes;
      optionalParts.push(...weight.optionalParts);
    }
    return { indexBytes, optionalParts };
  };

  const sumOptional = ({ optionalParts }: Weight): number =>
    optionalParts.reduce((sum, { byteLength }) => sum + byteLength, 0);

  const divideFor = (weight: Weight): MemoryBudget =>
    memory.divide(chosen === 'all' ? weight.indexBytes + sumOptional(weight) : weight.indexBytes);

  const decide = async (folder: string, id: SnapshotId): Promise<Residence> => {
    const weight = await weighAll(folder, id);
    const budget = divideFor(weight);
    if (chosen === 'all') return { resident: chosen, log: () => undefined };
    if (chosen !== undefined) {
      return { resident: chosen, log: logLine('info', {}, folder, 'a part of the snapshot stays in its files') };
    }
    const { allowedBytes, snapshotBytes, blockCacheBytes } = budget;
    // Each snapshot counts twice, because the next one is loaded while it is served.
    const roomWithBlockCache = Math.floor(snapshotBytes / 2);
    // If nothing stays in files, no blocks are cached, and their memory is room as well.
    const roomBytes = Math.floor((snapshotBytes + blockCacheBytes) / 2);
    if (weight.indexBytes + sumOptional(weight) <= roomBytes) {
      const nothingInFiles: Resident = [];
      const details = { allowedBytes, roomBytes };
      return { resident: nothingInFiles, log: logLine('info', details, folder, 'all of the snapshot is in memory') };
    }
    const { typesInFiles, residentBytes } = chooseTypesInFiles(weight, folder, roomWithBlockCache);
    const message = residentBytes > roomWithBlockCache ? INDEXES_TOO_LARGE : ITEMS_STAY_IN_FILES;
    const details = { ...budget, roomBytes, inFiles: typesInFiles };
    return { resident: typesInFiles, log: logLine('warn', details, folder, message) };
  };

  return {
    decide,
    divideForPublished: async () => {
      divideFor(await weighAll());
    },
  };
}
