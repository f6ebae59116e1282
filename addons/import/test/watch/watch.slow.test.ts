/**
 * `stele watch` as it is run: from a change to the answer of a replica, and what stands in its way.
 */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { EXECUTABLE, type Running, start, stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { at } from '../../../../testing/jsonapi-schema/index.js';
import { played, stopServers } from '../fetch/fetching.js';

const newFolder = temporaryFolders();
afterAll(stopServers);
const secret = 'a-secret-of-the-test';
const timeout = 180_000;
const soon = { timeout: 60_000, interval: 100 };

const endOf = async ({ child, ended }: Running): Promise<number> => {
  child.kill('SIGTERM');
  return (await ended).code;
};

describe('stele watch', () => {
  it('a change of files, then a webhook › the replica serves it; a broken export › changes nothing', {
    timeout,
  }, async () => {
    const folder = newFolder();
    await stele(['init', join(folder, 'library')]);
    const file = join(folder, 'library/export/book.ndjson');
    const before = readFileSync(file, 'utf8');
    writeFileSync(join(folder, 'secret'), `${secret}\n`);
    const target = pathToFileURL(join(folder, 'origin')).href;
    const watch = start(EXECUTABLE, [
      ...['watch', join(folder, 'library/export'), '--out', join(folder, 'snapshots'), '--push', target],
      ...['--listen', '127.0.0.1:0', '--secret', join(folder, 'secret')],
    ]);
    const [, origin = ''] = /Listening on (\S+)/.exec(await watch.until(/Listening on \S+/)) ?? [];
    const follow = ['--follow', target, '--poll', '0.2', '--wait', '--port', '0'];
    const replica = start(EXECUTABLE, ['serve', join(folder, 'replica'), ...follow]);
    const [, root = ''] = /replica: (\S+)/.exec(await replica.until(/replica: \S+/)) ?? [];
    const title = async (): Promise<unknown> =>
      at(await (await fetch(`${root}/book/salt-and-light`)).json(), 'data', 'attributes', 'title');
    const health = async (): Promise<unknown> => (await fetch(`${origin}/health`)).json();
    await expect.poll(title, soon).toBe('Salt and Light');
    writeFileSync(file, before.replace('Salt and Light', 'Salt and Dark'));
    await expect.poll(title, soon).toBe('Salt and Dark');
    await expect.poll(health, soon).toMatchObject({ status: 'ok', snapshot: expect.any(String) });
    writeFileSync(file, '{"id":\n');
    await expect.poll(health, soon).toMatchObject({ status: 'degraded', failingSince: expect.any(String) });
    expect(await title()).toBe('Salt and Dark');
    writeFileSync(file, before.replace('Salt and Light', 'Salt and Sand'));
    const hook = { method: 'POST', headers: { Authorization: `Bearer ${secret}` } };
    expect((await fetch(`${origin}/hook`, hook)).status).toBe(202);
    await expect.poll(title, soon).toBe('Salt and Sand');
    await expect.poll(health, soon).toMatchObject({ status: 'ok', failingSince: null });
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain('\nstele_watch_hooks_total 1\n');
    expect(await endOf(watch)).toBe(0);
    await endOf(replica);
    const { stderr } = await watch.ended;
    expect(stderr).toMatch(/book\.ndjson:1.*the run has failed; the published snapshot stays/);
    expect(stderr).not.toContain(secret);
    expect(readdirSync(join(folder, 'snapshots')).filter((name) => name.startsWith('building'))).toEqual([]);
  });

  it('a file that changes while it is read › nothing is published until it is stable', {
    timeout,
  }, async () => {
    const folder = newFolder();
    await stele(['init', join(folder, 'library')]);
    const file = join(folder, 'library/export/book.ndjson');
    const writing = setInterval(() => utimesSync(file, new Date(), new Date()), 20);
    const out = join(folder, 'snapshots');
    const watch = start(EXECUTABLE, ['watch', join(folder, 'library/export'), '--out', out]);
    let told = '';
    watch.child.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    try {
      await expect.poll(() => told, soon).toContain('was changed while it was read. Nothing was published');
      expect(existsSync(join(out, 'CURRENT'))).toBe(false);
    } finally {
      clearInterval(writing);
    }
    await expect.poll(() => existsSync(join(out, 'CURRENT')), soon).toBe(true);
    expect(await endOf(watch)).toBe(0);
  });

  it('--fetch › runs before each import; its last output is logged if it fails', { timeout }, async () => {
    const folder = newFolder();
    const fetched = join(folder, 'fetched');
    const command = `mkdir -p ${fetched} && printf 'id,title\\nb1,Fetched\\n' > ${fetched}/book.csv && test ! -e ${folder}/broken || (echo the CMS is down; exit 3)`;
    const watch = start(EXECUTABLE, [
      ...['watch', fetched, '--from', 'csv', '--out', join(folder, 'snapshots'), '--fetch', command, '--every', '0.5'],
    ]);
    let told = '';
    watch.child.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
    });
    await expect.poll(() => told, soon).toContain('"msg":"published"');
    writeFileSync(join(folder, 'broken'), '');
    await expect.poll(() => told, soon).toContain('the CMS is down');
    expect(told).toContain('--fetch ended with 3');
    expect((await stele(['query', join(folder, 'snapshots'), '/book/b1'])).stdout).toContain('Fetched');
    expect(await endOf(watch)).toBe(0);
  });

  it('stopped during a fetch › ends at once with its child process', { timeout }, async () => {
    const folder = newFolder();
    const mark = join(folder, 'began');
    const command = `touch ${mark}; sleep 30; touch ${folder}/ended`;
    const watch = start(EXECUTABLE, [
      ...['watch', folder, '--from', 'csv', '--out', join(folder, 'snapshots'), '--fetch', command, '--every', '60'],
    ]);
    await expect.poll(() => existsSync(mark), soon).toBe(true);
    const startMs = performance.now();
    expect(await endOf(watch)).toBe(0);
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(existsSync(join(folder, 'ended'))).toBe(false);
  });

  it('conflicting options, a short secret, or an unknown source › end the command', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'secret'), 'short');
    const watch = (...args: readonly string[]) => stele(['watch', folder, '--out', join(folder, 'out'), ...args]);
    expect((await watch('--listen', '127.0.0.1:0')).code).toBe(2);
    expect((await watch('--listen', 'nowhere', '--secret', 'x')).code).toBe(2);
    expect((await watch('--fetch', 'true')).code).toBe(2);
    const short = await watch('--listen', '127.0.0.1:0', '--secret', join(folder, 'secret'));
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('at least 16') });
    expect((await watch('--token', join(folder, 'secret'))).code).toBe(2);
    expect((await watch('--header', 'Authorization: Bearer …')).code).toBe(2);
    const unknown = await watch('--from', 'contentfull');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('"contentful"') });
  });

  it('--origin › a change in the CMS is published after a webhook; the token is kept between fetches', {
    timeout,
  }, async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'secret'), secret);
    writeFileSync(join(folder, 'token'), 'short\n');
    const titles = ['First', 'Second'];
    const asked = new Set<string | undefined>();
    const origin = await played(({ pathname }, { headers }) => {
      asked.add(headers.authorization);
      if (pathname === '/') return { links: { post: '/post' }, data: [] };
      return { data: titles.map((title, id) => ({ type: 'post', id: `p${id}`, attributes: { title } })), links: {} };
    });
    const out = join(folder, 'snapshots');
    const watch = start(EXECUTABLE, [
      ...['watch', join(folder, 'content'), '--from', 'jsonapi', '--origin', origin, '--token', join(folder, 'token')],
      ...['--out', out, '--listen', '127.0.0.1:0', '--secret', join(folder, 'secret')],
    ]);
    const [, hooks = ''] = /Listening on (\S+)/.exec(await watch.until(/Listening on \S+/)) ?? [];
    const posts = async (): Promise<string> => (await stele(['query', out, '/post'])).stdout;
    await expect.poll(posts, soon).toContain('"First"');
    titles[0] = 'Changed';
    await fetch(`${hooks}/hook`, { method: 'POST', headers: { Authorization: `Bearer ${secret}` } });
    await expect.poll(posts, soon).toContain('"Changed"');
    expect([...asked]).toEqual(['Bearer short']);
    expect(await endOf(watch)).toBe(0);
    expect((await watch.ended).stderr).not.toMatch(/Bearer|"short"/);
  });

  it.each([
    ['a source that nothing fetches', ['csv', 'https://cms.example', '--token', 'token'], '--origin is for contentful'],
    ['a token without TLS', ['directus', 'http://cms.example', '--token', 'token'], 'without TLS'],
    ['no token', ['strapi', 'https://cms.example'], 'Give --token <file>'],
    [
      'a token’s file of two lines',
      ['strapi', 'https://cms.example', '--token', 'two'],
      'the API token that the CMS shows',
    ],
    [
      'a token’s file that is not there',
      ['strapi', 'https://cms.example', '--token', 'none'],
      'cannot be read: it does not exist',
    ],
    ['no address', ['jsonapi', 'cms.example'], 'is not the address of a server'],
  ])(
    '--origin with %s › ends the command at its start with a reason',
    async (_, [from = '', origin = '', ...token], text) => {
      const folder = newFolder();
      writeFileSync(join(folder, 'token'), 'a-token');
      writeFileSync(join(folder, 'two'), 'a\nb');
      const given = token.map((word) => (word.startsWith('--') ? word : join(folder, word)));
      const ended = await stele([
        ...['watch', join(folder, 'content'), '--out', join(folder, 'out'), '--every', '60'],
        ...['--from', from, '--origin', origin, ...given],
      ]);
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(text) });
      expect(ended.stderr).not.toMatch(/openssl|"level"/);
    },
  );
});
