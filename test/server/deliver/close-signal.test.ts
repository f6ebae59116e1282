import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeSignal } from '../../../src/server/deliver/shared-work.js';
import { listen } from '../../../src/server/wire/listen.js';
import { dial } from '../../../testing/server/client.js';

describe('closeSignal', () => {
  it('while a client waits › is not aborted; after it hung up › is aborted, also for later callers', async () => {
    const server = createServer();
    onTestFinished(() => void server.close().closeAllConnections());
    const origin = await listen(server, '127.0.0.1', 0);
    const begun = once(server, 'request');
    const client = await dial(origin);
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response]: [unknown, ServerResponse] = await begun.then(([request, given]) => [request, given]);
    const gone = closeSignal(response);
    expect(gone.aborted).toBe(false);
    const aborted = once(gone, 'abort');
    client.destroy();
    await aborted;
    expect(gone.aborted).toBe(true);
    expect(closeSignal(response).aborted).toBe(true);
  });
});
