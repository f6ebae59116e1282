/**
 * How many items a snapshot has of each type, and values of each field, from the heads of its files alone.
 */
import { join } from 'node:path';
import { IntegrityError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { readSections } from '../../format/index.js';
import { ownCounts, populatedCounts, TYPE_SEGMENT } from '../segment/index.js';
import type { Manifest } from './manifest.js';
import { snapshotPath } from './paths.js';

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
    counts.set(segment.name, { items, populated: populatedCounts(meta), own: ownCounts(meta) });
  }
  return counts;
}
