/**
 * Warns of limits that a build will exceed at its end, before it begins.
 */
import { diskFiles } from '../../src/format/files/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { readCurrent } from '../../src/index/snapshot/index.js';
import { openExport } from '../read/index.js';
import { planExport } from './plan.js';
import { inflatedBytes } from './sample.js';
import { type SectionLimit, sectionsOverLimit } from './section-bounds.js';
import { sectionsIn } from './weighed-sections.js';

/** What is as near to a bound is told before a build. */
const NEAR_SHARE = 0.8;
/**
 * What a build will be refused for in the end, before it begins: as the snapshot before has it, or the plan of an export so large that it may be.
 *
 * @throws as `openExport` does; of a sample that cannot be built, the build says more
 * Cost: reading the heads of the snapshot's files; where there is none, and a file is longer than a section may be, that of a plan.
 */

export async function limitsAhead(
  exportFolder: string,
  out: string,
  sectionBytes = SECTION_BYTES_MAXIMUM,
): Promise<readonly SectionLimit[]> {
  const near = sectionBytes * NEAR_SHARE;
  if ((await readCurrent(diskFiles, out).catch(() => undefined)) !== undefined) {
    return sectionsOverLimit(await sectionsIn(out).catch(() => []), sectionBytes, near);
  }
  const { sources } = await openExport(exportFolder, { files: diskFiles, strict: false });
  if (sources.every((source) => inflatedBytes(source) < sectionBytes)) return [];
  const planned = planExport(exportFolder, { sectionBytes, from: near });
  return planned.then(({ bounds }) => bounds).catch(() => []);
}
