/**
 * Reuse of unchanged tables: a type with equal items, links and model gets views of the previous load's tables.
 *
 * When the previous load is dropped, its tables replace the views (register/drop-load).
 */
import { createHash } from 'node:crypto';
import { type ContentModel, contentModelToJson, withoutDescriptiveTexts } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import type { Queryable } from '../connection/connect.js';
import { qualifyTable, quoteIdentifier, shortenIdentifier } from '../schema/identifiers.js';

/** @returns a hash for each type: equal for equal items, links and model */
export function hashTypes(space: Space, model: ContentModel): ReadonlyMap<string, string> {
  const { contentTypes, ...shared } = withoutDescriptiveTexts(contentModelToJson(model));
  return new Map(
    contentTypes.map((type): [string, string] => {
      const hash = createHash('sha256').update(`${space.hashes.get(type.name)}\n${JSON.stringify([shared, type])}`);
      return [type.name, hash.digest('hex')];
    }),
  );
}

/** Creates a view in the new load's schema of a table of the previous load, or of the table behind its view. */
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
  // Reading through the view needs no right on the table; the table needs it once it replaces the view.
  if (reader !== undefined) await client.query(`GRANT SELECT ON ${table} TO ${quoteIdentifier(reader)}`);
}
