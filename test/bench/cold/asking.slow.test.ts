/**
 * What is asked of servers, over connections in memory.
 */
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Connection } from '../../../bench/cold/connection.js';
import { readOptions } from '../../../bench/cold/run.js';
import { BareServer, readAnswer } from '../../../bench/cold/servers.js';
import { requestOf } from '../../../bench/cold/workloads.js';
import { start } from '../../cli/stele.js';

const program = 'bench/cold/main.js';

describe('Connection', () => {
  it('one question after the other › each gets its own answer', async () => {
    const server = createServer((request, response) => response.end(`for ${request.url}`));
    const connection = new Connection(server);
    for (const url of ['/article/a', '/article/b']) {
      const answer = await connection.answer(requestOf(url));
      expect(readAnswer(answer).body.toString()).toBe(`for /delivery/jsonapi${url}`);
      expect(connection.received).toBe(answer.byteLength);
    }
    connection.destroy();
  });
});

describe('BareServer', () => {
  it('given answers of another server › sends the same bytes', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, ['X-One', 'a', 'X-Two', 'b', 'Content-Length', '5']);
      response.end('hello');
    });
    server.keepAliveTimeout = 65_000;
    const first = new Connection(server);
    const answer = await first.answer(requestOf('/article/a'));
    const bare = new BareServer();
    bare.prepare(new Map([['/delivery/jsonapi/article/a', answer]]));
    const second = new Connection(bare.server);
    const plain = (bytes: Buffer): string => bytes.toString('latin1').replace(/Date: .*\r\n/, '');
    expect(plain(await second.answer(requestOf('/article/a')))).toBe(plain(answer));
    first.destroy();
    second.destroy();
  });
});

describe('options', () => {
  it('none › ten thousand items against bare node:http', () => {
    expect(readOptions([])).toMatchObject({ items: 10_000, rounds: 300, against: undefined });
    expect(readOptions(['--smoke'])).toMatchObject({ items: 2000, rounds: 6 });
  });
});

describe('bench:cold', () => {
  it('--against with a folder that is no compiled checkout › 2, and what is missing', async () => {
    const { code, stderr } = await start(program, ['--against', '/nowhere']).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('/nowhere/dist/src/cli/main.js is missing. Run npm ci there.');
  });

  it('--smoke › 0: every workload, every answer right', { timeout: 120_000 }, async () => {
    const { code, stdout, stderr } = await start(program, ['--smoke']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['item', 'item with include', 'list with total', 'related list', 'revalidate', 'hit']) {
      expect(stdout).toMatch(new RegExp(`^${name} +\\d`, 'm'));
    }
  });

  it('--smoke --against this checkout › 0: it builds for itself', { timeout: 120_000 }, async () => {
    const { code, stderr } = await start(program, ['--smoke', '--only', 'item', '--against', '.']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  });
});
