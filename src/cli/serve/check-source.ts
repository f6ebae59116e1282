/**
 * Checks that `stele serve` gets options for snapshots or for a database, not for both.
 */
import type { CommandUnknownOpts } from 'commander';
import { findGivenOption } from '../arguments.js';
import { type Database, isDatabaseUrl } from '../ports/database.js';

/** Options for snapshots alone, by the names that commander uses for their values. */
const SNAPSHOT_OPTIONS = [
  'space',
  'hostOf',
  'follow',
  'pin',
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
 * Ends with wrong usage if options for a database and for snapshots are mixed.
 *
 * @param folder   the argument of the command
 * @param from     the value of --from
 * @param database undefined if the add-on is not installed
 */
export function checkSourceOptions(
  command: CommandUnknownOpts,
  folder: string | undefined,
  from: string | undefined,
  database: Database | undefined,
): void {
  if (from === undefined) {
    if (folder !== undefined && isDatabaseUrl(folder)) {
      command.error('a database is served with --from: stele serve --from postgres://…');
    }
    const givenOption = findGivenOption(
      command,
      database?.serveFlags().options.map((givenOption) => givenOption.attributeName()) ?? [],
    );
    if (givenOption !== undefined) command.error(`${givenOption} needs --from <url>: it is an option for a database`);
    return;
  }
  if (folder !== undefined) command.error('give a folder of snapshots or --from <url>, not both');
  const givenOption = findGivenOption(command, SNAPSHOT_OPTIONS);
  if (givenOption !== undefined) {
    command.error(`${givenOption} is an option for snapshots and cannot be used with --from`);
  }
  if (command.getOptionValue('threads') !== 1) {
    command.error(
      '--threads cannot be used with --from: a server of a database has one thread. Start several servers; they may share the database',
    );
  }
}
