/**
 * Tasks that several connections run at the same time: each connection takes the next task until none is left.
 *
 * After a failure no further task starts; the failure is thrown once the running tasks have ended.
 */
import type { Client, Queryable } from './connect.js';

/** @returns the process id of the server process behind a connection */
export async function readBackendPid(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** Ends server processes of the same role, and with them the statements they run. */
export async function terminateBackends(client: Queryable, backends: readonly number[]): Promise<void> {
  for (const backend of backends)
    await client.query('SELECT pg_terminate_backend($1::text::integer)', [String(backend)]);
}

/**
 * Runs the tasks in order, one per client at a time.
 *
 * @throws the error of the first failed task
 */
export async function runOnClients<Task>(
  clients: readonly Client[],
  tasks: readonly Task[],
  runTask: (client: Client, task: Task) => Promise<void>,
): Promise<void> {
  const remainingTasks = [...tasks];
  await allSettledOrThrow(
    clients.map(async (client) => {
      for (let task = remainingTasks.shift(); task !== undefined; task = remainingTasks.shift()) {
        try {
          await runTask(client, task);
        } catch (error) {
          remainingTasks.length = 0;
          throw error;
        }
      }
    }),
  );
}

/** Waits until every promise has settled, so that no work continues after a failure. @throws the first rejection */
export async function allSettledOrThrow(promises: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(promises);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}
