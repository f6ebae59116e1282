/**
 * `stele list`: the snapshots of a folder or the loads of a database; the served one is marked.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { parsePath, withAddOnOptions } from './arguments.js';
import type { CommandIo } from './io.js';
import type { Database } from './ports/database.js';
import { openSource } from './source/index.js';

const examples = `
The newest snapshot is first. "current" is the snapshot that CURRENT names; "before 1" is the snapshot that stele rollback
would publish, "before 2" is the one before it. On a terminal an id has its first 8 digits, which every command accepts. The snapshots are not verified: use stele verify.

Examples:
  $ stele list ./snapshots
  $ stele list postgres://stele@db.example/content
  $ stele list ./snapshots --json | jq -r '.snapshots[] | select(.servedBefore == 1) | .id'`;

export const listCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    withAddOnOptions(
      new Command('list')
        .description('list the snapshots of a folder: date, number of items, size, and which one is served')
        .argument('<snapshots>', 'folder of snapshots, or postgres://… for the loads of a database', parsePath)
        .option('--json', 'print the list as JSON', false),
      database?.flags(),
    )
      .addHelpText('after', examples)
      .action(async (place: string, options) => {
        const source = await openSource(place, options, database);
        const tableForm = io.stdout.isTTY === true ? 'brief' : 'table';
        io.stdout.write(await source.list(options.json ? 'json' : tableForm));
      });
