/**
 * The sections of a snapshot with their lengths, and the bytes outside of them, for plans.
 *
 * Elsewhere: extrapolating the lengths (extrapolation).
 */
import { join } from 'node:path';
import { diskFiles } from '../../src/format/files/index.js';
import { JOIN_SEGMENT } from '../../src/index/segment/index.js';
import { readManifest, readSectionSizes, requireCurrent, snapshotPath } from '../../src/index/snapshot/index.js';

export interface Section {
  readonly type: string;
  readonly name: string;
  readonly byteLength: number;
  /** Whether it stays in its file with `--resident indexes`. */
  readonly isPaged: boolean;
  /** Whether a long section is split, so that its length is not limited. */
  readonly isSplit: boolean;
}

export const readSections = async (folder: string): Promise<readonly Section[]> =>
  (await readSectionSizes(diskFiles, folder, await requireCurrent(diskFiles, folder))).map(
    ({ segment, name, byteLength, element, canStay }) => ({
      type: segment === JOIN_SEGMENT ? name.slice(0, name.indexOf('/')) : segment,
      name,
      byteLength,
      isPaged: canStay,
      isSplit: element === 'u8',
    }),
  );

/** Bytes of a snapshot outside of its sections. They hardly depend on the number of items. */
export interface FixedBytes {
  /** In segments: their headers and tables of contents, and padding between sections. */
  readonly segments: number;
  /** The other files of the snapshot, such as its manifest and its build report. */
  readonly otherFiles: number;
}

/** @param sections all sections of the current snapshot in the folder */
export async function measureFixedBytes(folder: string, sections: readonly Section[]): Promise<FixedBytes> {
  const id = await requireCurrent(diskFiles, folder);
  const { segments } = await readManifest(diskFiles, folder, id);
  const segmentBytes = sum(segments.map(({ byteLength }) => byteLength));
  const stats = await Promise.all(
    (await diskFiles.list(snapshotPath(folder, id))).map((name) =>
      diskFiles.stat(join(snapshotPath(folder, id), name)),
    ),
  );
  return {
    segments: segmentBytes - sum(sections.map(({ byteLength }) => byteLength)),
    otherFiles: sum(stats.map((stat) => stat?.byteLength ?? 0)) - segmentBytes,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
