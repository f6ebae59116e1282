/**
 * Tests of the commands `stele log`, `stele replay` and `stele gate`, and of `stele build --gate`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { bookshopSnapshots } from '../../../../testing/samples/bookshop.js';
import { editedExport } from '../../../../testing/samples/edited-bookshop.js';
import { liveKeys, testKey } from '../../../../testing/server/keys.js';
import { startBookshop } from '../../../../testing/server/server.js';

const newFolder = temporaryFolders();

let served: string;
let traffic: string;
beforeAll(async () => {
  served = await bookshopSnapshots();
  traffic = join(newFolder(), 'made-up.traffic');
  const { code, stderr } = await stele(['log', 'generate', served, '--out', traffic, '--requests', '1500']);
  expect([code, stderr]).toEqual([0, '']);
});

const json = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8'));

describe('stele log', () => {
  it('import of a gzipped log of Varnish › writes the traffic, prints the left-out lines; show › prints its shapes', async () => {
    const folder = newFolder();
    const log = join(folder, 'varnish.log.gz');
    const line = (target: string): string =>
      `203.0.113.9 - - [22/Nov/2026:03:04:05 +0000] "GET http://shop.example${target} HTTP/1.1" 200 12 "-" "-"\n`;
    writeFileSync(
      log,
      gzipSync([line('/delivery/jsonapi/book/b1?key=s3cret'), line('/delivery/jsonapi/book/b2'), line('/')].join('')),
    );
    const out = join(folder, 'out.traffic');
    const { code, stdout, stderr } = await stele(['log', 'import', log, '--out', out]);
    expect([code, stdout]).toEqual([0, '3 lines (combined): 2 requests, 2 of them distinct, of 1 forms\n']);
    expect(stderr).toContain('left out, elsewhere: 1 (the first, line 3, leads to /)');
    expect(stderr).toContain('left out, unknown parameter: "key", 1 times');
    expect((await stele(['log', 'show', out])).stdout).toContain('       2         2  /book/?\n');
  });

  it('import of the log of another site › refused, and no file written', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'log'), 'https://elsewhere.example/index.html\n');
    const { code, stderr } = await stele(['log', 'import', join(folder, 'log'), '--out', join(folder, 'out')]);
    expect(code).toBe(1);
    expect(stderr).toContain('has no request for content below /delivery/jsonapi');
    expect(() => readFileSync(join(folder, 'out'))).toThrow('ENOENT');
  });
});

describe('a file that is missing, or cannot be written', () => {
  it.each([
    [
      ['log', 'import', '/nowhere/log', '--out', '/tmp/x'],
      '/nowhere/log cannot be read: the folder /nowhere does not exist',
    ],
    [['log', 'show', '/nowhere/t'], '/nowhere/t cannot be read: the folder /nowhere does not exist'],
  ])('%j › the message names the file', async (args, message) => {
    expect(await stele(args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });

  it('of a replay, a gate, or generated traffic › named before the measurement', async () => {
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await stele(args);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    expect(await refused('replay', served, '/nowhere/t')).toContain(
      '/nowhere/t cannot be read: the folder /nowhere does not exist',
    );
    expect(await refused('replay', served, traffic, '--compare', '/nowhere/r')).toContain('/nowhere/r cannot be read');
    expect(await refused('replay', served, traffic, '--report', '/nowhere/r')).toContain(
      'cannot be written to /nowhere/r',
    );
    expect(await refused('gate', served, served, traffic, '--report', '/nowhere/r')).toContain('written to /nowhere/r');
    expect(await refused('log', 'generate', served, '--out', '/nowhere/t')).toContain('/nowhere/t cannot be written');
  });

  it('a gzipped log that is cut off › refused, and no file written', async () => {
    const folder = newFolder();
    const whole = gzipSync('/delivery/jsonapi/book\n'.repeat(1000));
    writeFileSync(join(folder, 'log.gz'), whole.subarray(0, whole.length - 12));
    const { code, stderr } = await stele(['log', 'import', join(folder, 'log.gz'), '--out', join(folder, 'out')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be read: unexpected end of file')]);
    expect(() => readFileSync(join(folder, 'out'))).toThrow('ENOENT');
  });
});

describe('stele replay', () => {
  it('in this process › measures every shape, and compares a second replay', async () => {
    const report = join(newFolder(), 'report.json');
    const first = await stele(['replay', served, traffic, '--report', report]);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^1,500 requests, [\d,]+ of them distinct, in process: /);
    const shapes = json(report)['shapes'];
    expect(
      Array.isArray(shapes) && shapes.reduce((sum: number, shape: { requests: number }) => sum + shape.requests, 0),
    ).toBe(1500);
    const second = await stele(['replay', served, traffic, '--compare', report]);
    expect(second.stdout).toContain('p99, now ÷ before');
  });

  it('of a server › gets the same answers, and reports lateness and cache', async () => {
    const shop = await startBookshop();
    try {
      const { code, stdout, stderr } = await stele([
        'replay',
        served,
        traffic,
        '--url',
        shop.base,
        '--rate',
        '1500',
        '--json',
      ]);
      expect([code, stderr]).toEqual([0, '']);
      const report: Record<string, unknown> = JSON.parse(stdout);
      expect(report).toMatchObject({ requests: 1500, errors: 0, where: shop.base });
      expect(report['lateUs']).toHaveProperty('p99');
      expect(report['cache']).toHaveProperty('hits', expect.any(Number));
      expect(report['snapshot']).toMatch(/^[0-9a-f]{64}$/);
    } finally {
      await shop.stop();
    }
  });

  it('of a server with keys › sends the key of a file or of the environment, and never prints it', async () => {
    const key = testKey('replay');
    const shop = await startBookshop({ keys: liveKeys(key, testKey('elsewhere', { spaces: ['elsewhere'] })) });
    onTestFinished(() => shop.stop());
    const report = join(newFolder(), 'report.json');
    const args = ['replay', served, traffic, '--url', shop.base, '--rate', '3000', '--report', report];
    const file = join(newFolder(), 'key');
    writeFileSync(file, `${key.secret}\n`);
    const outcomes = [
      await stele([...args, '--key-file', file]),
      await stele(args, { env: { STELE_KEY: key.secret } }),
    ];
    for (const { code, stdout, stderr } of outcomes) {
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout + readFileSync(report, 'utf8')).not.toContain(key.secret.slice(6));
    }
    expect(json(report)).toMatchObject({ requests: 1500, errors: 0 });
  });

  it('of a server with keys › reports a missing, refused or malformed key, and a needless file, before the first request', async () => {
    const elsewhere = testKey('elsewhere', { spaces: ['elsewhere'] });
    const shop = await startBookshop({ keys: liveKeys(elsewhere) });
    onTestFinished(() => shop.stop());
    const args = ['replay', served, traffic, '--url', shop.base];
    const refused = async (more: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
      const { code, stdout, stderr } = await stele([...args, ...more], { env });
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    expect(await refused([])).toContain('requires a key. Write one into a file and give it with --key-file');
    for (const secret of [elsewhere.secret, 'nobodys']) {
      const said = await refused([], { STELE_KEY: secret });
      expect(said).toContain('refuses the key. Give a key that the server has');
      expect(said).not.toContain(secret);
    }
    const file = join(newFolder(), 'key');
    writeFileSync(file, 'two words');
    const said = await refused(['--key-file', file]);
    expect(said).toContain('has no key: write the secret that "stele keys add" printed');
    expect(said).not.toContain('two words');
    const nobody = await stele(['replay', served, traffic, '--key-file', file]);
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('give its --url as well') });
  });

  it('of a server that does not run › reports it', async () => {
    const { code, stderr } = await stele(['replay', served, traffic, '--url', 'http://127.0.0.1:9/delivery/jsonapi']);
    expect(code).toBe(1);
    expect(stderr).toContain('does not answer');
  });

  it('of a file that is not traffic, or with another file as report › refused before the measurement', async () => {
    const other = join(newFolder(), 'x');
    writeFileSync(other, '{}');
    expect((await stele(['replay', served, other])).stderr).toContain('is not a complete traffic file');
    expect((await stele(['replay', served, traffic, '--compare', other])).stderr).toContain('is not a report of');
  });
});

describe('stele gate', () => {
  it('the same snapshot twice › passes', async () => {
    // Only the answers are judged: on a busy machine any shape may be slower.
    const { code, stdout } = await stele(['gate', served, served, traffic, '--max-p99', '100%']);
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'passed: 0.0 % of 1,500 requests are answered differently']);
  });

  it('a candidate without most books › refused, with shapes and examples', async () => {
    const candidate = newFolder();
    const source = editedExport((type, items) => (type === 'book' ? items.slice(0, 2) : items));
    await buildSnapshot(source, candidate, { files: diskFiles, strict: false });
    const report = join(newFolder(), 'gate.json');
    const { code, stdout } = await stele(['gate', served, candidate, traffic, '--report', report]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^refused: /);
    expect(stdout).toMatch(/\/book\/\?.*: \d+ of \d+ fail, such as \/book\/\S+ \(1 → ItemNotFound\)\./);
    expect(json(report)).toMatchObject({ passed: false });
  });
});

describe('stele build --gate', () => {
  const build = (source: string, out: string, ...more: string[]) =>
    stele(['build', source, '--out', out, '--max-shrink', '100%', ...more]);

  it('the first build › published; a build that loses books › kept but not served', async () => {
    const out = newFolder();
    const gated = ['--gate', traffic, '--max-p99', '100%'];
    const first = await build(
      editedExport((_, items) => items),
      out,
      ...gated,
    );
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('--gate has nothing to compare with')]);
    const current = readFileSync(join(out, 'CURRENT'), 'utf8');

    const report = join(newFolder(), 'report.json');
    const worse = editedExport((type, items) => (type === 'book' ? items.slice(0, 2) : items));
    const second = await build(worse, out, ...gated, '--report', report);
    expect(second.code).toBe(1);
    expect(second.stdout).toContain('Built, but did not publish, snapshot ');
    expect(second.stderr).toContain('worse than the served snapshot, so it was not published:');
    expect(second.stderr).toContain('ItemNotFound');
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(current);
    expect(json(report)).toMatchObject({ published: false, refused: expect.arrayContaining([expect.any(String)]) });

    const without = await build(worse, out);
    expect(without.code).toBe(0);
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).not.toBe(current);
  });

  it('of a file that is not traffic › refused before the export is read', async () => {
    const other = join(newFolder(), 'x');
    writeFileSync(other, 'x');
    const { code, stderr } = await build('/nowhere', newFolder(), '--gate', other);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not a complete traffic file')]);
  });
});
