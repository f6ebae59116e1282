/**
 * `stele build`: writes a snapshot from a content export, then points CURRENT at it.
 */
import { availableParallelism } from 'node:os';
import { Command, type CommandUnknownOpts } from 'commander';
import { predictLimits } from '../../../build/plan/index.js';
import {
  type BlockCache,
  type BuildReport,
  buildSnapshot,
  MAX_SHRINK_PERCENT,
  type Pool,
} from '../../../build/publish/index.js';
import { OperationError } from '../../content/errors/index.js';
import { type BuildChoices, CHOICE_LIMITS, DEFAULT_CHOICES, type SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { KEPT_SNAPSHOTS } from '../../ship/publish/index.js';
import { signSnapshot } from '../../ship/trust/index.js';
import {
  type OptionsOf,
  parseMemory,
  parsePath,
  parsePercent,
  parseShare,
  parseSnapshotCount,
  parseThreadCount,
  rangeParser,
  withAddOnOptions,
  withOptions,
} from '../arguments.js';
import { noteWriter } from '../failure.js';
import type { CommandIo } from '../io.js';
import { type Imported, type Importer, requireImporter } from '../ports/importer.js';
import { requireJudge, type TrafficJudge } from '../ports/traffic-judge.js';
import { signFlags } from '../trust/options.js';
import { type BuildOutcome, writeBuildMetrics } from './build-metrics.js';
import { checkReportPath, STDOUT_PATH, writeFailure, writeRefusedWarnings, writeReport } from './build-report.js';
import { buildSummary, sectionLimitLine, shrunkLine } from './build-summary.js';
import { combineJudges, createChangeJudge } from './change-guard.js';
import { createProgress, type Progress } from './progress.js';

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

/** Values of the options of a build. They include options of add-ons, whose types only the add-ons know. */
export type BuildArguments = OptionsOf<ReturnType<typeof buildFlags>> & Readonly<Record<string, unknown>>;

/** The options that `stele build` and `stele watch` share, except the options of add-ons. */
export const buildFlags = () =>
  withOptions(
    new Command()
      .requiredOption('--out <snapshots>', 'folder for the snapshots; created if it is missing', parsePath)
      .option(
        '--strict',
        'fail on mistakes that are otherwise repaired and reported, such as a link to a missing item',
        false,
      )
      .option('--all-warnings', 'print the first hundred warnings, not only one example of each kind', false)
      .option('--full', 'build every content type, even if it has not changed since an earlier snapshot', false)
      .option(
        '--max-shrink <share>',
        'do not publish if a content type has lost more than this share of its items, or a field of its values',
        parseShare,
        `${MAX_SHRINK_PERCENT}%`,
      )
      .option(
        '--max-change <share>',
        'do not publish if more than this share of the items of a content type have other content (default: any share)',
        parseShare,
      )
      .option(
        '--refuse-breaking',
        'build nothing if the model has lost a type, a field or an option, or the type of a field has changed',
        false,
      )
      .option(
        '--keep <number>',
        'number of snapshots to keep, including the current one; all: remove none',
        parseSnapshotCount,
        KEPT_SNAPSHOTS,
      )
      .option(
        '--threads <number>',
        'number of threads that index columns (default: one for each core)',
        parseThreadCount,
      )
      .option(
        '--memory <size>',
        'memory to use, such as 1g or 800m (default: half of the memory that the process may use)',
        parseMemory,
      )
      .option(
        '--quantiles <number>',
        'bitsets of items to store for each field; more make ranges and late pages faster, 0 stores none',
        rangeParser(...CHOICE_LIMITS.quantiles),
        DEFAULT_CHOICES.quantiles,
      )
      .option(
        '--quantiles-from <items>',
        'number of items from which a content type gets these bitsets, and bitsets of substrings',
        rangeParser(...CHOICE_LIMITS.quantilesFrom),
        DEFAULT_CHOICES.quantilesFrom,
      )
      .option(
        '--first-items <number>',
        'number of first items to store for a substring that many items contain: pages of this length are faster',
        rangeParser(...CHOICE_LIMITS.firstItems),
        DEFAULT_CHOICES.firstItems,
      )
      .option(
        '--first-items-above <items>',
        'number of items above which the first items of a substring are stored; at least --first-items',
        rangeParser(...CHOICE_LIMITS.firstItemsAbove),
        DEFAULT_CHOICES.firstItemsAbove,
      )
      .option(
        '--substring-sets <number>',
        'number of most frequent substrings of a field whose items are stored as a bitset; 0: none',
        rangeParser(...CHOICE_LIMITS.substringSets),
        DEFAULT_CHOICES.substringSets,
      )
      .option('--temp <folder>', 'folder for temporary files (default: the folder of --out)', parsePath)
      .option(
        '--gate <traffic>',
        'publish only a snapshot that answers this traffic as well as the served one',
        parsePath,
      )
      .option('--from <source>', 'import first: <export> is then the input of stele import <source>'),
    signFlags(),
  );

export const buildCommand =
  (importer: Importer | undefined, judge: TrafficJudge | undefined) =>
  (io: CommandIo): CommandUnknownOpts => {
    const command = new Command('build')
      .description('write a new immutable snapshot of a content export, then point CURRENT at it')
      .argument('<export>', 'folder of the content export; with --from, the input of the import', parsePath);
    const commandWithOptions = withAddOnOptions(
      withAddOnOptions(withOptions(command, buildFlags()), judge?.flags()),
      importer?.flags(),
    );
    return commandWithOptions
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
      .action(async (input: string, options) => {
        if (options.report !== undefined && options.report !== STDOUT_PATH) await checkReportPath(options.report);
        if (options.metrics !== undefined) await checkReportPath(options.metrics, '--metrics', 'the metrics');
        const startedMs = performance.now();
        const writeMetrics = async (outcome: Pick<BuildOutcome, 'report' | 'error'>): Promise<void> => {
          if (options.metrics === undefined) return;
          const elapsedSeconds = (performance.now() - startedMs) / 1000;
          // A failure to write metrics must not hide the outcome of the build.
          await writeBuildMetrics(options.metrics, {
            ...outcome,
            elapsedSeconds,
            finishedAt: Math.floor(Date.now() / 1000),
          }).catch(noteWriter(io));
        };
        const progress = await createProgress(io.stderr);
        const stopping = new AbortController();
        io.onStop?.(() => stopping.abort());
        const writeNote = (text: string): void => void io.stderr.write(text);
        const importReport: { import?: object } = {};
        const onImported = ({ report, summary }: Imported): void => {
          importReport.import = report;
          progress.stop();
          if (options.report !== STDOUT_PATH) io.stdout.write(`${summary}\n`);
        };
        const buildContext = { signal: stopping.signal, progress, writeNote, onImported, importer };
        const report = await importAndBuild(input, options, io, buildContext)
          .catch(async (error: unknown) => {
            if (options.report !== undefined)
              await writeFailure(options.report, { published: false, ...importReport }, error, io.stdout).catch(
                noteWriter(io),
              );
            await writeMetrics({ error });
            progress.stop();
            if (options.allWarnings) writeRefusedWarnings(error, io.stderr);
            throw error;
          })
          .finally(progress.stop);
        await writeMetrics({ report });
        if (options.report !== STDOUT_PATH) io.stdout.write(buildSummary(report, options.verbose));
        const isWithheld = report.shrunk.length > 0 || report.refused.length > 0;
        if (options.report !== undefined) {
          const reportWritten = writeReport(options.report, { ...report, ...importReport }, io.stdout);
          await (isWithheld ? reportWritten.catch(noteWriter(io)) : reportWritten);
        }
        checkPublished(report, options);
      });
  };

/** @throws OperationError for choices that contradict each other */
function readChoices(options: BuildArguments): BuildChoices {
  const { quantiles, quantilesFrom, firstItems, firstItemsAbove, substringSets } = options;
  if (firstItems <= firstItemsAbove) return { quantiles, quantilesFrom, firstItems, firstItemsAbove, substringSets };
  throw new OperationError(
    `--first-items ${firstItems} is more than --first-items-above ${firstItemsAbove}: a substring may be in fewer items than --first-items. Raise --first-items-above.`,
  );
}

interface BuildContext {
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  /** Threads that a later build uses again. */
  readonly pool?: Pool;
  /** Blocks of the export that a later build uses again. */
  readonly blockCache?: BlockCache;
  /** Receives lines about lost and repaired content. */
  readonly writeNote: (text: string) => void;
  /** Called after the import; if undefined, its losses go to `writeNote`. */
  readonly onImported?: (imported: Imported) => void;
  /** The importer for --from, if the caller has one. */
  readonly importer?: Importer | undefined;
  /** Called before CURRENT names the snapshot; if it throws, CURRENT does not change. */
  readonly beforeNamed?: () => Promise<void>;
}

/** Imports if --from is given, then builds. @returns the report, also if the snapshot was not published */
export async function importAndBuild(
  input: string,
  options: BuildArguments,
  io: CommandIo,
  { signal, progress, pool, blockCache, writeNote, onImported, importer, beforeNamed }: BuildContext,
): Promise<BuildReport> {
  const trafficJudge =
    options.gate === undefined
      ? undefined
      : await (await requireJudge()).create(options.out, options.gate, options, io);
  const changeJudge =
    options.maxChange === undefined ? undefined : createChangeJudge(options.out, parsePercent(options.maxChange));
  const judge = combineJudges([changeJudge, trafficJudge]);
  const onProgress = progress?.report ?? (() => undefined);
  const { sign, channel } = options;
  const build = async (exportFolder: string, takenDown?: Imported['takenDown']): Promise<BuildReport> => {
    for (const limit of await predictLimits(exportFolder, options.out))
      writeNote(`${sectionLimitLine(limit)}: ${limit.advice}.\n`);
    const report = await buildSnapshot(exportFolder, options.out, {
      files: diskFiles,
      strict: options.strict,
      full: options.full,
      judge,
      keep: options.keep,
      choices: readChoices(options),
      maxShrinkPercent: parsePercent(options.maxShrink),
      refuseBreaking: options.refuseBreaking,
      takenDown,
      threads: pool ?? options.threads ?? availableParallelism(),
      blockCache,
      temporaryFolder: options.temp,
      memoryBytes: options.memory,
      onProgress,
      async beforeNamed(id: SnapshotId) {
        await beforeNamed?.();
        if (sign !== undefined) await signSnapshot(diskFiles, options.out, id, sign, { channel });
      },
      signal,
    });
    progress?.stop();
    const warnings = options.allWarnings ? report.warnings : report.warningsByKind;
    if (warnings !== '') writeNote(`${warnings.trimEnd()}\n`);
    for (const note of report.notes) writeNote(`note: ${note}\n`);
    return report;
  };
  if (options.from === undefined) return build(input);
  const { withImported } = importer ?? (await requireImporter());
  const temporaryParent = options.temp ?? options.out;
  const run = { source: options.from, input, beside: temporaryParent, options, signal, onProgress };
  return withImported(run, (imported) => {
    if (onImported !== undefined) onImported(imported);
    else if (imported.losses !== '') writeNote(imported.losses);
    return build(imported.folder, imported.takenDown);
  });
}

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
${remedies.join(' or ')}, or stele rollback ${out} ${snapshot.slice(0, 8)}`;
}

function shrinkRefusalMessage({ shrunk, snapshot, kept }: BuildReport, out: string, maxShrink: string): string {
  const lines = shrunk.map((loss) => `  ${shrunkLine(loss)}\n`).join('');
  if (kept !== undefined)
    return `more than ${maxShrink} of a content type or of a field is missing: the served content of these types is kept, and everything else is published:
${lines}Check the export and build again. If the export is correct, publish the complete snapshot, which is kept: build again with
--max-shrink 100%, or stele rollback ${out} ${kept.slice(0, 8)}`;
  return `more than ${maxShrink} of a content type or of a field is missing, so the snapshot was not published:
${lines}Check the export and build again. If the export is correct, publish the snapshot, which is kept: build again with
--max-shrink 100%, or stele rollback ${out} ${snapshot.slice(0, 8)}`;
}
