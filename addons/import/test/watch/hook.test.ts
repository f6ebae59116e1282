/**
 * Webhooks as those send them who may, and those who may not.
 */
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Hook, listenForHooks } from '../../commands/watch/hook.js';

const secret = 'sixteen letters!';
let hook: Hook;
let heard: boolean[];

const listening = async (requestMs = 10_000): Promise<Hook> => {
  heard = [];
  hook = await listenForHooks({
    host: '127.0.0.1',
    port: 0,
    secret,
    requestMs,
    onHook: (accepted) => heard.push(accepted),
    health: () => ({ status: 'ok' }),
    metrics: async () => 'a_metric 1\n',
  });
  return hook;
};
afterEach(() => hook.close());

const post = (authorization: string | undefined, body: NonNullable<RequestInit['body']> = '{}'): Promise<Response> =>
  fetch(`${hook.origin}/hook?x=1`, {
    method: 'POST',
    headers: authorization === undefined ? {} : { Authorization: authorization },
    body,
  });

describe('a webhook', () => {
  it('with the secret › 202, whatever its body contains', async () => {
    await listening();
    for (const body of ['{}', 'no json', '']) expect((await post(`Bearer ${secret}`, body)).status).toBe(202);
    expect(heard).toEqual([true, true, true]);
  });

  it('without the secret, or with another or a prefix › 401, and nothing runs', async () => {
    await listening();
    for (const given of [undefined, 'Bearer wrong', `Bearer ${secret.slice(0, -1)}`, secret, `Basic ${secret}`]) {
      const answer = await post(given);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(await answer.text()).not.toContain(secret);
    }
    expect(heard).toEqual([false, false, false, false, false]);
  });

  it('with a body above 1 MiB › 413, and nothing runs', async () => {
    await listening();
    const { status } = await post(`Bearer ${secret}`, Buffer.alloc(2 ** 20 + 1));
    expect(status).toBe(413);
    expect((await post(`Bearer ${secret}`, Buffer.alloc(2 ** 20))).status).toBe(202);
    expect(heard).toEqual([false, true]);
  });

  it('with an endless body › is closed after a timeout, and nothing runs', async () => {
    const { origin } = await listening(300);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const answer = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
    });
    socket.write(`POST /hook HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: 9\r\n\r\nabc`);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toEqual([]);
  });

  it('another method › 405; another path › 404', async () => {
    const { origin } = await listening();
    const got = await fetch(`${origin}/hook`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${origin}/health`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${origin}/other`)).status).toBe(404);
    expect(heard).toEqual([]);
  });
});

describe('status pages', () => {
  it('/health, /health/live and /metrics › need no secret', async () => {
    const { origin } = await listening();
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    expect(await (await fetch(`${origin}/metrics`)).text()).toBe('a_metric 1\n');
  });
});
