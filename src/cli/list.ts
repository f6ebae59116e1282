/**
 * `stele list`: the snapshots of a folder, and which of them is served.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { listedLoads } from '../../addons/sql/commands/list-text.js';
import { DEFAULT_SCHEMA, schemaOf, schemaOption } from '../../addons/sql/commands/options.js';
import { addressOf, isAddress, listLoads } from '../../addons/sql/index.js';
import { diskFiles } from '../format/files/index.js';
import { listEntries, type SnapshotEntry } from '../index/snapshot/index.js';
import { path } from './arguments.js';
import type { CommandIo } from './io.js';
import { bytes, type ColumnHead, count, left, right, table } from './table.js';

const examples = `
Newest first. "current" is the snapshot that CURRENT names; "before 1" is the one that stele rollback would go back to,
"before 2" the one before that. Nothing is verified: stele verify does that.

Examples:
  $ stele list ./snapshots
  $ stele list postgres://stele@db.example/content
  $ stele list ./snapshots --json | jq -r '.snapshots[] | select(.servedBefore == 1) | .id'`;

const heads: readonly ColumnHead[] = [left('snapshot'), left('built'), right('items'), right('size'), left('served')];

const builtAt = ({ builtMs }: SnapshotEntry): string => new Date(builtMs).toISOString();

function row(entry: SnapshotEntry): readonly string[] {
  const { id, held, isCurrent, servedBefore } = entry;
  const served = isCurrent ? 'current' : servedBefore === undefined ? '-' : `before ${servedBefore}`;
  const [items, size] = held === undefined ? ['-', '-'] : [count(held.items), bytes(held.byteLength)];
  return [id, builtAt(entry), items, size, served];
}

function render(entries: readonly SnapshotEntry[]): string {
  const problems = entries.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`${id.slice(0, 8)} cannot be read: ${problem}\n`],
  );
  return `${table(heads, entries.map(row))}${problems.join('')}`;
}

/** Null stands for what is not known, so that every snapshot has the same members. */
const asJson = (entry: SnapshotEntry): object => ({
  id: entry.id,
  built: builtAt(entry),
  current: entry.isCurrent,
  servedBefore: entry.servedBefore ?? null,
  space: entry.held?.space ?? null,
  items: entry.held?.items ?? null,
  byteLength: entry.held?.byteLength ?? null,
  problem: entry.problem ?? null,
});

export function listCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('list')
    .description('list the snapshots of a folder: when they were built, what they hold, which one is served')
    .argument('<snapshots>', 'folder of snapshots, or postgres://…: a database, and its loads', path)
    .option('--json', 'print the same as JSON', false)
    .option('--schema <name>', `of a database: schema that knows the loads (default: ${DEFAULT_SCHEMA})`, schemaOption)
    .addHelpText('after', examples)
    .action(async (folder: string, options) => {
      const schema = schemaOf(options.schema, isAddress(folder));
      if (isAddress(folder)) {
        io.stdout.write(listedLoads(await listLoads(addressOf(folder), schema), options.json));
        return;
      }
      const entries = await listEntries(diskFiles, folder);
      const json = (): string => `${JSON.stringify({ snapshots: entries.map(asJson) }, undefined, 2)}\n`;
      io.stdout.write(options.json ? json() : render(entries));
    });
}
