/**
 * Reads a published load before it is served: its layout, model, rights on its tables, counts and search heads.
 *
 * A load that cannot be served is returned as a refusal with its reason.
 */
import { readContentModel, type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import type { Queryable } from '../connection/connect.js';
import { LAYOUT, type PublishedLoad } from '../register/entries.js';
import type { Register } from '../register/register.js';
import { readDistributedTypes } from '../schema/distribution.js';
import { LoadedSearches } from '../search/loaded-searches.js';
import type { Ask } from '../statements/parameters.js';
import type { ServableLoad } from './served-load.js';

/** A load that cannot be served, with the reason. */
export interface RefusedLoad {
  /** Id of the published snapshot; null if its fingerprint is malformed. */
  readonly wanted: SnapshotId | null;
  /** For clients. */
  readonly detail: string;
  /** For the log: what is wrong, and what to do. */
  readonly problem: string;
}

/** @throws errors of the database */
export async function readLoad(
  client: Queryable,
  register: Register,
  { load, schema, layout, fingerprint }: PublishedLoad,
): Promise<ServableLoad | RefusedLoad> {
  const id = snapshotId(fingerprint);
  const createRefusal = (detail: string, problem: string): RefusedLoad => ({ wanted: id ?? null, detail, problem });
  const otherVersionRefusal = (): RefusedLoad =>
    createRefusal(
      'what is published was loaded by another version of stele',
      `load ${load} was made by another version of stele. Load the export again with this one.`,
    );
  if (layout !== LAYOUT || id === undefined) return otherVersionRefusal();
  const access = await readAccess(client, schema);
  if (access !== 'yes') {
    const problem =
      access === 'no'
        ? `the role may not read the tables of load ${load}. Load with --reader <role>, or grant it: GRANT USAGE ON SCHEMA ${schema} TO <role>; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO <role>.`
        : `the tables of load ${load} are gone. Go back to another load: stele list <url>, stele rollback <url> <load>.`;
    return createRefusal('the tables of what is published cannot be read', problem);
  }
  const { model: modelJson, counts } = await register.readCompleted(load);
  const parsedModel = readContentModel(JSON.parse(modelJson));
  if (!('model' in parsedModel)) {
    return createRefusal(
      'the model of what is published cannot be read',
      `the model of load ${load} cannot be read. Load the export again.`,
    );
  }
  const { model } = parsedModel;
  const ask: Ask = async <Row extends object>({ text: statement, values }: Parameters<Ask>[0]) =>
    (await client.query<Row>(statement, values)).rows;
  const searches = await LoadedSearches.open(ask, schema, model);
  const distributed = await readDistributedTypes(client, schema, model);
  if (searches === undefined) return otherVersionRefusal();
  return { id, schema, model, counts, distributed, searches };
}

async function readAccess(client: Queryable, schema: string): Promise<'yes' | 'no' | 'gone'> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT has_schema_privilege(n.oid, 'USAGE') AND coalesce(bool_and(has_table_privilege(c.oid, 'SELECT')), false) AS allowed
       FROM pg_namespace AS n LEFT JOIN pg_class AS c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v')
      WHERE n.nspname = $1 GROUP BY n.oid`,
    [schema],
  );
  const [row] = rows;
  return row === undefined ? 'gone' : row.allowed ? 'yes' : 'no';
}
