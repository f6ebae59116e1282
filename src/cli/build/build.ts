/**
 * `stele build`: a content export becomes a snapshot, and CURRENT points at it.
 */
import { availableParallelism } from 'node:os';
import { Command, type CommandUnknownOpts } from 'commander';
import { limitsAhead } from '../../../build/plan/index.js';
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
import { checkReportPlace, STDOUT_PATH, writeFailure, writeReport } from './build-report.js';
import { buildSummary, sectionLimitLine, shrunkLine } from './build-summary.js';
import { createProgress, type Progress } from './progress.js';

const examples = `
The export is a folder with model.json and one <contentType>.ndjson or .ndjson.gz per content type. An export that has
mistakes is refused as a whole, and the snapshot that is served stays as it is. Content types that have not changed since
an earlier snapshot are linked to it and not built again.

Examples:
  $ stele build ./export --out ./snapshots
  $ stele build ./export --out ./snapshots --strict
  $ stele build ./export --out ./snapshots --keep 7 --max-shrink 10%
  $ stele build ./export --out ./snapshots --gate yesterday.traffic
  $ stele build space.json --from contentful --out ./snapshots
  $ stele build ./export --out ./snapshots --report - | jq '{snapshot, published, seconds, peakBytes}'`;

/** Values of the options of a build; those of add-ons are among them, known to the add-ons alone. */
export type BuildArguments = OptionsOf<ReturnType<typeof buildFlags>> & Readonly<Record<string, unknown>>;

/** The options that `stele build` and `stele watch` share, besides those of add-ons. */
export const buildFlags = () =>
  withOptions(
    new Command()
      .requiredOption('--out <snapshots>', 'folder for the snapshots; created if it is missing', parsePath)
      .option('--strict', 'refuse what is otherwise repaired and reported, such as a link to a missing item', false)
      .option('--full', 'build every content type, even if it has not changed since an earlier snapshot', false)
      .option(
        '--max-shrink <share>',
        'do not publish a snapshot if a content type has lost more than this share of its items, or a field of its values',
        parseShare,
        `${MAX_SHRINK_PERCENT}%`,
      )
      .option(
        '--refuse-breaking',
        'build nothing if the model has lost a type, a field or an option, or a field has another type',
        false,
      )
      .option(
        '--keep <number>',
        'how many snapshots to keep, the current one included; all: remove none',
        parseSnapshotCount,
        KEPT_SNAPSHOTS,
      )
      .option('--threads <number>', 'threads that index columns (default: one for each core)', parseThreadCount)
      .option('--memory <size>', 'memory to use, such as 1g or 800m (default: half of what is allowed)', parseMemory)
      .option(
        '--quantiles <number>',
        'sets of items to store for each field; more make ranges and late pages faster, 0 stores none',
        rangeParser(...CHOICE_LIMITS.quantiles),
        DEFAULT_CHOICES.quantiles,
      )
      .option(
        '--quantiles-from <items>',
        'items that a content type needs for its fields to get these bitsets, and those of substrings',
        rangeParser(...CHOICE_LIMITS.quantilesFrom),
        DEFAULT_CHOICES.quantilesFrom,
      )
      .option(
        '--first-items <number>',
        'first items that are stored for substrings which many items contain: a page as long is faster',
        rangeParser(...CHOICE_LIMITS.firstItems),
        DEFAULT_CHOICES.firstItems,
      )
      .option(
        '--first-items-above <items>',
        'items that contain a substring before its first ones are stored; not below --first-items',
        rangeParser(...CHOICE_LIMITS.firstItemsAbove),
        DEFAULT_CHOICES.firstItemsAbove,
      )
      .option(
        '--substring-sets <number>',
        'substrings of a field, those in most items, whose items are stored as a bitset; 0: none',
        rangeParser(...CHOICE_LIMITS.substringSets),
        DEFAULT_CHOICES.substringSets,
      )
      .option('--temp <folder>', 'folder for temporary files (default: that of --out)', parsePath)
      .option(
        '--gate <traffic>',
        'publish only a snapshot that answers this traffic as well as the served one',
        parsePath,
      )
      .option('--from <source>', 'import first, in one go: <export> is then the input of stele import <source>'),
    signFlags(),
  );

export const buildCommand =
  (importer: Importer | undefined, judge: TrafficJudge | undefined) =>
  (io: CommandIo): CommandUnknownOpts => {
    const command = new Command('build')
      .description('write a new immutable snapshot of a content export, then point CURRENT at it')
      .argument('<export>', 'folder of the content export; with --from, the input of its source', parsePath);
    const flagged = withAddOnOptions(
      withAddOnOptions(withOptions(command, buildFlags()), judge?.flags()),
      importer?.flags(),
    );
    return flagged
      .option(
        '--report <file>',
        'write the time and size of each step and structure as JSON; -: to stdout, instead of the summary',
        parsePath,
      )
      .option('--verbose', 'print tables of types, structures and fields, with size and time of each', false)
      .addHelpText('after', examples)
      .action(async (given: string, options) => {
        if (options.report !== undefined && options.report !== STDOUT_PATH) await checkReportPlace(options.report);
        const progress = await createProgress(io.stderr);
        const stopping = new AbortController();
        io.onStop?.(() => stopping.abort());
        const tell = (text: string): void => void io.stderr.write(text);
        const importReport: { import?: object } = {};
        const onImported = ({ report, summary }: Imported): void => {
          importReport.import = report;
          progress.stop();
          if (options.report !== STDOUT_PATH) io.stdout.write(`${summary}\n`);
        };
        const how = { signal: stopping.signal, progress, tell, onImported, importer };
        const report = await importAndBuild(given, options, io, how)
          .catch(async (error: unknown) => {
            if (options.report !== undefined)
              await writeFailure(options.report, { published: false, ...importReport }, error, io.stdout).catch(
                noteWriter(io),
              );
            throw error;
          })
          .finally(progress.stop);
        if (options.report !== STDOUT_PATH) io.stdout.write(buildSummary(report, options.verbose));
        const held = report.shrunk.length > 0 || report.refused.length > 0;
        if (options.report !== undefined) {
          const written = writeReport(options.report, { ...report, ...importReport }, io.stdout);
          await (held ? written.catch(noteWriter(io)) : written);
        }
        checkPublished(report, options);
      });
  };

/** @throws OperationError for choices that contradict each other */
function choicesOf(options: BuildArguments): BuildChoices {
  const { quantiles, quantilesFrom, firstItems, firstItemsAbove, substringSets } = options;
  if (firstItems <= firstItemsAbove) return { quantiles, quantilesFrom, firstItems, firstItemsAbove, substringSets };
  throw new OperationError(
    `--first-items ${firstItems} is more than --first-items-above ${firstItemsAbove}: a substring in fewer items has not as many first ones. Raise the second.`,
  );
}

interface BuildHow {
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  /** Threads that go on to the next build. */
  readonly pool?: Pool;
  /** What was read, which goes on, too. */
  readonly known?: BlockCache;
  /** Told what was lost and repaired, in lines. */
  readonly tell: (text: string) => void;
  /** Called once an import is done; without it, its losses go to `tell`. */
  readonly onImported?: (imported: Imported) => void;
  /** The importer for --from, if the caller has one. */
  readonly importer?: Importer | undefined;
  /** Done before CURRENT names the snapshot; what it throws, CURRENT stays. */
  readonly beforeNamed?: () => Promise<void>;
}

/** Imports where --from says so, and builds. @returns also where the snapshot was not published */
export async function importAndBuild(
  given: string,
  options: BuildArguments,
  io: CommandIo,
  { signal, progress, pool, known, tell, onImported, importer, beforeNamed }: BuildHow,
): Promise<BuildReport> {
  const judge =
    options.gate === undefined
      ? undefined
      : await (await requireJudge()).create(options.out, options.gate, options, io);
  const onProgress = progress?.report ?? (() => undefined);
  const { sign, channel } = options;
  const build = async (exportFolder: string, takenDown?: Imported['takenDown']): Promise<BuildReport> => {
    for (const one of await limitsAhead(exportFolder, options.out)) tell(`${sectionLimitLine(one)}: ${one.advice}.\n`);
    const report = await buildSnapshot(exportFolder, options.out, {
      files: diskFiles,
      strict: options.strict,
      full: options.full,
      judge,
      keep: options.keep,
      choices: choicesOf(options),
      maxShrinkPercent: parsePercent(options.maxShrink),
      refuseBreaking: options.refuseBreaking,
      takenDown,
      threads: pool ?? options.threads ?? availableParallelism(),
      blockCache: known,
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
    if (report.warnings !== '') tell(`${report.warnings.trimEnd()}\n`);
    for (const note of report.notes) tell(`note: ${note}\n`);
    return report;
  };
  if (options.from === undefined) return build(given);
  const { withImported } = importer ?? (await requireImporter());
  const beside = options.temp ?? options.out;
  const run = { source: options.from, input: given, beside, options, signal, onProgress };
  return withImported(run, (imported) => {
    if (onImported !== undefined) onImported(imported);
    else if (imported.losses !== '') tell(imported.losses);
    return build(imported.folder, imported.takenDown);
  });
}

/** @throws OperationError where the snapshot is kept but was not published */
export function checkPublished(report: BuildReport, { out, maxShrink }: BuildArguments): void {
  if (report.refused.length > 0) throw new OperationError(refusedMessage(report, out));
  if (report.shrunk.length > 0) throw new OperationError(heldMessage(report, out, maxShrink));
}

function refusedMessage({ refused, snapshot }: BuildReport, out: string): string {
  return `the new snapshot answers the traffic of --gate worse than what is served, which stays:
${refused.map((reason) => `  ${reason}\n`).join('')}Look into the export and build again. If it is right, publish the snapshot, which is kept: build again without
--gate, or stele rollback ${out} ${snapshot.slice(0, 8)}`;
}

function heldMessage({ shrunk, snapshot, kept }: BuildReport, out: string, maxShrink: string): string {
  const lines = shrunk.map((one) => `  ${shrunkLine(one)}\n`).join('');
  if (kept !== undefined)
    return `more than ${maxShrink} of a content type or of a field is gone: these types stay as they were served, and all else is published:
${lines}Look into the export and build again. If it is right, publish the snapshot with them, which is kept: build again with
--max-shrink 100%, or stele rollback ${out} ${kept.slice(0, 8)}`;
  return `more than ${maxShrink} of a content type or of a field is gone, and what is served stays:
${lines}Look into the export and build again. If it is right, publish the snapshot, which is kept: build again with
--max-shrink 100%, or stele rollback ${out} ${snapshot.slice(0, 8)}`;
}
