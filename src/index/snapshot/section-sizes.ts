/**
 * Sizes of a snapshot's sections, to choose which of them stay in their files.
 */
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';
import type { Files } from '../../format/files/index.js';
import { blockSumsName, readSections, type SectionEntry } from '../../format/index.js';
import { canStayInFile, TYPE_SEGMENT } from '../segment/index.js';
import { snapshotPath } from './folder.js';
import { readManifest } from './read.js';

/** A section with its size. */
export interface SectionSize extends SectionEntry {
  /** The content type, or `joins`. */
  readonly segment: string;
  /** Whether it can stay in its file. */
  readonly canStay: boolean;
}

/** Cost: reading the headers of the files. @throws IntegrityError if one of these is damaged */
export async function readSectionSizes(files: Files, folder: string, id: SnapshotId): Promise<readonly SectionSize[]> {
  const { segments } = await readManifest(files, folder, id);
  const sections: SectionSize[] = [];
  for (const segment of segments) {
    const path = join(snapshotPath(folder, id), segment.file);
    const { entries } = await readSections(files, path, `${id}/${segment.file}`, segment, () => false);
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const canStay = segment.kind === TYPE_SEGMENT && canStayInFile(entry.name, names.has(blockSumsName(entry.name)));
      sections.push({ ...entry, segment: segment.name, canStay });
    }
  }
  return sections;
}
