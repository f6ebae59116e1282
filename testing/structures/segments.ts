/**
 * Small segments, built from an export that a test defines.
 */
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import type { TypeSegment } from '../../src/index/segment/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { writeFiles } from '../samples/export.js';

/** @param folder an empty one. @param files as writeFiles takes them. @returns the segment of a type */
export async function segmentsOf(
  folder: string,
  files: Readonly<Record<string, unknown>>,
): Promise<(type: string) => TypeSegment> {
  const source = writeFiles(join(folder, 'export'), files);
  await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: true });
  const { types } = await openCurrent(diskFiles, join(folder, 'snapshots'));
  return (type) => {
    const found = types.get(type);
    if (found === undefined) throw new Error(`the snapshot lacks the type ${type}`);
    return found.segment;
  };
}
