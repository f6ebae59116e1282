/**
 * How many items a snapshot has of each type, from the heads of its files alone.
 */
import { join } from 'node:path';
import { IntegrityError } from '../errors/index.js';
import type { Files } from '../files/index.js';
import { readSections } from '../format/index.js';
import type { SnapshotId } from '../model/index.js';
import { TYPE_SEGMENT } from '../segment/index.js';
import { readManifest } from './open.js';
import { snapshotPath } from './paths.js';

/**
 * @returns by type name, in the model's order
 * @throws IntegrityError where a file says otherwise than the manifest; OperationError where it is of another version
 * Cost: reading the manifest and a header a type.
 */
export async function readItemCounts(
  files: Files,
  folder: string,
  id: SnapshotId,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const segment of (await readManifest(files, folder, id)).segments) {
    if (segment.kind !== TYPE_SEGMENT) continue;
    const label = `${id}/${segment.file}`;
    const path = join(snapshotPath(folder, id), segment.file);
    const { meta } = await readSections(files, path, label, segment, () => false);
    const items = meta.get('items');
    if (typeof items !== 'number') {
      throw new IntegrityError({ file: label, section: 'header', expected: 'a count of items', found: String(items) });
    }
    counts.set(segment.name, items);
  }
  return counts;
}
