/**
 * Counts of items per content type, and of values per field, read from the headers of a snapshot's files.
 */
import { join } from 'node:path';
import { IntegrityError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { readSections } from '../../format/index.js';
import { ownItemCounts, populatedByField, TYPE_SEGMENT } from '../segment/index.js';
import { snapshotPath } from './folder.js';
import type { Manifest } from './manifest.js';

export interface TypeCounts {
  readonly items: number;
  /** Field → number of items with a value; undefined if the snapshot does not store it. */
  readonly populated: ReadonlyMap<string, number> | undefined;
  /** Code of each locale → number of items with values of their own in that locale; undefined if no field is localized. */
  readonly own?: ReadonlyMap<string, number> | undefined;
}

/**
 * @returns by type name, in the model's order
 * @throws IntegrityError if a file contradicts the manifest; OperationError if it has another format version
 * Cost: reading a header per type.
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
