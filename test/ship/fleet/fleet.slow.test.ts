/**
 * Servers side by side, and waiting for one: as they answer, as they fail, and on the command line.
 */
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { askServer, differencesOf, type ServerState, until } from '../../../src/ship/fleet/index.js';
import { stele } from '../../cli/stele.js';
import { openBookshop } from '../../support/bookshop.js';
import { startBookshop } from '../../support/server.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Something that answers every request alike. */
async function startOther(body: string, status = 200): Promise<string> {
  const server: Server = createServer((_, response) => void response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

async function startShop() {
  const space = { name: 'bookshop', space: await openBookshop(), builtMs: Date.now() - 3 * 3600 * 1000 };
  const shop = await startBookshop({ version: '1.2.3', spaces: [space] });
  closing.push(() => void shop.stop());
  return shop;
}

const state = (url: string, snapshot: string, changes: Partial<ServerState> = {}): ServerState => ({
  url,
  status: 'ok',
  problem: undefined,
  version: '1',
  spaces: [{ name: 'shop', snapshot, servedSeconds: 1, ageSeconds: 7 }],
  requests: 1,
  ...changes,
});

describe('asking a server', () => {
  it('a server › its status, version, snapshots and counts', async () => {
    const shop = await startShop();
    const asked = await askServer(shop.origin);
    expect(asked).toMatchObject({ status: 'ok', version: '1.2.3', problem: undefined });
    expect(asked.spaces).toEqual([
      {
        name: 'bookshop',
        snapshot: expect.stringMatching(/^[0-9a-f]{64}$/),
        servedSeconds: expect.any(Number),
        ageSeconds: expect.any(Number),
      },
    ]);
    expect(asked.requests).toBeGreaterThan(0);
  });

  it.each([
    ['<html>', 'another program answers there, not stele'],
    ['{"status":"ok"}', 'another program answers there, not stele'],
    ['[]', 'another program answers there, not stele'],
  ])('something else that says %s › silent', async (body, problem) => {
    expect(await askServer(await startOther(body))).toMatchObject({ status: 'silent', problem, spaces: [] });
  });

  it('nothing there › silent, with the reason', async () => {
    expect((await askServer('http://127.0.0.1:9')).problem).toMatch(/ECONNREFUSED|bad port/);
  });
});

describe('differences', () => {
  it('all the same › none', () => {
    expect(differencesOf([state('a', 'x'), state('b', 'x')])).toEqual([]);
    expect(differencesOf([])).toEqual([]);
  });

  it('another snapshot, no snapshot, nobody there › each with where', () => {
    const silent = state('c', '', { status: 'silent', problem: 'no way', spaces: [] });
    const empty = state('d', '', {
      status: 'unavailable',
      spaces: [{ name: 'shop', snapshot: undefined, servedSeconds: 0, ageSeconds: undefined }],
    });
    expect(differencesOf([state('a', 'x1'), state('b', 'x2'), silent, empty])).toEqual([
      'c does not answer: no way',
      'd has no snapshot to answer from',
      'the space shop is not the same on every server: x1 at a; x2 at b; none at d',
    ]);
  });
});

describe('until', () => {
  it.each([
    [3, 10_000, 3],
    [100, 1_000, 5],
    [100, 0, 1],
  ])('well at look %i, within %i ms › %i looks', async (wellAt, withinMs, expected) => {
    let nowMs = 0;
    let looks = 0;
    const found = await until({
      look: async () => {
        looks += 1;
        return looks;
      },
      isWell: (seen) => seen >= wellAt,
      withinMs,
      pauseMs: 250,
      now: () => nowMs,
      sleep: async (ms) => {
        nowMs += ms;
      },
    });
    expect([found, looks]).toEqual([expected, expected]);
  });
});

describe('on the command line', () => {
  it('fleet › a table; 1 where they differ', async () => {
    const shop = await startShop();
    const alone = await stele(['fleet', `${shop.origin}/`]);
    expect(alone).toMatchObject({ code: 0, stderr: '' });
    expect(alone.stdout).toMatch(/^server +space +snapshot +age +served for +status +version +requests\/s\n/);
    expect(alone.stdout).toMatch(/bookshop +[0-9a-f]{16} +3 h 0 min +\d+ s +ok +1\.2\.3 +\d+\n$/);
    const other = await startOther('<html>');
    const both = await stele(['fleet', shop.origin, other, '--json']);
    expect(both).toMatchObject({
      code: 1,
      stderr: `stele: ${other} does not answer: another program answers there, not stele\n`,
    });
    expect(JSON.parse(both.stdout).servers.map(({ status }: { status: string }) => status)).toEqual(['ok', 'silent']);
  });

  it('wait › 0 as soon as the snapshot is served, 1 with what is served instead', async () => {
    const shop = await startShop();
    const id = (await askServer(shop.origin)).spaces[0]?.snapshot ?? '';
    expect(await stele(['wait', shop.origin, '--snapshot', id.slice(0, 8)])).toEqual({
      code: 0,
      stdout: `${shop.origin} answers from snapshot ${id}\n`,
      stderr: '',
    });
    const late = await stele(['wait', shop.origin, '--snapshot', 'f'.repeat(64), '--timeout', '0']);
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining(`after 0 s: it answers from ${id}`) });
    expect((await stele(['wait', shop.origin])).code).toBe(2);
    expect((await stele(['wait', 'content', '--snapshot', id])).code).toBe(2);
  });
});
