/**
 * What an export needs › from a sample of it, as it is and many times as large; and the bounds that it will meet.
 *
 * Elsewhere: how far off it is on larger content, and the page that is made from it (plan.slow).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { planExport, predictLimits, RATES } from '../../../build/plan/index.js';
import { drawSample, thinSample, writeSample } from '../../../build/plan/sample.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { parseMemory } from '../../../src/cli/arguments.js';
import { sectionLimitLine } from '../../../src/cli/build/build-summary.js';
import { adviceOf, citusRequirements, planRows, requirementsOf } from '../../../src/cli/plan/plan.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { divideMemory, memoryFor } from '../../../src/server/memory/budget.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { ROOT } from '../../../testing/root.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const many = 400;
const text = 'Stone and light. '.repeat(20);
const books = Array.from({ length: many }, (_, book) => ({
  id: `b${book}`,
  title: `${book} ${text}`,
  author: `a${book % 100}`,
}));
const authors = Array.from({ length: 100 }, (_, author) => ({
  id: `a${author}`,
  name: `Mason ${author}`,
  books: [`b${author}`],
}));

describe('planExport', () => {
  let source = '';
  let builtBytes = 0;
  beforeAll(async () => {
    source = writeFiles(newFolder(), { ...shelf, 'book.ndjson': books, 'author.ndjson': authors });
    builtBytes = (await buildSnapshot(source, join(newFolder(), 's'), { files: diskFiles, strict: true })).byteLength;
  });

  it('a small export › the size of its snapshot', async () => {
    const plan = await planExport(source);
    expect(plan).toMatchObject({ items: 500, sample: { items: 500, times: 1 }, bounds: [] });
    expect(Math.abs(plan.snapshotBytes / builtBytes - 1)).toBeLessThan(0.1);
    expect(plan.indexBytes).toBeLessThan(plan.snapshotBytes - many * text.length);
  });

  it('two items › the sizes of the snapshot and of its folder, with headers and padding', async () => {
    const tiny = writeFiles(newFolder(), {
      ...shelf,
      'book.ndjson': [{ id: 'b1', title: 'Stone', author: 'a1' }],
      'author.ndjson': [{ id: 'a1', name: 'Mason', books: ['b1'] }],
    });
    const out = join(newFolder(), 's');
    const { snapshot, byteLength } = await buildSnapshot(tiny, out, { files: diskFiles, strict: true });
    const folderBytes = readdirSync(join(out, snapshot)).reduce(
      (bytes, name) => bytes + statSync(join(out, snapshot, name)).size,
      0,
    );
    const plan = await planExport(tiny);
    expect(plan.snapshotBytes).toBe(byteLength);
    expect(Math.abs((plan.snapshotBytes + plan.otherFilesBytes) / folderBytes - 1)).toBeLessThan(0.02);
    const double = await planExport(tiny, { times: 2 });
    expect(double.snapshotBytes / plan.snapshotBytes).toBeLessThan(1.1);
  });

  it('ten times the items › about ten times the size, with all derived figures', async () => {
    const [one, ten] = [await planExport(source), await planExport(source, { times: 10 })];
    expect(ten).toMatchObject({ items: 5000, sample: { items: 500, times: 10 } });
    expect(ten.snapshotBytes / one.snapshotBytes).toBeGreaterThan(9);
    expect(ten.snapshotBytes / one.snapshotBytes).toBeLessThan(12);
    expect(ten.loadSeconds / one.loadSeconds).toBeCloseTo(ten.databaseBytes / one.databaseBytes, 5);
  });

  it('a bound that will be reached › the section, the type and the advice; a load has another bound', async () => {
    const met = (await planExport(source, { times: 10, sectionBytes: 9000 })).bounds;
    const links = met.find(({ name }) => name === 'author/links.targets');
    expect(links).toMatchObject({ type: 'book', isLoaded: true, advice: expect.stringMatching(/^split the content/) });
    expect(links?.byteLength).toBeGreaterThan(9000);
    const tree = met.find(({ name }) => name.includes('/substrings.'));
    expect(tree).toMatchObject({ isLoaded: false, advice: expect.stringContaining('stele load') });
    expect(met.map(({ name }) => name)).not.toContain('documents');
    expect(sectionLimitLine({ ...links!, byteLength: 2e9, maximum: 2 ** 30 })).toBe(
      'author/links.targets of book needs about 2.0 GB, and a snapshot can store at most 1.1 GB',
    );
  });

  it('an export with mistakes › is refused with the first mistakes and the command that shows all', async () => {
    const wrong = writeFiles(newFolder(), { ...shelf, 'book.ndjson': '{"id": "b1"\n' });
    await expect(planExport(wrong)).rejects.toThrow(/stele check.*\n.*book\.ndjson:1/s);
    await expect(planExport(join(wrong, 'none'))).rejects.toThrow('does not exist');
    const empty = writeFiles(newFolder(), { ...shelf, 'book.ndjson': '', 'author.ndjson': '' });
    await expect(planExport(empty)).rejects.toThrow('no item in any content type');
  });

  it('stopped › no files are left', async () => {
    const temporary = newFolder();
    vi.stubEnv('TMPDIR', temporary);
    await expect(planExport(source, { signal: AbortSignal.abort() })).rejects.toThrow('stopped');
    expect(readdirSync(temporary)).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('before a build › warns near a bound, by the previous snapshot or by the plan of a large export', async () => {
    const out = join(newFolder(), 'snapshots');
    // No file is as long as a section may be: it is not even read.
    expect(await predictLimits(source, out, 2 ** 30)).toEqual([]);
    expect((await predictLimits(source, out, 1500)).map(({ name }) => name)).toContain('author/links.targets');
    await buildSnapshot(source, out, { files: diskFiles, strict: true });
    expect((await predictLimits('gone', out, 1500)).map(({ name }) => name)).toContain('author/links.targets');
    expect(await predictLimits('gone', out, 2 ** 30)).toEqual([]);
    // What is wrong with items is the build's to say, of all of them.
    const wrong = writeFiles(newFolder(), { ...shelf, 'book.ndjson': '{"id"\n'.repeat(1000) });
    expect(await predictLimits(wrong, join(newFolder(), 'none'), 1500)).toEqual([]);
  });
});

describe('a sample', () => {
  it('has lines from the whole file, with links to sampled items', async () => {
    const lines = Array.from({ length: 20 * many }, (_, at) => ({ ...books[at % many], id: `b${at}` }));
    const source = writeFiles(newFolder(), { ...shelf, 'book.ndjson': lines, 'author.ndjson': authors });
    const drawn = await drawSample(source, diskFiles, 24 * many * 100);
    const [book, author] = drawn.types;
    expect(book?.items).toBe(20 * many);
    expect(book!.lines.length).toBeGreaterThan(4 * many);
    expect(book!.lines.length).toBeLessThan(11 * many);
    expect(author?.lines.length).toBe(100);
    const few = thinSample(drawn, 4, false);
    expect(few.types.map((type) => type.lines.length)).toEqual([Math.ceil(book!.lines.length / 4), 100]);
    const folder = join(newFolder(), 'sample');
    await writeSample(few, source, folder);
    // Nothing is left out: every link has its item.
    const report = await buildSnapshot(folder, join(newFolder(), 'out'), { files: diskFiles, strict: true });
    expect(report.items).toBe(few.types.reduce((sum, type) => sum + type.lines.length, 0));
  });

  it('ids, ids with types, lists and locales › all link to sampled items', async () => {
    const link = (name: string, more: object) => ({ name, type: 'relationship', ...more });
    const source = writeFiles(newFolder(), {
      'model.json': modelOf(
        {
          a: [link('one', { to: ['a', 'b'], many: false }), link('two', { to: 'b', many: true, localized: true })],
          b: { t: 'text' },
        },
        { locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] },
      ),
      'a.ndjson': [{ id: 'a1', one: { type: 'b', id: 'b9' }, two: { en: ['b8'], de: [{ type: 'b', id: 'b7' }] } }],
      'b.ndjson': [{ id: 'b1' }],
    });
    const folder = join(newFolder(), 'sample');
    await writeSample(await drawSample(source, diskFiles), source, folder);
    expect(JSON.parse(readFileSync(join(folder, 'a.ndjson'), 'utf8'))).toEqual({
      id: 'a1',
      one: { type: 'b', id: 'b1' },
      two: { en: ['b1'], de: [{ type: 'b', id: 'b1' }] },
    });
  });
});

describe('printed figures', () => {
  const plan = {
    items: 1,
    types: [],
    exportBytes: 1,
    sample: { items: 1, times: 1 },
    snapshotBytes: 10e9,
    otherFilesBytes: 1e4,
    indexBytes: 3e9,
    buildSeconds: 600,
    buildBytes: 1e9,
    temporaryBytes: 25e9,
    databaseBytes: 15e9,
    copiedBytes: 1e9,
    distributedTables: 4,
    loadSeconds: 1200,
    loadBytes: 2e9,
    bounds: [],
  };
  const bound = { type: 'book', name: 'x', byteLength: 1, maximum: 1, advice: '', isLoaded: false };

  it.each([
    ['snapshot', 28e9, {}],
    ['indexes', 26e9, {}],
    ['indexes', 9e9, {}],
    ['database', 8e9, {}],
    ['database', 1e12, { bounds: [bound] }],
    ['split', 1e12, { bounds: [bound, { ...bound, isLoaded: true }] }],
  ])('advice › %s with %f bytes', (way, allowed, more) => {
    expect(adviceOf({ ...plan, ...more }, allowed)[0]).toBe(way);
  });

  it('memory of a server › equals the decision of the server', () => {
    for (const bytes of [1e6, 50e6, 600e6, 10e9]) {
      const neededBytes = memoryFor(bytes);
      const snapshotBytesOf = (allowedBytes: number): number =>
        divideMemory({ allowedBytes, threads: 1, indexBytes: bytes }).snapshotBytes;
      expect(snapshotBytesOf(neededBytes)).toBeGreaterThanOrEqual(2 * bytes);
      expect(snapshotBytesOf(neededBytes - 2 ** 21)).toBeLessThan(2 * bytes);
    }
    expect(requirementsOf(plan).snapshot.diskBytes).toBe(65e9 + 4e4);
    expect(planRows({ ...plan, bounds: [bound] }).map((row) => row.slice(1, 3))).toEqual(Array(4).fill(['-', '-']));
    expect(planRows(plan)[3]).toEqual(['time to build or load', '10.0 min', '10.0 min', '20.0 min']);
  });

  it('the column for Citus › adds shards and copies of small types for all servers', () => {
    const { copies, shardTableBytes, shardTableSeconds } = RATES.citus;
    const clusterBytes = 15e9 + (copies - 1) * 1e9 + 32 * 4 * shardTableBytes;
    const { database } = requirementsOf(plan);
    expect(citusRequirements(plan, 32)).toEqual({
      ...database,
      serveBytes: clusterBytes,
      diskBytes: 4 * clusterBytes,
      buildSeconds: 1200 + 32 * 4 * shardTableSeconds,
    });
    expect(citusRequirements({ ...plan, distributedTables: 0 }, 32)).toEqual(database);
    expect(planRows(plan, 32).map(({ length }) => length)).toEqual([5, 5, 5, 5]);
    expect(planRows(plan).map(({ length }) => length)).toEqual([4, 4, 4, 4]);
  });

  it('rates › equal the recorded rates', () => {
    const recorded = [100_000, 1_000_000, 10_000_000].map((items) => {
      const file = readFileSync(join(ROOT, 'bench', 'results', `build-${items}.json`), 'utf8');
      const { memoryBytes, builds } = JSON.parse(file);
      expect(memoryBytes).toBe(parseMemory('1g'));
      const { byteLength, seconds, peakBytes } = builds.find(
        ({ name }: { name: string }) => name === 'stele, 2 threads',
      );
      return { snapshotBytes: byteLength, seconds: Number(seconds.toFixed(2)), peakBytes };
    });
    expect(RATES.builds).toEqual(recorded);
  });
});
