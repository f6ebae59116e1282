/**
 * Requests of a small export: never the same twice, all four kinds equally often, and the other contestants' documents
 * are stele's.
 */

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawSample } from '../../../bench/harness/input/sample.js';
import { isInstalled } from '../../../bench/harness/sqlite/driver.js';
import { loadDatabase } from '../../../bench/harness/sqlite/load.js';
import { SqliteDocuments } from '../../../bench/http/contestants/sqlite-documents.js';
import { packQuestions, Supply } from '../../../bench/http/load/questions.js';
import { COLD, ITEMS, Questioner } from '../../../bench/http/workloads/questioner.js';
import { compressed, plain, unchanged } from '../../../bench/http/workloads/requests.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { Random } from '../../../data/generate/random.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { isThere } from '../../../testing/is-there.js';

const newFolder = temporaryFolders();
const folder = newFolder();
const exported = join(folder, 'export');
let space: Space;

beforeAll(async () => {
  await generateExport(exported, { items: 2000, seed: 3, profile: 'engine' });
  await buildSnapshot(exported, join(folder, 'snapshots'), { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, join(folder, 'snapshots'));
});

const questioner = (seed = 1): Questioner => {
  const random = new Random(seed, 'test');
  return new Questioner(space, drawSample(exported, space.model, random), random);
};

const urls = (of: Questioner, count: number): string[] => of.draw(COLD, count).map(({ url }) => url);

describe('Questioner', () => {
  it('questions › are unique over several draws, and equal for equal seeds', () => {
    const one = questioner();
    const drawn = [...urls(one, 1500), ...urls(one, 1500)];
    expect(new Set(drawn).size).toBe(3000);
    expect(urls(questioner(), 50)).toEqual(drawn.slice(0, 50));
    expect(urls(questioner(2), 50)).not.toEqual(drawn.slice(0, 50));
  });

  it('the cold mix › has a quarter of each kind, and every question has results', () => {
    const drawn = questioner().draw(COLD, 400);
    const kinds = drawn.map(({ url }) => {
      if (url.includes('include=')) return 'item';
      if (url.includes('sort=')) return 'sorted';
      return url.includes('filter[title]') ? 'text' : 'ranges';
    });
    for (const kind of ['item', 'sorted', 'text', 'ranges']) {
      expect(kinds.filter((one) => one === kind)).toHaveLength(100);
    }
    for (const { byteLength } of drawn) expect(byteLength).toBeGreaterThan(600);
  });

  it('single items › half of them have an include', () => {
    const drawn = questioner().draw(ITEMS, 200);
    expect(drawn.filter(({ url }) => url.includes('include='))).toHaveLength(100);
  });

  it('a shape without new questions › ends the drawing', () => {
    const dull = { kind: 'dull', draw: () => '/article/article-1' };
    expect(questioner().draw([dull], 10)).toHaveLength(1);
  });
});

const hasSqlite = isThere(
  isInstalled(),
  'SQLite is not installed, so its documents are not compared: npm run bench:install installs it.',
);

describe.runIf(hasSqlite)('documents from SQLite', () => {
  it('every kind of question › equals stele’s document byte for byte', { timeout: 120_000 }, () => {
    const file = join(folder, 'database');
    loadDatabase(file, exported, space.model);
    const documents = new SqliteDocuments(file, space.model);
    const asked = questioner();
    for (const { url } of [...asked.draw(COLD, 400), ...asked.draw(ITEMS, 50)]) {
      expect(documents.answer(url)?.toString(), url).toBe(asked.document(url).toString());
    }
    expect(documents.answer('/article/nobody')).toBeUndefined();
  });
});

describe('requests', () => {
  const known = { url: '/article/article-1', byteLength: 1200, checksum: 7 };
  const text = (request: Uint8Array): string => Buffer.from(request).toString();

  it('plain › the API address for all servers, and the answer length for bare node:http', () => {
    expect(text(plain('stele', known).request)).toBe(
      'GET /delivery/jsonapi/article/article-1 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/vnd.api+json\r\nContent-Type: application/vnd.api+json\r\n\r\n',
    );
    expect(text(plain('bare', known).request)).toMatch(/^GET \/200\/1200\/article\/article-1 HTTP\/1\.1\r\n/);
    expect(plain('stele', known)).toMatchObject({ status: 200, byteLength: 1200, checksum: 7 });
    expect(plain('bare', known).checksum).toBeUndefined();
  });

  it('revalidation › sends the tag and expects a 304 without a body', () => {
    const asked = unchanged('stele', known, '"abc"');
    expect(text(asked.request)).toContain('\r\nIf-None-Match: "abc"\r\n');
    expect(asked).toMatchObject({ status: 304, byteLength: 0 });
    expect(text(unchanged('bare', known, '"abc"').request)).toMatch(/^GET \/304\//);
  });

  it('gzip › expects stored compressed bytes; small documents are not compressed', () => {
    const expected = { byteLength: 400, checksum: 9, coded: true };
    expect(text(compressed('stele', known, expected).request)).toContain('\r\nAccept-Encoding: gzip\r\n');
    expect(compressed('stele', known, expected)).toMatchObject({ byteLength: 400, checksum: 9 });
    expect(text(compressed('bare', known, expected).request)).toMatch(/^GET \/gzip\/400\//);
    expect(text(compressed('bare', known, { ...expected, coded: false }).request)).toMatch(/^GET \/200\/400\//);
  });
});

describe('Supply', () => {
  const question = (status: number) => ({
    request: Buffer.from(`${status}`),
    status,
    byteLength: 1,
    checksum: undefined,
  });

  it('without an order › each question once; with an order › repeated', () => {
    const all = [question(200), question(201)];
    const once = new Supply(packQuestions(all));
    expect([once.next(), once.next(), once.next()]).toEqual([0, 1, undefined]);
    const again = new Supply(packQuestions(all, Uint32Array.of(1, 0)));
    expect([again.next(), again.next(), again.next()]).toEqual([1, 0, 1]);
    expect(again.request(1).toString()).toBe('201');
  });
});
