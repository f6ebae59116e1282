/**
 * Whether a server is asked for a database or for snapshots, and not for both.
 */
import type { CommandUnknownOpts } from 'commander';
import { type Database, isDatabaseUrl } from '../ports/database.js';

/** Options that only snapshots have, by the names that commander gives their values. */
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
 * @param folder   that is given to be served
 * @param database whose options are on the command
 */
export function checkSource(
  command: CommandUnknownOpts,
  folder: string | undefined,
  from: string | undefined,
  database: Database | undefined,
): void {
  const given = (names: readonly string[]): string | undefined => {
    const name = names.find((one) => command.getOptionValueSource(one) === 'cli');
    return command.options.find((option) => option.attributeName() === name)?.long ?? undefined;
  };
  if (from === undefined) {
    if (folder !== undefined && isDatabaseUrl(folder)) {
      command.error('error: a database is served with --from: stele serve --from postgres://…');
    }
    const option = given(database?.serveFlags().options.map((option) => option.attributeName()) ?? []);
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
