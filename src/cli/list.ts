/**
 * `stele list`: the snapshots of a folder or the loads of a database, and which of them is served.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { parsePath, withAddOnOptions } from './arguments.js';
import type { CommandIo } from './io.js';
import type { Database } from './ports/database.js';
import { openSource } from './source/index.js';

const examples = `
Newest first. "current" is the snapshot that CURRENT names; "before 1" is the one that stele rollback would go back to,
"before 2" the one before that. Nothing is verified: stele verify does that.

Examples:
  $ stele list ./snapshots
  $ stele list postgres://stele@db.example/content
  $ stele list ./snapshots --json | jq -r '.snapshots[] | select(.servedBefore == 1) | .id'`;

export const listCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts =>
    withAddOnOptions(
      new Command('list')
        .description('list the snapshots of a folder: when they were built, what they hold, which one is served')
        .argument('<snapshots>', 'folder of snapshots, or postgres://…: a database, and its loads', parsePath)
        .option('--json', 'print the same as JSON', false),
      database?.flags(),
    )
      .addHelpText('after', examples)
      .action(async (place: string, options) => {
        const source = await openSource(place, options, database);
        io.stdout.write(await source.list(options.json));
      });
