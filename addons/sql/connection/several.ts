/**
 * Work that several connections do side by side.
 */
import type { Asked, Client } from './connect.js';

/** @returns the process of the server that answers the client */
export async function backendOf(client: Asked): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** Ends what the server does for other connections of the same role, statements under way among it. */
export async function endBackends(client: Asked, backends: readonly number[]): Promise<void> {
  for (const backend of backends)
    await client.query('SELECT pg_terminate_backend($1::text::integer)', [String(backend)]);
}

/** Runs the tasks in order, as many at once as there are clients. @throws what the first that fails throws */
export async function onClients<Task>(
  clients: readonly Client[],
  tasks: readonly Task[],
  run: (client: Client, task: Task) => Promise<void>,
): Promise<void> {
  const waiting = [...tasks];
  await allSettledOrThrow(
    clients.map(async (client) => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        try {
          await run(client, task);
        } catch (error) {
          waiting.length = 0;
          throw error;
        }
      }
    }),
  );
}

/** Waits for all, so that nothing goes on behind a failure. */
export async function allSettledOrThrow(promises: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(promises);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}
