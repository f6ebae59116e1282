/**
 * Types that are what they were in the load before: their tables are not filled again. A view of the new load shows each of
 * them, and when the old load is dropped, the table takes the place of a view (addons/sql/register).
 */
import { createHash } from 'node:crypto';
import { type ContentModel, contentModelToJson } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import type { Queryable } from '../connection/connect.js';
import { qualifyTable, quoteIdentifier, shortenIdentifier } from '../schema/identifiers.js';

/** @param model that counts. @returns by type, the same for the same items, links and model */
export function hashTypes(space: Space, model: ContentModel): ReadonlyMap<string, string> {
  const { contentTypes, ...shared } = contentModelToJson(model);
  return new Map(
    contentTypes.map((type): [string, string] => {
      const hash = createHash('sha256').update(`${space.hashes.get(type.name)}\n${JSON.stringify([shared, type])}`);
      return [type.name, hash.digest('hex')];
    }),
  );
}

/** Shows a table of the load before, which may itself show it, in the new load's schema. */
export async function createTableView(
  client: Queryable,
  schema: string,
  previousSchema: string,
  name: string,
  reader: string | undefined,
): Promise<void> {
  const { rows } = await client.query<{ table_schema: string }>(
    'SELECT table_schema FROM information_schema.view_table_usage WHERE view_schema = $1 AND view_name = $2',
    [previousSchema, shortenIdentifier(name)],
  );
  const table = qualifyTable(rows[0]?.table_schema ?? previousSchema, name);
  await client.query(`CREATE VIEW ${qualifyTable(schema, name)} AS SELECT * FROM ${table}`);
  // Once it stands in the view's place.
  if (reader !== undefined) await client.query(`GRANT SELECT ON ${table} TO ${quoteIdentifier(reader)}`);
}
