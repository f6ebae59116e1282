/**
 * `stele rollback`: the snapshot or load that was served before is published again, or another one.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { parsePath, withAddOnOptions, withOptions } from './arguments.js';
import type { CommandIo } from './io.js';
import type { Database } from './ports/database.js';
import { openSource } from './source/index.js';
import { signFlags } from './trust/options.js';

const examples = `
The snapshot is verified first; a damaged one is refused, and CURRENT stays. A running server notices by itself. Going
back once more goes back further. An id that is none shows those there are. Replicas with --trust go back only to what is
signed anew (--sign).

Examples:
  $ stele rollback ./snapshots
  $ stele rollback ./snapshots 0123abcd
  $ stele rollback postgres://stele@db.example/content`;

export const rollbackCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts => {
    const command = new Command('rollback')
      .description('point CURRENT at the snapshot served before, or at another one, after verifying it')
      .argument('<snapshots>', 'folder of snapshots, or postgres://…: a database, and its loads', parsePath)
      .argument(
        '[id]',
        'id of the snapshot, at least its first 8 digits, or number of the load; absent: the one before',
      );
    return withOptions(withAddOnOptions(command, database?.flags()), signFlags())
      .addHelpText('after', examples)
      .action(async (place: string, to: string | undefined, options) => {
        const source = await openSource(place, options, database);
        const onStep = (step: string): boolean => io.stderr.write(`checking: ${step}\n`);
        const { sign: keys, channel } = options;
        io.stdout.write(await source.rollBack({ to, keys, channel, onStep }));
      });
  };
