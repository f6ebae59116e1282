/**
 * A snapshot that is stored but was not published, as an error that says why, and how to publish it.
 */
import type { BuildReport } from '../../../build/publish/index.js';
import { OperationError, shellWord } from '../../content/errors/index.js';
import type { BuildArguments } from './build-options.js';
import { shrunkLine } from './build-summary.js';

/** @returns whether content was held back, by a judge or by the guard against shrinking */
export const isHeldBack = ({ refused, shrunk }: BuildReport): boolean => refused.length > 0 || shrunk.length > 0;

/** @throws OperationError if the snapshot is stored but was not published */
export function checkPublished(report: BuildReport, options: BuildArguments): void {
  const { out, maxShrink } = options;
  if (report.refused.length > 0) throw new OperationError(judgesRefusalMessage(report, options));
  if (report.shrunk.length > 0) throw new OperationError(shrinkRefusalMessage(report, out, maxShrink));
}

function judgesRefusalMessage({ refused, snapshot }: BuildReport, { out, maxChange, gate }: BuildArguments): string {
  const problems = [
    ...(maxChange === undefined ? [] : [`more than ${maxChange} of a content type has other content (--max-change)`]),
    ...(gate === undefined ? [] : ['the new snapshot answers the traffic of --gate worse than the served snapshot']),
  ];
  const remedies = [
    ...(maxChange === undefined ? [] : ['with --max-change 100%']),
    ...(gate === undefined ? [] : ['without --gate']),
  ];
  return `${problems.join(', or ')}, so it was not published:
${refused.map((reason) => `  ${reason}\n`).join('')}Check the export and build again. If the export is correct, publish the snapshot, which is kept: build again
${remedies.join(' or ')}, or stele rollback ${shellWord(out)} ${snapshot.slice(0, 8)}`;
}

function shrinkRefusalMessage({ shrunk, snapshot, kept }: BuildReport, out: string, maxShrink: string): string {
  const lines = shrunk.map((loss) => `  ${shrunkLine(loss)}\n`).join('');
  if (kept !== undefined)
    return `more than ${maxShrink} of a content type or of a field is missing: the served content of these types is kept, and everything else is published:
${lines}Check the export and build again. If the export is correct, publish the complete snapshot, which is kept: build again with
--max-shrink 100%, or stele rollback ${shellWord(out)} ${kept.slice(0, 8)}`;
  return `more than ${maxShrink} of a content type or of a field is missing, so the snapshot was not published:
${lines}Check the export and build again. If the export is correct, publish the snapshot, which is kept: build again with
--max-shrink 100%, or stele rollback ${shellWord(out)} ${snapshot.slice(0, 8)}${otherContentAdvice(shrunk)}`;
}

/** @returns a line for content that has nothing in common with the served content; empty if something is left */
function otherContentAdvice(shrunk: BuildReport['shrunk']): string {
  const isOther = shrunk.every(({ field, after }) => field === undefined && after === 0);
  return isOther ? '\nIf this is other content than before, give its snapshots a folder of their own with --out.' : '';
}
