/**
 * `stele plan`: what an export needs as a snapshot, with its indexes alone in memory, and as a database; and which to take.
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
Reads the export and builds a sample of it, twice, in the system's folder for temporary files; then says what all of it will need.
Sizes follow from the sample, times and databases from what was measured of generated content on two cores.

Examples:
  $ stele plan ./export
  $ stele plan ./export --times 10 --memory 4g
  $ stele plan ./export --json | jq '{advice, snapshot: .needs.snapshot}'`;

/** One way to serve the content. Bytes and seconds. */
interface Needs {
  readonly serveBytes: number;
  readonly buildBytes: number;
  /** What is kept, what is being made, and temporary files. */
  readonly diskBytes: number;
  readonly buildSeconds: number;
}

type Way = 'snapshot' | 'indexes' | 'database';

/** What is kept, and what is made beside it. */
const COPIES = KEPT_SNAPSHOTS + 1;

export function needsOf(plan: Plan): Readonly<Record<Way, Needs>> {
  const { snapshotBytes, indexBytes, buildBytes, buildSeconds, temporaryBytes, databaseBytes } = plan;
  const served = (held: number): number => Math.max(RATES.processBytes, memoryFor(held));
  const diskBytes = COPIES * snapshotBytes + temporaryBytes;
  return {
    snapshot: { serveBytes: served(snapshotBytes), buildBytes, diskBytes, buildSeconds },
    indexes: { serveBytes: served(indexBytes), buildBytes, diskBytes, buildSeconds },
    database: {
      serveBytes: databaseBytes,
      buildBytes: plan.loadBytes,
      diskBytes: COPIES * databaseBytes,
      buildSeconds: plan.loadSeconds,
    },
  };
}

/** @returns the way to take, and what to do */
export function adviceOf(plan: Plan, allowedBytes: number): readonly [way: Way | 'split', advice: string] {
  const { bounds } = plan;
  const { snapshot, indexes } = needsOf(plan);
  const allowed = formatBytes(allowedBytes);
  if (bounds.some(({ isLoaded }) => isLoaded)) return ['split', 'Neither a snapshot nor a load holds it as it is'];
  if (bounds.length > 0) return ['database', 'A snapshot does not hold it as it is'];
  if (snapshot.serveBytes <= allowedBytes) {
    return ['snapshot', `${allowed} are allowed, so all of a snapshot is in memory: stele build, then stele serve`];
  }
  if (indexes.serveBytes <= allowedBytes) {
    return ['indexes', `${allowed} are allowed: stele build, then stele serve, which leaves in files what has no room`];
  }
  const wanted = formatBytes(indexes.serveBytes);
  return [
    'database',
    `Only ${allowed} are allowed: allow ${wanted}, split the content by space, or load a database (stele load)`,
  ];
}

const minutes = (seconds: number): string =>
  seconds < 60
    ? `${Math.max(1, Math.round(seconds))} s`
    : seconds < 36_000
      ? `${(seconds / 60).toFixed(1)} min`
      : `${Math.round(seconds / 3600)} h`;

/** @returns a row for each thing that is needed, a column for each way */
export function planRows(plan: Plan): readonly (readonly string[])[] {
  const { snapshot, indexes, database } = needsOf(plan);
  const row = (title: string, cell: (way: Needs) => string): readonly string[] => [
    title,
    ...[snapshot, indexes].map((way) => (plan.bounds.length === 0 ? cell(way) : '-')),
    plan.bounds.some(({ isLoaded }) => isLoaded) ? '-' : cell(database),
  ];
  return [
    row('memory to serve', ({ serveBytes }) => formatBytes(serveBytes)),
    row('memory to build or load', ({ buildBytes }) => formatBytes(buildBytes)),
    row('disk', ({ diskBytes }) => formatBytes(diskBytes)),
    row('time to build or load', ({ buildSeconds }) => minutes(buildSeconds)),
  ];
}

const heads = [
  leftColumn(''),
  rightColumn('snapshot in memory'),
  rightColumn('its indexes in memory'),
  rightColumn('database'),
];

function render(plan: Plan, allowedBytes: number): string {
  const { items, types, exportBytes, sample, bounds } = plan;
  const [, advice] = adviceOf(plan, allowedBytes);
  const met = bounds.map((one) => `${sectionLimitLine(one)}: ${one.advice}.\n`);
  const known =
    sample.times === 1
      ? 'Sizes are those of a build of all items'
      : `Sizes follow from a build of ${formatCount(sample.items)} items, and how it has grown from a fourth of them; ${RATES.errors.size}`;
  return `${formatCount(items)} items in ${formatCount(types.length)} content types, ${formatBytes(exportBytes)}; a snapshot of ${formatBytes(plan.snapshotBytes)}

${formatTable(heads, planRows(plan))}
${met.join('')}${advice}.

Memory to serve is for two snapshots, as one is loaded while the other is served; of a database, what makes it fast. Disk is for
${COPIES} snapshots or loads, as ${KEPT_SNAPSHOTS} are kept, and temporary files. A build is meant with --memory 1g.
${known}. ${RATES.errors.rest}.
`;
}

export function planCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('plan')
    .description('say what an export will need: memory, disk and time, as a snapshot and as a database')
    .argument('<export>', 'folder of the content export', parsePath)
    .option('--times <number>', 'plan for so many times as much content', rangeParser(1, 10_000), 1)
    .option('--memory <size>', 'memory of the server, such as 4g (default: what is allowed here)', parseMemory)
    .option('--json', 'print the same as JSON, in bytes and seconds', false)
    .addHelpText('after', examples)
    .action(async (folder: string, { times, memory: allowedBytes = allowedMemory(), json }) => {
      const stopping = new AbortController();
      io.onStop?.(() => stopping.abort());
      const plan = await planExport(folder, { times, signal: stopping.signal });
      const [advice] = adviceOf(plan, allowedBytes);
      const report = { ...plan, allowedBytes, needs: needsOf(plan), advice };
      io.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : render(plan, allowedBytes));
    });
}
