/**
 * `stele prune`: removes old snapshots from a target of `stele push`.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { diskFiles } from '../../format/files/index.js';
import { KEPT_SNAPSHOTS } from '../../ship/publish/index.js';
import {
  DEFAULT_RETRIES,
  openTarget,
  type PruneReport,
  parseAddress,
  pruneTarget,
} from '../../ship/replicate/index.js';
import { DECIMAL_NUMBER, numberParser, parseSnapshotCount } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { formatBytes, formatNumberOf } from '../table.js';
import { parseOriginAddress } from './arguments.js';

const examples = `
Keeps the current snapshot, the newest complete ones up to --keep, and all that are younger than --grace or were replaced since
then. Removes the other snapshots, and the segments that no kept snapshot needs. Pushes and pulls may run at the same time. Do not
remove files of a target by their age instead: the current snapshot shares unchanged files with old ones.

Examples:
  $ stele prune s3://bucket/content --dry-run
  $ stele prune s3://bucket/content --keep 7
  $ stele build ./export --out ./snapshots && stele push ./snapshots s3://bucket/content && stele prune s3://bucket/content`;

const hourMs = 3_600_000;
const graceDefaultHours = 24;
const parseHours = numberParser(DECIMAL_NUMBER, () => true, 'Give hours as a number, such as 24 or 0.5.');
/** Number of files removed at the same time. */
const PARALLEL = 8;

function summary(report: PruneReport, isDryRun: boolean): string {
  const { keptSnapshots, removedSnapshots, removedFiles, removedBytes, youngSegments, missingOfCurrent } = report;
  const verb = isDryRun ? 'Would remove' : 'Removed';
  const lines = [
    `${verb} snapshots: ${removedSnapshots.length}, files: ${removedFiles} (${formatBytes(removedBytes)})`,
    `Kept snapshots: ${keptSnapshots.map((id) => id.slice(0, 16)).join(', ')}`,
  ];
  if (youngSegments > 0) {
    const segments = formatNumberOf(
      youngSegments,
      'segment without a snapshot is younger than --grace, and stays',
      'segments without a snapshot are younger than --grace, and stay',
    );
    lines.push(segments);
  }
  if (missingOfCurrent > 0) {
    const segments = formatNumberOf(missingOfCurrent, 'segment');
    lines.push(`The current snapshot lacks ${segments} there. Send what is missing with stele push.`);
  }
  return `${lines.join('\n')}\n`;
}

export function pruneCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('prune')
    .description('remove old snapshots from a target of stele push')
    .argument('<target>', 'address of the target: s3: or file:', parseOriginAddress)
    .option(
      '--keep <number>',
      'number of complete snapshots to keep, including the current one; all: remove only files without a snapshot',
      parseSnapshotCount,
      KEPT_SNAPSHOTS,
    )
    .option(
      '--grace <hours>',
      'also keep files that are younger, and snapshots that were replaced later',
      parseHours,
      graceDefaultHours,
    )
    .option('--dry-run', 'print what would be removed, and remove nothing', false)
    .addHelpText('after', examples)
    .action(async (address: string, { keep, grace, dryRun }) => {
      const stopping = new AbortController();
      io.onStop?.(() =>
        stopping.abort(new OperationError('the prune was stopped. All kept snapshots are complete; run it again.')),
      );
      const verb = dryRun ? 'would remove' : 'removing';
      const report = await pruneTarget({
        target: openTarget(parseAddress(address), { files: diskFiles, env: io.env }),
        keep,
        graceMs: grace * hourMs,
        isDryRun: dryRun,
        parallel: PARALLEL,
        retryPolicy: DEFAULT_RETRIES,
        signal: stopping.signal,
        onStep: (step) => io.stderr.write(`${step}\n`),
        onRemove: ({ path, byteLength }) => io.stderr.write(`${verb} ${path}, ${byteLength} bytes\n`),
      });
      io.stdout.write(summary(report, dryRun));
    });
}
