/**
 * `stele check`: reads an export as a build does, and reports all its problems.
 */
import { availableParallelism } from 'node:os';
import { Command, type CommandUnknownOpts } from 'commander';
import { checkExport, type ExportReport, readExportModel } from '../../../build/publish/index.js';
import { diskFiles } from '../../format/files/index.js';
import { type OptionsOf, parsePath, parseThreadCount } from '../arguments.js';
import { noteWriter } from '../failure.js';
import type { CommandIo } from '../io.js';
import { nextStep } from '../next-step.js';
import { formatCount } from '../table.js';
import { checkReportPath, STDOUT_PATH, writeCheck, writeFailure, writeRefusedWarnings } from './build-report.js';
import { warningText } from './build-summary.js';
import { noteNames } from './name-notes.js';
import { createProgress, type Progress } from './progress.js';

const examples = `
Reads the whole export as stele build does, and resolves every link. Problems are listed with file, line, field and reason:
errors first, then warnings, of which each field shows the first three. Nothing is built and nothing is written. Names that
break generated clients, such as "constructor", get a note. The exit code is 0 if stele build would accept the export, otherwise 1.

Examples:
  $ stele check ./export
  $ stele check ./export --strict
  $ stele check ./export --report - | jq '.problems[] | {file, line, field, reason}'`;

type CheckOptions = OptionsOf<ReturnType<typeof command>>;

function summary({ items, types, warningCounts }: ExportReport): string {
  const contents = `${formatCount(items)} ${items === 1 ? 'item' : 'items'} in ${types.length} ${types.length === 1 ? 'content type' : 'content types'}`;
  const repairs = warningCounts.length === 0 ? '' : `; ${warningCounts.map(warningText).join(', ')}`;
  return `The export can be built: ${contents}${repairs}\n`;
}

function check(folder: string, options: CheckOptions, io: CommandIo, progress: Progress): Promise<ExportReport> {
  const stopping = new AbortController();
  io.onStop?.(() => stopping.abort());
  return checkExport(folder, {
    files: diskFiles,
    strict: options.strict,
    threads: options.threads ?? availableParallelism(),
    onProgress: progress.report,
    signal: stopping.signal,
  });
}

const command = () =>
  new Command('check')
    .description('read a content export and list all its mistakes; nothing is written')
    .argument('<export>', 'folder of the content export', parsePath)
    .option(
      '--strict',
      'fail on mistakes that are otherwise repaired and reported, such as a link to a missing item',
      false,
    )
    .option('--all-warnings', 'print the first hundred warnings, not only three of each field', false)
    .option('--threads <number>', 'number of threads that read (default: one for each core)', parseThreadCount)
    .option('--report <file>', 'write the problems as JSON; -: to stdout, instead of the summary', parsePath)
    .addHelpText('after', examples);

export function checkCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (folder: string, options) => {
    const { report: reportPath } = options;
    if (reportPath !== undefined && reportPath !== STDOUT_PATH) await checkReportPath(reportPath);
    const progress = await createProgress(io.stderr);
    const report = await check(folder, options, io, progress)
      .catch(async (error: unknown) => {
        if (reportPath !== undefined)
          await writeFailure(reportPath, { accepted: false }, error, io.stdout).catch(noteWriter(io));
        progress.stop();
        if (options.allWarnings) writeRefusedWarnings(error, io.stderr);
        throw error;
      })
      .finally(progress.stop);
    const warnings = options.allWarnings ? report.warnings : report.warningsByField;
    if (warnings !== '') io.stderr.write(`${warnings.trimEnd()}\n`);
    for (const note of noteNames(await readExportModel(folder, diskFiles))) io.stderr.write(`note: ${note}\n`);
    if (reportPath !== STDOUT_PATH) {
      io.stdout.write(summary(report));
      io.stdout.write(nextStep(['build', folder, '--out', 'snapshots'], process.env));
    }
    if (reportPath !== undefined) await writeCheck(reportPath, report, io.stdout);
  });
}
