/**
 * Verifies the tables of a load: the server's row count and checksum must equal those of the rows that were sent.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { isRecord } from '../../../src/format/index.js';
import { runOnClients } from '../connection/client-tasks.js';
import type { Client } from '../connection/connect.js';
import type { Table } from '../schema/tables.js';
import { checksumQuery, type TableSum } from './row-hash.js';

export type TableSums = ReadonlyMap<string, TableSum>;

/** @param onTable called after each table. @throws OperationError that names the first table that differs */
export async function verifyTables(
  clients: readonly Client[],
  schema: string,
  tables: readonly Table[],
  sums: TableSums,
  onTable: () => void,
): Promise<void> {
  await runOnClients(clients, tables, async (client, table) => {
    const expected = sums.get(table.name);
    const { rows } = await client.query<{ rows: string; sum: string }>(checksumQuery(schema, table));
    const [actual] = rows;
    const isEqual =
      expected !== undefined &&
      actual !== undefined &&
      Number(actual.rows) === expected.rows &&
      BigInt(actual.sum) === expected.sum;
    if (!isEqual) {
      const hint = Number(actual?.rows) === expected?.rows ? ', of which some differ' : '';
      throw new OperationError(
        `the table ${table.name} of ${schema} does not hold what was loaded: ${expected?.rows ?? 'no'} rows were, and it has ${actual?.rows ?? 'none'}${hint}. Nothing else may write there; load again.`,
      );
    }
    onTable();
  });
}

export const serializeSums = (sums: TableSums): string =>
  JSON.stringify([...sums].map(([table, { rows, sum }]) => ({ table, rows, sum: String(sum) })));

export function parseSums(text: string): TableSums {
  const parsed: unknown = JSON.parse(text);
  return new Map(
    (Array.isArray(parsed) ? parsed : []).flatMap((entry: unknown): [string, TableSum][] =>
      isRecord(entry)
        ? [[String(entry['table']), { rows: Number(entry['rows']), sum: BigInt(String(entry['sum'])) }]]
        : [],
    ),
  );
}
