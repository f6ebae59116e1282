/**
 * Sections of a snapshot as they are stored, of the types that have nearly all of its bytes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFiles } from '../../../src/files/index.js';
import { readSections, type SectionMap } from '../../../src/format/index.js';
import { readManifest, requireCurrent, snapshotPath } from '../../../src/snapshot/index.js';

export interface StoredType {
  readonly name: string;
  readonly sections: SectionMap;
}

export interface Stored {
  readonly types: readonly StoredType[];
  /** Of all segment files. */
  readonly byteLength: number;
  /** Of the export that it was built from. */
  readonly exportBytes: number;
}

const exportFiles = ['article', 'author', 'document', 'tag'] as const;

/** Memory: the whole snapshot. */
export async function readStored(snapshots: string, exportFolder: string): Promise<Stored> {
  const id = await requireCurrent(diskFiles, snapshots);
  const { segments } = await readManifest(diskFiles, snapshots, id);
  const types: StoredType[] = [];
  for (const { file, kind, name, ...promised } of segments) {
    if (kind !== 'type') continue;
    const path = join(snapshotPath(snapshots, id), file);
    const { sections } = await readSections(diskFiles, path, file, promised, () => true);
    types.push({ name, sections });
  }
  return {
    types,
    byteLength: segments.reduce((sum, { byteLength }) => sum + byteLength, 0),
    exportBytes: exportFiles.reduce(
      (sum, name) => sum + readFileSync(join(exportFolder, `${name}.ndjson`)).byteLength,
      0,
    ),
  };
}

/** @throws Error where the snapshot has no such type */
export function sectionsOf({ types }: Stored, type: string): SectionMap {
  const found = types.find(({ name }) => name === type);
  if (found === undefined) throw new Error(`The snapshot has no type ${type}.`);
  return found.sections;
}
