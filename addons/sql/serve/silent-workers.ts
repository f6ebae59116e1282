/**
 * Workers of Citus, which store the distributed tables, that do not answer the coordinator.
 */
import type { Queryable } from '../connection/connect.js';

/** @returns host and port of each worker that does not answer. Cost: one statement on each worker. */
export async function findSilentWorkers(client: Queryable): Promise<readonly string[]> {
  const { rows } = await client.query<{ worker: string }>(
    "SELECT nodename || ':' || nodeport AS worker FROM run_command_on_workers('SELECT 1') WHERE NOT success ORDER BY 1",
  );
  return rows.map(({ worker }) => worker);
}
