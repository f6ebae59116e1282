/**
 * The number of threads that soak:memory prints, read from the /health of a server whose threads start one after another.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { countThreads } from '../memory/health.js';

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** @param answers bodies of /health, in order; the last one is repeated. @returns the port */
async function serveHealth(answers: readonly string[]): Promise<number> {
  const remaining = [...answers];
  const server = createServer((_, response) => {
    response.end(remaining.length > 1 ? remaining.shift() : remaining[0]);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Node's types name the address of a pipe too; this server listens on a port.
  return (server.address() as AddressInfo).port;
}

const health = (...states: readonly string[]): string =>
  JSON.stringify({ status: 'ok', threads: states.map((state, index) => ({ thread: index + 1, state, restarts: 0 })) });

describe('countThreads', () => {
  it('the second thread is still starting › waits for it', async () => {
    const port = await serveHealth([health('serving', 'starting'), health('serving', 'serving')]);
    expect(await countThreads(port, () => false, 10_000)).toBe(2);
  });

  it('a server of one thread, which lists none › 1', async () => {
    expect(await countThreads(await serveHealth(['{"status":"ok"}']), () => false, 10_000)).toBe(1);
  });

  it('a thread that never serves › the number of the others, after the time', async () => {
    expect(await countThreads(await serveHealth([health('serving', 'starting')]), () => false, 200)).toBe(1);
  });

  it('the server has ended › 0', async () => {
    expect(await countThreads(1, () => true, 10_000)).toBe(0);
  });
});
