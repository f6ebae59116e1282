/**
 * `stele rollback`: publishes the snapshot or load that was served before, or another one by its id.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { parsePath, withAddOnOptions, withOptions } from './arguments.js';
import { type CommandIo, stepWriter } from './io.js';
import type { Database } from './ports/database.js';
import { openSource } from './source/index.js';
import { signFlags } from './trust/options.js';

const examples = `
The snapshot is verified first; if it is damaged, the command fails and CURRENT does not change. A running server serves the
other snapshot within seconds. The next stele build publishes again: stop the builds, or hold the snapshot with
stele serve --pin <id>. A second rollback goes back one snapshot further. An unknown id lists the ids of the folder.
Replicas with --trust go back only to a snapshot with a new signature: use --sign.

For content that is served from a database, give the URL of stele serve --from: the load that was published before, or another
one by its number, is verified and published again. Servers answer from it within seconds. The next stele load publishes again.
--sign, --channel and stele serve --pin are for snapshots.

Examples:
  $ stele rollback ./snapshots
  $ stele rollback ./snapshots 0123abcd
  $ stele rollback postgres://stele@db.example/content`;

export const rollbackCommand =
  (database: Database | undefined) =>
  (io: CommandIo): CommandUnknownOpts => {
    const command = new Command('rollback')
      .description('point CURRENT at the snapshot served before, or at another one, after verifying it')
      .argument('<snapshots>', 'folder of snapshots, or postgres://… for the loads of a database', parsePath)
      .argument(
        '[id]',
        'id of the snapshot (at least its first 8 digits), or number of the load (default: the one served before)',
      );
    return withOptions(withAddOnOptions(command, database?.flags()), signFlags())
      .addHelpText('after', examples)
      .action(async (place: string, to: string | undefined, options) => {
        const source = await openSource(place, options, database);
        const onStep = stepWriter(io.stderr, 'checking');
        const { sign: keys, channel } = options;
        io.stdout.write(await source.rollBack({ to, keys, channel, onStep }));
      });
  };
