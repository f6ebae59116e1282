import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { listen } from '../../../src/server/wire/listen.js';

/** A server whose system refuses the address with this code, or without one. */
function refusing(code: string | undefined) {
  const server = createServer();
  server.listen = () => {
    server.emit('error', Object.assign(new Error('what the system says'), code === undefined ? {} : { code }));
    return server;
  };
  return server;
}

describe('listen › the address cannot be taken', () => {
  it.each([
    ['EADDRINUSE', 'Another program listens on shop.test, port 80; stop it, or choose another --port.'],
    ['EACCES', 'This user may not listen on shop.test, port 80; choose a --port of at least 1024.'],
    [
      'EADDRNOTAVAIL',
      'This machine does not have the address "shop.test"; give one of its addresses as --host, such as 127.0.0.1.',
    ],
    [
      'ENOTFOUND',
      'This machine does not have the address "shop.test"; give one of its addresses as --host, such as 127.0.0.1.',
    ],
    [
      'EAI_AGAIN',
      'This machine does not have the address "shop.test"; give one of its addresses as --host, such as 127.0.0.1.',
    ],
    ['EMFILE', 'Listening on shop.test, port 80 failed: what the system says'],
    [undefined, 'Listening on shop.test, port 80 failed: what the system says'],
  ])('%s › says what happened, with advice', async (code, message) => {
    const listening = listen(refusing(code), 'shop.test', 80);
    await expect(listening).rejects.toThrow(OperationError);
    await expect(listening).rejects.toThrow(message);
  });
});

describe('listen › the address is free', () => {
  it('port 0 › the origin has the actual port, and later errors are not taken for refusals', async () => {
    const server = createServer();
    expect(await listen(server, '127.0.0.1', 0)).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(server.listenerCount('error')).toBe(0);
    server.close();
  });
});
