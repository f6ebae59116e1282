/**
 * Asking a JSON:API server: what it refuses is told at once, whatever else it sends.
 */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { Server } from '../../input/server.js';
import { Client } from '../../sources/jsonapi/client.js';

it('a refusal with an endless body › is reported, and its connection is closed', async () => {
  let open = 0;
  const server = createServer((_, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    response.writeHead(404).write('the beginning of a page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/jsonapi`;
  expect(await new Client(new Server(base, [])).get(base, base)).toEqual({ ok: false, status: 404 });
  await expect.poll(() => open, { timeout: 15_000 }).toBe(0);
  server.close();
});
