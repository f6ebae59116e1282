/**
 * `stele rollback`: CURRENT names the snapshot that was served before, or another one.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { wentBack } from '../../addons/sql/commands/list-text.js';
import { DEFAULT_SCHEMA, loadNumber, schemaOf, schemaOption } from '../../addons/sql/commands/options.js';
import { addressOf, goBackTo, isAddress } from '../../addons/sql/index.js';
import { OperationError } from '../content/errors/index.js';
import { diskFiles } from '../format/files/index.js';
import { type RollbackReport, rollBack } from '../ship/publish/index.js';
import { signSnapshot } from '../ship/trust/index.js';
import { path, withOptions } from './arguments.js';
import type { CommandIo } from './io.js';
import { signFlags } from './trust/options.js';

const examples = `
The snapshot is verified first; a damaged one is refused, and CURRENT stays. A running server notices by itself. Going
back once more goes back further. An id that is none shows those there are. Replicas with --trust go back only to what is
signed anew (--sign).

Examples:
  $ stele rollback ./snapshots
  $ stele rollback ./snapshots 0123abcd
  $ stele rollback postgres://stele@db.example/content`;

function outcome({ snapshot, before, builtMs, chosen }: RollbackReport): string {
  if (snapshot === before) return `Nothing has changed: CURRENT already names snapshot ${snapshot}\n`;
  const built = new Date(builtMs).toISOString();
  const guessed =
    chosen === 'older'
      ? 'This folder has no record of what was served before. This snapshot was built before the other one.\n'
      : '';
  const instead = before === undefined ? '' : `instead of ${before}\n`;
  return `CURRENT names snapshot ${snapshot}, built ${built}\n${instead}${guessed}`;
}

export function rollbackCommand(io: CommandIo): CommandUnknownOpts {
  const command = new Command('rollback')
    .description('point CURRENT at the snapshot served before, or at another one, after verifying it')
    .argument('<snapshots>', 'folder of snapshots, or postgres://…: a database, and its loads', path)
    .argument('[id]', 'id of the snapshot, at least its first 8 digits, or number of the load; absent: the one before')
    .option('--schema <name>', `of a database: schema that knows the loads (default: ${DEFAULT_SCHEMA})`, schemaOption);
  return withOptions(command, signFlags())
    .addHelpText('after', examples)
    .action(async (folder: string, id: string | undefined, { sign, channel, schema: given }) => {
      const onStep = (step: string): boolean => io.stderr.write(`checking: ${step}\n`);
      const schema = schemaOf(given, isAddress(folder));
      if (isAddress(folder)) {
        if (sign !== undefined) throw new OperationError('--sign is for snapshots; loads are not signed.');
        const wanted = id === undefined ? undefined : loadNumber(id);
        io.stdout.write(wentBack(await goBackTo(addressOf(folder), schema, wanted, onStep)));
        return;
      }
      const report = await rollBack(diskFiles, folder, id, onStep, async (target) => {
        if (sign !== undefined) await signSnapshot(diskFiles, folder, target, sign, { anew: true, channel });
      });
      io.stdout.write(outcome(report));
    });
}
