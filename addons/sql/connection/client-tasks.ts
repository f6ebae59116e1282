/**
 * Work that several connections do side by side.
 */
import type { Client, Queryable } from './connect.js';

/** @returns the process of the server that answers the client */
export async function readBackendPid(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** Ends what the server does for other connections of the same role, statements under way among it. */
export async function terminateBackends(client: Queryable, backends: readonly number[]): Promise<void> {
  for (const backend of backends)
    await client.query('SELECT pg_terminate_backend($1::text::integer)', [String(backend)]);
}

/** Runs the tasks in order, as many at once as there are clients. @throws what the first that fails throws */
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

/** Waits for all, so that nothing goes on behind a failure. */
export async function allSettledOrThrow(promises: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(promises);
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
}
