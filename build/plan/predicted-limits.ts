/**
 * Warns before a build of limits that it will exceed at its end.
 *
 * Elsewhere: the limits themselves (section-limits), estimating section lengths (plan).
 */
import { diskFiles } from '../../src/format/files/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { readCurrent } from '../../src/index/snapshot/index.js';
import { openExport } from '../read/index.js';
import { planExport } from './plan.js';
import { estimateInflatedBytes } from './sample.js';
import { type SectionLimit, sectionsOverLimit } from './section-limits.js';
import { readSections } from './section-sizes.js';

/** A section is reported if it reaches this share of its maximum length. */
const NEAR_SHARE = 0.8;

/**
 * Finds the sections for which a build would be refused at its end, or nearly so.
 *
 * If there is a current snapshot, its section lengths are used; otherwise, if the export is large, those of a plan.
 *
 * @throws the errors of `openExport`; a sample that cannot be built gives no limits, as the build reports the reason
 * Cost: reading the headers of the snapshot's files; for a large export without a snapshot, the cost of a plan.
 */
export async function predictLimits(
  exportFolder: string,
  out: string,
  sectionBytes = SECTION_BYTES_MAXIMUM,
): Promise<readonly SectionLimit[]> {
  const near = sectionBytes * NEAR_SHARE;
  if ((await readCurrent(diskFiles, out).catch(() => undefined)) !== undefined) {
    return sectionsOverLimit(await readSections(out).catch(() => []), sectionBytes, near);
  }
  const { sources } = await openExport(exportFolder, { files: diskFiles, strict: false });
  if (sources.every((source) => estimateInflatedBytes(source) < sectionBytes)) return [];
  const planned = planExport(exportFolder, { sectionBytes, reportFromBytes: near });
  return planned.then(({ bounds }) => bounds).catch(() => []);
}
