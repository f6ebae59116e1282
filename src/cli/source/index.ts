/**
 * Sources of answers by the argument that names them.
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
  const given = database?.flags().options.find((option) => options[option.attributeName()] !== undefined);
  if (given === undefined) return;
  throw new OperationError(`${given.long} goes with the URL of a database, not with a folder.`);
}

/**
 * @param place   folder of snapshots, or the URL of a database
 * @param options values of the options that the command has
 * @throws OperationError if this installation cannot ask databases, or an option is for the other kind of source
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
