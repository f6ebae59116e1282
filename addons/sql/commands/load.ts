/**
 * The command `stele load`: loads a content export or a snapshot into tables of a PostgreSQL database.
 */

import { availableParallelism, tmpdir } from 'node:os';
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from 'commander';
import { MAX_SHRINK_PERCENT, shrunkSince, withLeanSnapshot } from '../../../build/publish/index.js';
import { createProgress, shrunkLine } from '../../../src/cli/build/index.js';
import {
  type CommandIo,
  formatCount,
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
import { checkDatabase, loadSpace } from '../load/load.js';
import type { Distribute, LoadReport } from '../load/options.js';
import { DEFAULT_SCHEMA, schemaOption } from './options.js';

const examples = `
Each load has a schema of its own. Once it is complete and verified, one row publishes it: readers of the database see the
previous load or the new one. An export is checked as stele build checks it; an export with problems is refused.
The password comes from PGPASSWORD or ~/.pgpass, never from the URL. The tables: docs/postgres.md.

Examples:
  $ stele load ./export --to postgres://stele@db.example/content
  $ stele load ./snapshots --to 'postgres://stele@/content?host=/var/run/postgresql'
  $ stele load ./export --to postgres://stele@db.example/content --keep 5 --max-shrink 10% --reader website`;

type Given = OptionsOf<ReturnType<typeof command>>;
type LoadArguments = Omit<Given, 'to'> & { readonly to: Address };

function distribute(text: string): Distribute {
  if (text === 'auto' || text === 'never') return text;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give auto, never, or a number of items.');
}

const command = () =>
  new Command('load')
    .description('load a content export, or the current snapshot of a folder, into a PostgreSQL database')
    .argument('<from>', 'folder of a content export, or of snapshots', parsePath)
    .requiredOption('--to <url>', 'database, as postgres://<user>@<host>:<port>/<database>')
    .option(
      '--schema <name>',
      'schema of the register, and prefix of the names of the schemas of loads',
      schemaOption,
      DEFAULT_SCHEMA,
    )
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
    .option('--connections <number>', 'connections that copy rows and create indexes', rangeParser(1, 64), 4)
    .addOption(
      new Option(
        '--distribute <when>',
        'with Citus: distribute types with at least this number of items or links over its servers, and copy smaller types to each; auto: 200,000; never: plain tables',
      )
        .choices(['auto', 'never'])
        .argParser<Distribute>(distribute)
        .default('auto'),
    )
    .option('--reader <role>', 'existing role that is granted reading the load')
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
    .addHelpText('after', examples);

export function loadCommand(io: CommandIo): CommandUnknownOpts {
  return command().action(async (from: string, given) => {
    const options: LoadArguments = { ...given, to: parseAddress(given.to) };
    const { report, from: read } = await load(from, options, io);
    if (read.warnings !== '') io.stderr.write(`${read.warnings.trimEnd()}\n`);
    io.stdout.write(summary(report));
    if (report.shrunk.length > 0) throw new OperationError(heldMessage(report, options));
  });
}

interface Loaded {
  readonly report: LoadReport;
  readonly from: { readonly warnings: string };
}

async function load(from: string, options: LoadArguments, io: CommandIo): Promise<Loaded> {
  const progress = await createProgress(io.stderr);
  const stopping = new AbortController();
  io.onStop?.(() => stopping.abort());
  const { signal } = stopping;
  const maxPercent = parsePercent(options.maxShrink);
  const into = (space: Space, model?: ContentModel): Promise<LoadReport> =>
    loadSpace(space, options.to, {
      schema: options.schema,
      model,
      connections: options.connections,
      distribute: options.distribute,
      keep: options.keep,
      reader: options.reader,
      shrunk: (before, after) => shrunkSince(before, after, maxPercent).map(shrunkLine),
      onProgress: progress.report,
      signal,
    });
  try {
    await checkDatabase(options.to);
    if ((await readCurrent(diskFiles, from)) !== undefined) {
      return { report: await into(await openCurrent(diskFiles, from)), from: { warnings: '' } };
    }
    const reading = {
      files: diskFiles,
      strict: options.strict,
      threads: options.threads ?? availableParallelism(),
      memoryBytes: options.memory,
      onProgress: progress.report,
      signal,
    };
    return await withLeanSnapshot(from, options.temp ?? tmpdir(), reading, async ({ space, model, report }) => ({
      report: await into(space, model),
      from: report,
    }));
  } finally {
    progress.stop();
  }
}

function summary({
  load,
  schema,
  items,
  links,
  indexes,
  distributed,
  published,
  shrunk,
  droppedLoads: removed,
  seconds,
}: LoadReport): string {
  const dropped = removed.length === 0 ? '' : `dropped: ${removed.map((one) => `load ${one}`).join(', ')}\n`;
  if (!published && shrunk.length === 0) {
    return `Nothing has changed: load ${load} in the schema ${schema} already has these ${formatCount(items)} items\n${dropped}`;
  }
  const what = published ? 'Published' : 'Loaded, and not published:';
  return `${what} load ${load} in the schema ${schema}: ${formatCount(items)} items, ${formatCount(links)} links, ${formatCount(indexes)} indexes, ${distributed === undefined ? '' : `distributed by Citus: ${[...distributed].join(', ')}, `}${seconds.toFixed(1)} s\n${dropped}`;
}

function heldMessage({ shrunk, load }: LoadReport, { maxShrink, to, schema }: LoadArguments): string {
  const where = schema === DEFAULT_SCHEMA ? '' : ` --schema ${schema}`;
  return `more than ${maxShrink} of a content type or of a field is gone, and what is published stays:
${shrunk.map((line) => `  ${line}\n`).join('')}Look into the export and load again. If it is right, publish the load, which is kept: load again with
--max-shrink 100%, or stele rollback '${to.url}' ${load}${where}`;
}
