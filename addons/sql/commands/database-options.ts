/**
 * The options of `stele serve --from`: a database in place of folders of snapshots.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { between, FRACTIONS, numbered } from '../../../src/cli/arguments.js';
import { isAddress } from '../index.js';
import { DEFAULT_SCHEMA, schemaOption } from './options.js';

const DEFAULT_CONNECTIONS = 10;
const DEFAULT_STATEMENT_SECONDS = 10;
const DEFAULT_POOL_SECONDS = 5;
const secondsMaximum = 3600;

const seconds = numbered(
  FRACTIONS,
  (value) => value > 0 && value <= secondsMaximum,
  `Give seconds, such as 10 or 0.5, above 0 and at most ${secondsMaximum}.`,
);

export const databaseFlags = () =>
  new Command()
    // The URL is not read yet, as what commander refuses it repeats, also a password.
    .option(
      '--from <url>',
      'answer from this database, postgres://…, which stele load has filled; with --dev the source to import from',
    )
    .option('--schema <name>', 'with --from: schema that knows the loads', schemaOption, DEFAULT_SCHEMA)
    .option('--connections <number>', 'with --from: connections at most', between(1, 1000), DEFAULT_CONNECTIONS)
    .option(
      '--statement-timeout <seconds>',
      'with --from: what a statement may take',
      seconds,
      DEFAULT_STATEMENT_SECONDS,
    )
    .option(
      '--pool-timeout <seconds>',
      'with --from: how long a statement may wait for a connection',
      seconds,
      DEFAULT_POOL_SECONDS,
    );

/** By the name that commander gives their values. */
const OF_DATABASES = ['schema', 'connections', 'statementTimeout', 'poolTimeout'];
const OF_SNAPSHOTS = [
  'space',
  'hostOf',
  'follow',
  'keep',
  'parallel',
  'bandwidth',
  'trust',
  'maxSignatureAge',
  'preview',
  'resident',
  'residentCacheBytes',
  'maxCost',
];

/**
 * Ends in wrong usage where options for a database and for snapshots are mixed.
 *
 * @param folder that is given to be served
 */
export function checkSource(command: CommandUnknownOpts, folder: string | undefined, from: string | undefined): void {
  const given = (names: readonly string[]): string | undefined => {
    const name = names.find((one) => command.getOptionValueSource(one) === 'cli');
    return command.options.find((option) => option.attributeName() === name)?.long ?? undefined;
  };
  if (from === undefined) {
    if (folder !== undefined && isAddress(folder)) {
      command.error('error: a database is served with --from: stele serve --from postgres://…');
    }
    const option = given(OF_DATABASES);
    if (option !== undefined) command.error(`error: ${option} needs --from, as it is for a database`);
    return;
  }
  if (folder !== undefined) command.error('error: give a folder of snapshots or --from <url>, not both');
  const option = given(OF_SNAPSHOTS);
  if (option !== undefined) {
    command.error(`error: ${option} is for snapshots, and cannot be used with --from`);
  }
  if (command.getOptionValue('threads') !== 1) {
    command.error(
      'error: --threads cannot be used with --from: one thread answers. Start several servers, which may share a database',
    );
  }
}
