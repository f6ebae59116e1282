/**
 * The snapshots of a folder side by side: what `stele list` shows.
 */

import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { readSections } from '../../format/index.js';
import { ownItemCounts, populatedByField, TYPE_SEGMENT } from '../segment/index.js';
import { type AvailableSnapshot, requireSnapshots } from './available.js';
import { readCurrent, readPrevious, snapshotPath } from './current.js';
import type { Manifest } from './manifest.js';
import { readManifest } from './open.js';

interface Held {
  readonly space: string;
  readonly items: number;
  readonly byteLength: number;
}

export interface SnapshotEntry extends AvailableSnapshot {
  readonly isCurrent: boolean;
  /** How long ago `CURRENT` named it: 1 is the snapshot before the current one. Undefined where it is not recorded. */
  readonly servedBefore: number | undefined;
  /** Undefined where its manifest or the head of a file is damaged, or of another format version. */
  readonly held: Held | undefined;
  /** Why `held` is undefined. */
  readonly problem: string | undefined;
}

/**
 * @returns newest first
 * @throws OperationError when it is not a folder, or has no snapshot
 * Cost: a manifest and a header a type of each. Nothing is verified.
 */
export async function listEntries(files: Files, folder: string): Promise<readonly SnapshotEntry[]> {
  const available = await requireSnapshots(files, folder);
  // A CURRENT that holds nonsense is what somebody may want to repair with this list.
  const current = await readCurrent(files, folder).catch(() => undefined);
  const served = servedBefore(await readPrevious(files, folder), current, new Set(available.map(({ id }) => id)));
  const entries: SnapshotEntry[] = [];
  for (const snapshot of available) {
    const held = await holdingsOf(files, folder, snapshot.id);
    entries.push({
      ...snapshot,
      isCurrent: snapshot.id === current,
      servedBefore: served.get(snapshot.id),
      held: typeof held === 'string' ? undefined : held,
      problem: typeof held === 'string' ? held : undefined,
    });
  }
  return entries;
}

/** @returns of those that are there: 1 for the one that going back would choose, 2 for the one after that, and so on */
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

async function holdingsOf(files: Files, folder: string, id: SnapshotId): Promise<Held | string> {
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

// How many items a snapshot has of each type, and values of each field, from the heads of its files alone.

export interface TypeCounts {
  readonly items: number;
  /** Field → how many items have a value there; undefined where the snapshot does not say. */
  readonly populated: ReadonlyMap<string, number> | undefined;
  /** Code of each locale → in how many items it has values of its own; undefined where no field is localized. */
  readonly own?: ReadonlyMap<string, number> | undefined;
}

/**
 * @returns by type name, in the model's order
 * @throws IntegrityError where a file says otherwise than the manifest; OperationError where it is of another version
 * Cost: reading a header a type.
 */
export async function readTypeCounts(
  files: Files,
  folder: string,
  id: SnapshotId,
  manifest: Manifest,
): Promise<ReadonlyMap<string, TypeCounts>> {
  const counts = new Map<string, TypeCounts>();
  for (const segment of manifest.segments) {
    if (segment.kind !== TYPE_SEGMENT) continue;
    const label = `${id}/${segment.file}`;
    const path = join(snapshotPath(folder, id), segment.file);
    const { meta } = await readSections(files, path, label, segment, () => false);
    const items = meta.get('items');
    if (typeof items !== 'number') {
      throw new IntegrityError({ file: label, section: 'header', expected: 'a count of items', found: String(items) });
    }
    counts.set(segment.name, { items, populated: populatedByField(meta), own: ownItemCounts(meta) });
  }
  return counts;
}
