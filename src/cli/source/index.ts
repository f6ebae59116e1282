/**
 * Chooses the source of answers by the argument of a command: a folder of snapshots, or the URL of a database.
 */
import { OperationError } from '../../content/errors/index.js';
import { type Database, isDatabaseUrl, requireDatabase } from '../ports/database.js';
import { snapshotsIn } from './snapshots.js';
import type { Source } from './source.js';

export type { Question, RollBack, Source } from './source.js';

/** @throws OperationError if an option of a database is given with a folder */
export function checkDatabaseOptions(
  database: Database | undefined,
  options: Readonly<Record<string, unknown>>,
  isDatabase: boolean,
): void {
  if (isDatabase) return;
  const databaseOption = database?.flags().options.find((option) => options[option.attributeName()] !== undefined);
  if (databaseOption === undefined) return;
  throw new OperationError(
    `${databaseOption.long} is an option for databases, but a folder was given. Give postgres://… instead, or remove the option.`,
  );
}

/**
 * @param place   folder of snapshots, or the URL of a database
 * @param options values of the command's options
 * @throws OperationError if the add-on for databases is not installed, or an option is for the other kind of source
 */
export async function openSource(
  place: string,
  options: Readonly<Record<string, unknown>>,
  database: Database | undefined,
): Promise<Source> {
  const isDatabase = isDatabaseUrl(place);
  checkDatabaseOptions(database, options, isDatabase);
  if (!isDatabase) return snapshotsIn(place);
  return (database ?? (await requireDatabase('postgres://…'))).open(place, options);
}
