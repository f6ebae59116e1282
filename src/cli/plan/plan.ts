/**
 * `stele plan`: the memory, disk and time that an export needs as a snapshot, with only its indexes in memory, and as a
 * database; and which of the three to choose.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { type Plan, planExport, RATES } from '../../../build/plan/index.js';
import { allowedMemory } from '../../format/platform/index.js';
import { memoryFor } from '../../server/index.js';
import { KEPT_SNAPSHOTS } from '../../ship/publish/index.js';
import { parseMemory, parsePath, rangeParser } from '../arguments.js';
import { sectionLimitLine } from '../build/build-summary.js';
import type { CommandIo } from '../io.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../table.js';

const examples = `
Reads the export, builds two samples of it in the system's folder for temporary files, and prints what the whole export needs.
Sizes are estimated from the samples; times, and all figures of a database, from measurements of generated content on two cores.

Examples:
  $ stele plan ./export
  $ stele plan ./export --times 10 --memory 4g
  $ stele plan ./export --times 100 --shards 32
  $ stele plan ./export --json | jq '{advice, snapshot: .needs.snapshot}'`;

/** Needs of one method to serve the content. */
interface Requirements {
  readonly serveBytes: number;
  readonly buildBytes: number;
  /** Kept snapshots or loads, the one that is being written, and temporary files. */
  readonly diskBytes: number;
  readonly buildSeconds: number;
}

type ServingMethod = 'snapshot' | 'indexes' | 'database';

/** The kept snapshots, and the one that is being written. */
const COPY_COUNT = KEPT_SNAPSHOTS + 1;

export function requirementsOf(plan: Plan): Readonly<Record<ServingMethod, Requirements>> {
  const { snapshotBytes, otherFilesBytes, indexBytes, buildBytes, buildSeconds, temporaryBytes, databaseBytes } = plan;
  const serveMemory = (contentBytes: number): number => Math.max(RATES.processBytes, memoryFor(contentBytes));
  const diskBytes = COPY_COUNT * (snapshotBytes + otherFilesBytes) + temporaryBytes;
  return {
    snapshot: { serveBytes: serveMemory(snapshotBytes), buildBytes, diskBytes, buildSeconds },
    indexes: { serveBytes: serveMemory(indexBytes), buildBytes, diskBytes, buildSeconds },
    database: {
      serveBytes: databaseBytes,
      buildBytes: plan.loadBytes,
      diskBytes: COPY_COUNT * databaseBytes,
      buildSeconds: plan.loadSeconds,
    },
  };
}

/**
 * Needs of a load on a coordinator and two workers with Citus, on all servers together. The rows take as long as on one server,
 * because the load sends them to the coordinator.
 *
 * @param shards of each distributed table
 */
export function citusRequirements(plan: Plan, shards: number): Requirements {
  const { copies, shardTableBytes, shardTableSeconds } = RATES.citus;
  const { database } = requirementsOf(plan);
  const shardTables = shards * plan.distributedTables;
  const copiedBytes = plan.distributedTables > 0 ? (copies - 1) * plan.copiedBytes : 0;
  const clusterBytes = plan.databaseBytes + copiedBytes + shardTables * shardTableBytes;
  return {
    ...database,
    serveBytes: clusterBytes,
    diskBytes: COPY_COUNT * clusterBytes,
    buildSeconds: database.buildSeconds + shardTables * shardTableSeconds,
  };
}

/** @returns the method to choose, and a sentence that says what to do */
export function adviceOf(plan: Plan, allowedBytes: number): readonly [way: ServingMethod | 'split', advice: string] {
  const { bounds } = plan;
  const { snapshot, indexes } = requirementsOf(plan);
  const allowed = formatBytes(allowedBytes);
  if (bounds.some(({ isLoaded }) => isLoaded))
    return ['split', 'Neither a snapshot nor a database can store this content unchanged'];
  if (bounds.length > 0)
    return ['database', 'A snapshot cannot store this content unchanged: load a database (stele load)'];
  if (snapshot.serveBytes <= allowedBytes) {
    return [
      'snapshot',
      `${allowed} of memory are allowed, enough for the whole snapshot: use stele build, then stele serve`,
    ];
  }
  if (indexes.serveBytes <= allowedBytes) {
    return [
      'indexes',
      `${allowed} of memory are allowed, enough for the indexes: use stele build, then stele serve, which reads the other data from files`,
    ];
  }
  const neededBytes = formatBytes(indexes.serveBytes);
  return [
    'database',
    `Only ${allowed} of memory are allowed: allow ${neededBytes}, split the content into several spaces, or load a database (stele load)`,
  ];
}

const formatDuration = (seconds: number): string =>
  seconds < 60
    ? `${Math.max(1, Math.round(seconds))} s`
    : seconds < 36_000
      ? `${(seconds / 60).toFixed(1)} min`
      : `${Math.round(seconds / 3600)} h`;

/** @param shards undefined: no column for Citus. @returns a row for each need, a column for each method */
export function planRows(plan: Plan, shards?: number): readonly (readonly string[])[] {
  const { snapshot, indexes, database } = requirementsOf(plan);
  const databases = [database, ...(shards === undefined ? [] : [citusRequirements(plan, shards)])];
  const isLoadable = !plan.bounds.some(({ isLoaded }) => isLoaded);
  const row = (title: string, cell: (needs: Requirements) => string): readonly string[] => [
    title,
    ...[snapshot, indexes].map((needs) => (plan.bounds.length === 0 ? cell(needs) : '-')),
    ...databases.map((needs) => (isLoadable ? cell(needs) : '-')),
  ];
  return [
    row('memory to serve', ({ serveBytes }) => formatBytes(serveBytes)),
    row('memory to build or load', ({ buildBytes }) => formatBytes(buildBytes)),
    row('disk', ({ diskBytes }) => formatBytes(diskBytes)),
    row('time to build or load', ({ buildSeconds }) => formatDuration(buildSeconds)),
  ];
}

const columns = [
  leftColumn(''),
  rightColumn('snapshot in memory'),
  rightColumn('only indexes in memory'),
  rightColumn('database'),
];

function citusNote({ distributedTables }: Plan): string {
  const { distributionBound, copies } = RATES.citus;
  return distributedTables === 0
    ? `No type has ${formatCount(distributionBound)} items: with Citus, all tables would be on one server.`
    : `With Citus, figures are for all servers together: a coordinator and ${copies - 1} workers, which each have a copy of the types below ${formatCount(distributionBound)} items.`;
}

function render(plan: Plan, allowedBytes: number, shards: number | undefined): string {
  const { items, types, exportBytes, sample, bounds } = plan;
  const [, advice] = adviceOf(plan, allowedBytes);
  const tableColumns =
    shards === undefined ? columns : [...columns, rightColumn(`Citus, ${formatCount(shards)} shards`)];
  const shardNote = shards === undefined ? '' : `${citusNote(plan)}\n`;
  const limitLines = bounds.map((limit) => `${sectionLimitLine(limit)}: ${limit.advice}.\n`);
  const sizeNote =
    sample.times === 1
      ? 'Sizes are measured: all items were built'
      : `Sizes are estimated from a build of ${formatCount(sample.items)} items and one of a fourth of them; ${RATES.errors.size}`;
  return `${formatCount(items)} items in ${formatCount(types.length)} content types, ${formatBytes(exportBytes)}; a snapshot of ${formatBytes(plan.snapshotBytes)}

${formatTable(tableColumns, planRows(plan, shards))}
${limitLines.join('')}${advice}.

Memory to serve is for two snapshots, as the new one is loaded while the old one is served; for a database, it is the memory with
which the database is fast. Disk is for ${COPY_COUNT} snapshots or loads, as ${KEPT_SNAPSHOTS} are kept, and temporary files. Figures of a build are for --memory 1g.
${shardNote}${sizeNote}. ${RATES.errors.rest}.
`;
}

export function planCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('plan')
    .description('estimate the memory, disk and time that an export needs, as a snapshot and as a database')
    .argument('<export>', 'folder of the content export', parsePath)
    .option('--times <number>', 'plan for this many times the content', rangeParser(1, 10_000), 1)
    .option(
      '--memory <size>',
      'memory of the server, such as 4g (default: the memory that this process may use)',
      parseMemory,
    )
    .option(
      '--shards <number>',
      'add a column for Citus, with this many shards of each distributed table',
      rangeParser(1, 1024),
    )
    .option('--json', 'print the plan as JSON, in bytes and seconds', false)
    .addHelpText('after', examples)
    .action(async (folder: string, { times, memory: allowedBytes = allowedMemory(), shards, json }) => {
      const stopping = new AbortController();
      io.onStop?.(() => stopping.abort());
      const plan = await planExport(folder, { times, signal: stopping.signal });
      const [advice] = adviceOf(plan, allowedBytes);
      const needs = {
        ...requirementsOf(plan),
        ...(shards === undefined ? {} : { citus: { shards, ...citusRequirements(plan, shards) } }),
      };
      const report = { ...plan, allowedBytes, needs, advice };
      io.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : render(plan, allowedBytes, shards));
    });
}
