/**
 * The command `stele load`: loads a content export or a snapshot into tables of a PostgreSQL database.
 */

import { availableParallelism, tmpdir } from 'node:os';
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from 'commander';
import { findShrunk, MAX_SHRINK_PERCENT, withLeanSnapshot } from '../../../build/publish/index.js';
import { createProgress, shrunkLine } from '../../../src/cli/build/index.js';
import {
  type CommandIo,
  type OptionsOf,
  parseMemory,
  parsePath,
  parsePercent,
  parseShare,
  parseSnapshotCount,
  parseThreadCount,
  rangeParser,
} from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import type { ContentModel } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, readCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { KEPT_SNAPSHOTS } from '../../../src/ship/publish/index.js';
import { type Address, parseAddress } from '../connection/address.js';
import { planPlacement } from '../load/dry-run.js';
import { checkDatabase, loadSpace } from '../load/load.js';
import type { Distribute, LoadOptions, LoadProgress } from '../load/options.js';
import { formatPlacement, formatReport, unpublishedMessage } from './load-text.js';
import { DEFAULT_SCHEMA, schemaOption } from './options.js';

const helpText = `
Each load has a schema of its own. Once it is complete and verified, one row publishes it: readers of the database see the
previous load or the new one. An export is checked as stele build checks it; an export with problems is refused.
The password comes from PGPASSWORD or ~/.pgpass, never from the URL. The tables: docs/postgres.md.

Examples:
  $ stele load ./export --to postgres://stele@db.example/content
  $ stele load ./snapshots --to 'postgres://stele@/content?host=/var/run/postgresql'
  $ stele load ./export --to postgres://stele@coordinator.example/content --distribute 50000 --dry-run
  $ stele load ./export --to postgres://stele@db.example/content --keep 5 --max-shrink 10% --reader website`;

type LoadCommandOptions = OptionsOf<ReturnType<typeof command>>;
type LoadArguments = Omit<LoadCommandOptions, 'to'> & { readonly to: Address };

function parseDistribute(text: string): Distribute {
  if (text === 'auto' || text === 'never') return text;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give auto, never, or a number of items.');
}

const command = () =>
  new Command('load')
    .description('load a content export, or the current snapshot of a folder, into a PostgreSQL database')
    .argument('<from>', 'folder of a content export, or of snapshots', parsePath)
    .optionsGroup('Database:')
    .requiredOption('--to <url>', 'database, as postgres://<user>@<host>:<port>/<database>')
    .option(
      '--schema <name>',
      'schema of the register, and prefix of the names of the schemas of loads',
      schemaOption,
      DEFAULT_SCHEMA,
    )
    .optionsGroup('Content and loads:')
    .option(
      '--strict',
      'refuse an export with faults that are otherwise repaired and reported, such as a link to a missing item',
      false,
    )
    .option(
      '--max-shrink <share>',
      'do not publish a load if a content type has lost more than this share of its items, or a field of its values',
      parseShare,
      `${MAX_SHRINK_PERCENT}%`,
    )
    .option(
      '--keep <number>',
      'how many loads to keep, the published one included; all: remove none',
      parseSnapshotCount,
      KEPT_SNAPSHOTS,
    )
    .optionsGroup('Placement and copying:')
    .option('--connections <number>', 'connections that copy rows and create indexes', rangeParser(1, 64), 4)
    .addOption(
      new Option(
        '--distribute <when>',
        'with Citus: distribute types with at least this number of items or links over its servers, and copy smaller types to each; auto: 200,000; never: plain tables',
      )
        .choices(['auto', 'never'])
        .argParser<Distribute>(parseDistribute)
        .default('auto'),
    )
    .option(
      '--dry-run',
      'read the export and print where the tables of each type would be placed; write nothing',
      false,
    )
    .option('--reader <role>', 'existing role that is granted reading the load')
    .optionsGroup('Memory and threads:')
    .option('--threads <number>', 'threads that read an export (default: one for each core)', parseThreadCount)
    .option(
      '--memory <size>',
      'memory to use while an export is read, such as 1g (default: half of what is allowed)',
      parseMemory,
    )
    .option(
      '--temp <folder>',
      'folder for temporary files while an export is read (default: that of the system)',
      parsePath,
    )
    .addHelpText('after', helpText);

export function loadCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (from: string, options) => {
    const loadArguments: LoadArguments = { ...options, to: parseAddress(options.to) };
    if (options.dryRun) {
      const { result, warnings } = await withSpace(from, loadArguments, io, (space) =>
        planPlacement(space, loadArguments.to, loadArguments.distribute),
      );
      writeWarnings(io, warnings);
      io.stdout.write(formatPlacement(result, loadArguments.distribute));
      return;
    }
    const { result: report, warnings } = await withSpace(from, loadArguments, io, (space, run) =>
      loadSpace(space, loadArguments.to, {
        ...loadOptions(loadArguments),
        model: run.model,
        onProgress: run.report,
        signal: run.signal,
      }),
    );
    writeWarnings(io, warnings);
    io.stdout.write(formatReport(report));
    if (report.shrunk.length > 0) throw new OperationError(unpublishedMessage(report, loadArguments));
  });
}

function writeWarnings(io: CommandIo, warnings: string): void {
  if (warnings !== '') io.stderr.write(`${warnings.trimEnd()}\n`);
}

const loadOptions = ({ schema, connections, distribute, keep, reader, maxShrink }: LoadArguments) =>
  ({
    schema,
    connections,
    distribute,
    keep,
    reader,
    shrunk: (before, after) => findShrunk(before, after, parsePercent(maxShrink)).map(shrunkLine),
  }) satisfies LoadOptions;

/** The model in effect, if it is not that of the space; and how progress and stopping reach the command. */
interface LoadRun {
  readonly model: ContentModel | undefined;
  readonly report: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

interface SpaceResult<Result> {
  readonly result: Result;
  /** Warnings about the export, one a line; empty if there are none. */
  readonly warnings: string;
}

/**
 * Opens the current snapshot of a folder, or reads an export into a temporary snapshot, and passes it to `use`.
 *
 * @param from folder of an export, or of snapshots
 */
async function withSpace<Result>(
  from: string,
  options: LoadArguments,
  io: CommandIo,
  use: (space: Space, run: LoadRun) => Promise<Result>,
): Promise<SpaceResult<Result>> {
  const progress = await createProgress(io.stderr);
  const stopping = new AbortController();
  io.onStop?.(() => stopping.abort());
  const { signal } = stopping;
  const { report } = progress;
  try {
    await checkDatabase(options.to);
    const isSnapshotFolder = (await readCurrent(diskFiles, from)) !== undefined;
    if (isSnapshotFolder) {
      const space = await openCurrent(diskFiles, from);
      return { result: await use(space, { model: undefined, report, signal }), warnings: '' };
    }
    const readOptions = {
      files: diskFiles,
      strict: options.strict,
      threads: options.threads ?? availableParallelism(),
      memoryBytes: options.memory,
      onProgress: report,
      signal,
    };
    const temporaryFolder = options.temp ?? tmpdir();
    return await withLeanSnapshot(from, temporaryFolder, readOptions, async (lean) => ({
      result: await use(lean.space, { model: lean.model, report, signal }),
      warnings: lean.report.warnings,
    }));
  } finally {
    progress.stop();
  }
}
