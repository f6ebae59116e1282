/**
 * `stele build`: writes a snapshot from a content export, then points CURRENT at it.
 *
 * Elsewhere: the options (build-options), the build itself (import-and-build), its report, metrics and summary.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { type BuildReport, NotAnExport } from '../../../build/publish/index.js';
import { shellWord } from '../../content/errors/index.js';
import { parsePath, refuseIneffective, withAddOnOptions, withOptions } from '../arguments.js';
import { noteWriter } from '../failure.js';
import type { CommandIo } from '../io.js';
import { nextStep } from '../next-step.js';
import type { Imported, Importer } from '../ports/importer.js';
import type { TrafficJudge } from '../ports/traffic-judge.js';
import { type BuildOutcome, writeBuildMetrics } from './build-metrics.js';
import { type BuildArguments, buildFlags } from './build-options.js';
import { checkReportPath, STDOUT_PATH, writeFailure, writeRefusedWarnings, writeReport } from './build-report.js';
import { buildSummary } from './build-summary.js';
import { checkPublished, isHeldBack } from './check-published.js';
import { importAndBuild } from './import-and-build.js';
import { createProgress } from './progress.js';

const examples = `
The export is a folder with model.json and one <contentType>.ndjson or .ndjson.gz for each content type. If the export has
mistakes, the command fails and the served snapshot does not change. Content types that have not changed since an earlier
snapshot are linked to it and not built again.

Examples:
  $ stele build ./export --out ./snapshots
  $ stele build ./export --out ./snapshots --strict
  $ stele build ./export --out ./snapshots --keep 7 --max-shrink 10% --max-change 50%
  $ stele build ./export --out ./snapshots --gate yesterday.traffic
  $ stele build space.json --from contentful --out ./snapshots
  $ stele build ./export --out ./snapshots --report - | jq '{snapshot, published, seconds, peakBytes}'`;

export const buildCommand =
  (importer: Importer | undefined, judge: TrafficJudge | undefined) =>
  (io: CommandIo): CommandUnknownOpts => {
    const command = new Command('build')
      .description('write a new immutable snapshot of a content export, then point CURRENT at it')
      .argument('<export>', 'folder of the content export; with --from, the input of the import', parsePath);
    const commandWithOptions = withAddOnOptions(
      withAddOnOptions(withOptions(command, buildFlags(importer?.sources)), judge?.flags()),
      importer?.flags(),
    );
    return commandWithOptions
      .optionsGroup('Report:')
      .option(
        '--report <file>',
        'write the time and size of each step and structure as JSON; -: to stdout, instead of the summary',
        parsePath,
      )
      .option(
        '--metrics <file>',
        'write metrics for the textfile collector of the Prometheus node exporter, even if the build fails',
        parsePath,
      )
      .option('--verbose', 'print tables of types, structures and fields, with size and time of each', false)
      .addHelpText('after', examples)
      .action(async (input: string, options, command) => {
        const importNames = importer?.flags().options.map((option) => option.attributeName()) ?? [];
        if (options.from === undefined) refuseIneffective(command, importNames, '--from <source>');
        await runBuild(input, options, io, importer);
      });
  };

/** Options of the command that `stele watch` does not have. */
interface OutputOptions {
  readonly report?: string;
  readonly metrics?: string;
  readonly verbose: boolean;
}

/** @throws OperationError if the build failed or was not published; then the report and the metrics are written all the same */
async function runBuild(
  input: string,
  options: BuildArguments & OutputOptions,
  io: CommandIo,
  importer: Importer | undefined,
): Promise<void> {
  if (options.report !== undefined && options.report !== STDOUT_PATH) await checkReportPath(options.report);
  if (options.metrics !== undefined) await checkReportPath(options.metrics, '--metrics', 'the metrics');
  const writeMetrics = createMetricsWriter(options.metrics, io);
  const progress = await createProgress(io.stderr);
  const stopping = new AbortController();
  io.onStop?.(() => stopping.abort());
  /** Part of the report if there was an import. */
  const importReport: { import?: object } = {};
  const onImported = ({ report, summary }: Imported): void => {
    importReport.import = report;
    progress.stop();
    if (options.report !== STDOUT_PATH) io.stdout.write(`${summary}\n`);
  };
  let report: BuildReport;
  try {
    report = await importAndBuild(input, options, io, {
      signal: stopping.signal,
      progress,
      writeNote: (text) => void io.stderr.write(text),
      onImported,
      importer,
    });
  } catch (failure) {
    const error = withImportCommand(failure, options.out);
    if (options.report !== undefined) {
      const failureWritten = writeFailure(options.report, { published: false, ...importReport }, error, io.stdout);
      await failureWritten.catch(noteWriter(io));
    }
    await writeMetrics({ error });
    progress.stop();
    if (options.allWarnings) writeRefusedWarnings(error, io.stderr);
    throw error;
  }
  progress.stop();
  await writeMetrics({ report });
  if (options.report !== STDOUT_PATH) io.stdout.write(buildSummary(report, options.verbose));
  if (options.report !== undefined) {
    const reportWritten = writeReport(options.report, { ...report, ...importReport }, io.stdout);
    // The refusal below says more than a failure to write its report.
    await (isHeldBack(report) ? reportWritten.catch(noteWriter(io)) : reportWritten);
  }
  checkPublished(report, options);
  if (options.report !== STDOUT_PATH) io.stdout.write(nextStep(['serve', options.out], process.env));
}

/** @returns the failure; if the input is no export, its message has the command that imports it into the folder of --out */
function withImportCommand(failure: unknown, out: string): unknown {
  if (!(failure instanceof NotAnExport)) return failure;
  return failure.withCommand((input, source) => `stele build ${input} --from ${source} --out ${shellWord(out)}`);
}

/** @returns writes the metrics of --metrics; a failure to write them is only noted, as it must not hide the outcome of the build */
function createMetricsWriter(
  path: string | undefined,
  io: CommandIo,
): (outcome: Pick<BuildOutcome, 'report' | 'error'>) => Promise<void> {
  if (path === undefined) return () => Promise.resolve();
  const startedMs = performance.now();
  return async (outcome) => {
    const elapsedSeconds = (performance.now() - startedMs) / 1000;
    const finishedAt = Math.floor(Date.now() / 1000);
    await writeBuildMetrics(path, { ...outcome, elapsedSeconds, finishedAt }).catch(noteWriter(io));
  };
}
