/**
 * PostgreSQL as a contestant: the settings of its servers, and the load of an export.
 */
import { connect } from '../../addons/sql/connection/connect.js';
import type { Address } from '../../addons/sql/index.js';

/**
 * Its best case as far as settings go: all content in its own memory, memory for sorts, little logging, no compiling.
 */
export const POSTGRES_SETTINGS: readonly string[] = [
  'shared_buffers=4GB',
  'effective_cache_size=8GB',
  'work_mem=64MB',
  'maintenance_work_mem=512MB',
  'max_wal_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'random_page_cost=1.1',
  'jit=off',
  'log_statement=none',
];
export const SMOKE_SETTINGS: readonly string[] = ['shared_buffers=64MB', 'log_statement=none'];

/** Connections that load, and that answers share. */
export const CONNECTIONS = 4;

export interface LoadFacts {
  readonly version: string;
  /** Bytes of the tables with their indexes. */
  readonly databaseBytes: number;
}

/** @param schema of the register; all its loads count */
export async function factsOf(address: Address, schema: string): Promise<LoadFacts> {
  const client = await connect(address, 'bench');
  try {
    const { rows: found } = await client.query<{ distributed: boolean }>(
      "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS distributed",
    );
    const size = found[0]?.distributed === true ? 'citus_total_relation_size(c.oid)' : 'pg_total_relation_size(c.oid)';
    const { rows } = await client.query<{ version: string; bytes: string }>(
      `SELECT current_setting('server_version') AS version,
              (SELECT sum(${size})::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
                WHERE n.nspname ~ $1 AND c.relkind = 'r') AS bytes`,
      [`^${schema}_[0-9]+$`],
    );
    return { version: `PostgreSQL ${rows[0]?.version ?? '?'}`, databaseBytes: Number(rows[0]?.bytes ?? 0) };
  } finally {
    await client.end();
  }
}
