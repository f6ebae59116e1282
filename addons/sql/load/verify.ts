/**
 * Whether the tables of a load hold what was sent: counted and hashed by the server, compared with what was counted and
 * hashed here.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { Client } from '../connection/connect.js';
import { onClients } from '../connection/several.js';
import type { Table } from '../schema/tables.js';
import { sumQuery, type TableSum } from './row-hash.js';

export type TableSums = ReadonlyMap<string, TableSum>;

/** @throws OperationError naming the first table that is not what it should be */
export async function verifyTables(
  clients: readonly Client[],
  schema: string,
  tables: readonly Table[],
  sums: TableSums,
  onTable: () => void,
): Promise<void> {
  await onClients(clients, tables, async (client, table) => {
    const expected = sums.get(table.name);
    const { rows } = await client.query<{ rows: string; sum: string }>(sumQuery(schema, table));
    const [found] = rows;
    const isSame =
      expected !== undefined &&
      found !== undefined &&
      Number(found.rows) === expected.rows &&
      BigInt(found.sum) === expected.sum;
    if (!isSame) {
      throw new OperationError(
        `the table ${table.name} of ${schema} does not hold what was loaded: ${expected?.rows ?? 'no'} rows were, and it has ${found?.rows ?? 'none'}${
          Number(found?.rows) === expected?.rows ? ', of which some differ' : ''
        }. Nothing else may write there; load again.`,
      );
    }
    onTable();
  });
}

export const sumsToJson = (sums: TableSums): string =>
  JSON.stringify([...sums].map(([table, { rows, sum }]) => ({ table, rows, sum: String(sum) })));

export function sumsFromJson(text: string): TableSums {
  const read: unknown = JSON.parse(text);
  return new Map(
    (Array.isArray(read) ? read : []).flatMap((one: unknown): [string, TableSum][] =>
      isRecord(one) ? [[String(one['table']), { rows: Number(one['rows']), sum: BigInt(String(one['sum'])) }]] : [],
    ),
  );
}
