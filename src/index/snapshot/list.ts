/**
 * Lists the snapshots of a folder with their contents, for `stele list`.
 */
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { type AvailableSnapshot, requireSnapshots } from './available.js';
import { readCurrent, readPrevious } from './current.js';
import { readManifest } from './read.js';
import { readTypeCounts } from './type-counts.js';

interface Contents {
  readonly space: string;
  readonly items: number;
  readonly byteLength: number;
}

export interface SnapshotEntry extends AvailableSnapshot {
  readonly isCurrent: boolean;
  /** Number of snapshots since `CURRENT` named it: 1 for the snapshot before the current one. Undefined if PREVIOUS does not record it. */
  readonly servedBefore: number | undefined;
  /** Undefined if its manifest or the header of a file is damaged, or has another format version. */
  readonly contents: Contents | undefined;
  /** The reason why `contents` is undefined. */
  readonly problem: string | undefined;
}

/**
 * @returns newest first
 * @throws OperationError if it is not a folder, or has no snapshot
 * Cost: a manifest per snapshot and a header per type. Nothing is verified.
 */
export async function listEntries(files: Files, folder: string): Promise<readonly SnapshotEntry[]> {
  const available = await requireSnapshots(files, folder);
  // An invalid CURRENT must not prevent the list, which helps to repair it.
  const current = await readCurrent(files, folder).catch(() => undefined);
  const served = servedBefore(await readPrevious(files, folder), current, new Set(available.map(({ id }) => id)));
  const entries: SnapshotEntry[] = [];
  for (const snapshot of available) {
    const contents = await readContents(files, folder, snapshot.id);
    entries.push({
      ...snapshot,
      isCurrent: snapshot.id === current,
      servedBefore: served.get(snapshot.id),
      contents: typeof contents === 'string' ? undefined : contents,
      problem: typeof contents === 'string' ? contents : undefined,
    });
  }
  return entries;
}

/** @returns available snapshot → 1 for the one that a rollback would choose, 2 for the one before it, and so on */
function servedBefore(
  previous: readonly SnapshotId[],
  current: SnapshotId | undefined,
  available: ReadonlySet<SnapshotId>,
): ReadonlyMap<SnapshotId, number> {
  const steps = new Map<SnapshotId, number>();
  for (const id of previous.toReversed()) {
    if (id !== current && available.has(id) && !steps.has(id)) steps.set(id, steps.size + 1);
  }
  return steps;
}

async function readContents(files: Files, folder: string, id: SnapshotId): Promise<Contents | string> {
  try {
    const manifest = await readManifest(files, folder, id);
    const types = await readTypeCounts(files, folder, id, manifest);
    return {
      space: manifest.model.space,
      items: [...types.values()].reduce((sum, { items }) => sum + items, 0),
      byteLength: manifest.segments.reduce((sum, segment) => sum + segment.byteLength, 0),
    };
  } catch (error) {
    if (error instanceof IntegrityError || error instanceof OperationError) return error.message;
    throw error;
  }
}
