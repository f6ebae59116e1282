/**
 * The sections of a snapshot with their lengths, for plans.
 *
 * Elsewhere: extrapolating the lengths (extrapolation).
 */
import { diskFiles } from '../../src/format/files/index.js';
import { JOIN_SEGMENT } from '../../src/index/segment/index.js';
import { readSectionSizes, requireCurrent } from '../../src/index/snapshot/index.js';

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
