/**
 * Decides which files of a target a prune removes, from its listing and its manifests.
 *
 * Kept: the snapshot that CURRENT names, the newest complete ones up to the wanted number, those of a push that may not have
 * ended, and all that replicas or pushes may still use because of their age. Files that pushes do not write are never removed.
 */
import { IntegrityError, OperationError } from '../../../content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../content/model/index.js';
import { MANIFEST_FILE, type Manifest } from '../../../index/snapshot/index.js';
import { SEGMENTS_FOLDER } from '../layout.js';
import { segmentPath } from '../push/compare.js';
import type { StoredFile } from '../push/target.js';

export interface PruneRequest {
  /** Address for messages. */
  readonly name: string;
  readonly storedFiles: readonly StoredFile[];
  readonly current: SnapshotId;
  /** Number of complete snapshots to keep, including the current one. */
  readonly keep: number;
  /** Younger files, and snapshots that were replaced less than this ago, are kept in addition. */
  readonly graceMs: number;
  /** By the clock of the target. */
  readonly nowMs: number;
  /** @throws IntegrityError if it is damaged; OperationError if it has another format version */
  readonly readManifest: (id: SnapshotId) => Promise<Manifest>;
}

export interface PrunePlan {
  /** Newest first; the current one is among them. */
  readonly keptSnapshots: readonly SnapshotId[];
  readonly removedSnapshots: readonly SnapshotId[];
  /** Files of the removed snapshots except segments, manifests first. */
  readonly snapshotFiles: readonly StoredFile[];
  /** Segments that no kept manifest names. */
  readonly segmentFiles: readonly StoredFile[];
  /** Number of segments without a manifest that are kept only because of their age. */
  readonly youngSegments: number;
  /** Number of segments that the current snapshot lacks, or has with another length. */
  readonly missingOfCurrent: number;
}

interface StoredSnapshot {
  readonly id: SnapshotId;
  readonly files: StoredFile[];
}

/** A manifest that is newer than the current one is kept this long whatever the grace: its push may not have ended. */
const PUSH_MS_MAXIMUM = 60 * 60 * 1000;

const segmentPattern = new RegExp(`^${SEGMENTS_FOLDER}/[^/]+\\.segment$`);

/** @throws OperationError if the target is not one of pushes, or the current snapshot cannot be read */
export async function planPrune(request: PruneRequest): Promise<PrunePlan> {
  const { storedFiles, current, graceMs, nowMs, name } = request;
  const byteLengthByPath = new Map(storedFiles.map(({ path, byteLength }) => [path, byteLength]));
  const snapshots = listStoredSnapshots(storedFiles, current, name);
  if (!snapshots.some(({ id, files }) => id === current && findManifest(files) !== undefined)) {
    throw new OperationError(
      `CURRENT at ${name} names ${current}, which has no manifest there. Nothing was removed. Send it again with stele push, then prune.`,
    );
  }
  const keptSnapshots = await chooseSnapshots(request, snapshots, byteLengthByPath);
  const keptPaths = new Set(
    [...keptSnapshots.values()].flatMap((manifest) => manifest?.segments.map(segmentPath) ?? []),
  );
  const removedSnapshots = snapshots.filter(({ id }) => !keptSnapshots.has(id));
  const unnamedSegments = storedFiles.filter(({ path }) => segmentPattern.test(path) && !keptPaths.has(path));
  const segmentFiles = unnamedSegments.filter(({ modifiedMs }) => modifiedMs <= nowMs - graceMs);
  const currentManifest = keptSnapshots.get(current);
  return {
    keptSnapshots: [...keptSnapshots.keys()],
    removedSnapshots: removedSnapshots.map(({ id }) => id),
    snapshotFiles: removedSnapshots.flatMap(({ files }) => files).sort(compareManifestFirst),
    segmentFiles,
    youngSegments: unnamedSegments.length - segmentFiles.length,
    missingOfCurrent: currentManifest === undefined ? 0 : countMissing(currentManifest, byteLengthByPath),
  };
}

/**
 * @returns the folders that have the name of a snapshot, the newest manifest first, folders without a manifest last. If times are
 *          equal, as with a clock of whole seconds, the current snapshot is the newer one.
 */
function listStoredSnapshots(
  storedFiles: readonly StoredFile[],
  current: SnapshotId,
  name: string,
): readonly StoredSnapshot[] {
  const snapshotById = new Map<SnapshotId, StoredSnapshot>();
  for (const storedFile of storedFiles) {
    const [folder = '', fileName = ''] = storedFile.path.split('/');
    const id = snapshotId(folder);
    if (id === undefined) continue;
    if (fileName.endsWith('.segment')) {
      throw new OperationError(
        `${name} is a folder of snapshots of builds or pulls, not a target of stele push. Nothing was removed. Builds and pulls remove old snapshots themselves, by --keep.`,
      );
    }
    const snapshot = snapshotById.get(id) ?? { id, files: [] };
    snapshot.files.push(storedFile);
    snapshotById.set(id, snapshot);
  }
  const countAsCurrent = ({ id }: StoredSnapshot): number => (id === current ? 1 : 0);
  return [...snapshotById.values()].sort(
    (a, b) => readPushedMs(b) - readPushedMs(a) || countAsCurrent(b) - countAsCurrent(a),
  );
}

const findManifest = (files: readonly StoredFile[]): StoredFile | undefined =>
  files.find(({ path }) => path.endsWith(`/${MANIFEST_FILE}`));

/** @returns the time of the last push of the snapshot: each writes the manifest again; 0 without a manifest */
const readPushedMs = ({ files }: StoredSnapshot): number => findManifest(files)?.modifiedMs ?? 0;

/**
 * @param snapshots newest first
 * @returns         kept snapshot → manifest, newest first; undefined for a young snapshot without a readable manifest
 */
async function chooseSnapshots(
  { current, keep, graceMs, nowMs, readManifest }: PruneRequest,
  snapshots: readonly StoredSnapshot[],
  byteLengthByPath: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<SnapshotId, Manifest | undefined>> {
  const graceStartMs = nowMs - graceMs;
  const keptSnapshots = new Map<SnapshotId, Manifest | undefined>();
  // The current snapshot counts in any case.
  let completeCount = 1;
  const currentPushedMs = Math.max(...snapshots.filter(({ id }) => id === current).map(readPushedMs));
  /** Time at which the next newer snapshot was pushed: until then a replica may have begun to fetch this one. */
  let replacedMs = 0;
  for (const snapshot of snapshots) {
    const { id, files } = snapshot;
    const isCurrent = id === current;
    const pushedMs = readPushedMs(snapshot);
    // A push that has sent this manifest may still be at work: it replaces CURRENT last.
    const isUnfinished = !isCurrent && pushedMs >= currentPushedMs && pushedMs > nowMs - PUSH_MS_MAXIMUM;
    const isYoung =
      isUnfinished || replacedMs > graceStartMs || files.some(({ modifiedMs }) => modifiedMs > graceStartMs);
    replacedMs = pushedMs;
    if (!isCurrent && !isYoung && completeCount >= keep) continue;
    const manifest = isCurrent ? await readManifest(id) : await readUnlessDamaged(readManifest, id, files);
    const isComplete = manifest !== undefined && countMissing(manifest, byteLengthByPath) === 0;
    if (!isCurrent && isComplete) completeCount += 1;
    if (isCurrent || isYoung || isComplete) keptSnapshots.set(id, manifest);
  }
  return keptSnapshots;
}

async function readUnlessDamaged(
  readManifest: PruneRequest['readManifest'],
  id: SnapshotId,
  files: readonly StoredFile[],
): Promise<Manifest | undefined> {
  if (findManifest(files) === undefined) return undefined;
  return readManifest(id).catch((error: unknown) => {
    if (error instanceof IntegrityError) return undefined;
    throw error;
  });
}

const countMissing = ({ segments }: Manifest, byteLengthByPath: ReadonlyMap<string, number>): number =>
  segments.filter((segment) => byteLengthByPath.get(segmentPath(segment)) !== segment.byteLength).length;

/** Without its manifest, a snapshot with missing files is no longer a snapshot. */
function compareManifestFirst(a: StoredFile, b: StoredFile): number {
  const isManifest = ({ path }: StoredFile): boolean => path.endsWith(`/${MANIFEST_FILE}`);
  return Number(isManifest(b)) - Number(isManifest(a));
}
