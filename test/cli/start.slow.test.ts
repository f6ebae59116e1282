/**
 * `npm start`: what it prints is true.
 */
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled, start } from '../../testing/cli/stele.js';

const program = 'data/start.js';

beforeAll(() => {
  compiled(program);
});

describe('npm start', () => {
  it('any free port › prints six URLs that answer; SIGTERM › exits with 0', async () => {
    const { child, until, ended } = start(program, ['--port', '0']);
    const printed = await until(/Stop it with/);
    const urls = [...printed.matchAll(/^ {4}'(http:\S+)'$/gm)].map(([, url = '']) => url);
    expect(urls).toHaveLength(6);
    for (const url of urls) {
      const reply = await fetch(url);
      expect(`${reply.status} ${url}`).toBe(`200 ${url}`);
      const { data, links } = JSON.parse(await reply.text());
      if (Array.isArray(data)) expect(data.length).toBeGreaterThan(0);
      expect(links.self).toBeDefined();
    }
    for (const shown of ['filter[_OR]', 'include=', '_contains', 'sort=-published']) {
      expect(urls.some((url) => url.includes(shown))).toBe(true);
    }
    const [origin = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    expect((await fetch(origin)).headers.get('content-type')).toBe('text/html; charset=utf-8');
    const books = await fetch(`${origin}/delivery/jsonapi/book?page[limit]=3&fields[book]=cover`);
    const { data } = JSON.parse(await books.text());
    for (const { attributes } of data) {
      const picture = await fetch(`${origin}${attributes.cover.url}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect((await picture.arrayBuffer()).byteLength).toBe(attributes.cover.fileSize);
    }
    expect((await fetch(`${origin}/images/covers/none.svg`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('a used port in PORT › exits with 1 and advice', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, stderr } = await start(program, [], { PORT: String(port) }).ended;
    blocker.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`port ${port}; stop it, or choose another --port`);
  });

  it('--help › prints the usage and exits with 0', async () => {
    expect(await start(program, ['--help']).ended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('usage: npm start'),
    });
  });

  it.each([[['--port', 'http']], [['--prot', '1']], [['extra']]])(
    '%j › exits with 2 and prints the usage',
    async (args) => {
      const { code, stderr } = await start(program, args).ended;
      expect(code).toBe(2);
      expect(stderr).toContain('usage: npm start');
    },
  );
});
