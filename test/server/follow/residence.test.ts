/**
 * What of a snapshot is in memory: as much as the process may take, where nobody has chosen, and as the log tells it.
 *
 * Elsewhere: serving with items in files (in-files).
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { snapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { readSectionSizes, requireCurrent } from '../../../src/index/snapshot/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { createResidenceDecider, measureResidence } from '../../../src/server/follow/residence.js';
import { VerifiedFiles } from '../../../src/server/follow/verified-files.js';
import type { ServeOptions } from '../../../src/server/index.js';
import { divideMemory } from '../../../src/server/memory/budget.js';
import { MemoryPlan } from '../../../src/server/memory/plan.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const mebibyte = 2 ** 20;

describe('divideMemory', () => {
  const divide = (allowed: number, threads: number, index = 0) =>
    divideMemory({ allowedBytes: allowed * mebibyte, threads, indexBytes: index * mebibyte });

  it.each([
    ['much memory', 16_384, 4, 1000],
    ['a container of 300 MB', 286, 1, 62],
    ['more threads than memory', 128, 4, 0],
    ['hardly any memory', 64, 1, 0],
  ])('%s › the parts together are at most what is allowed', (_, allowed, threads, index) => {
    const { allowedBytes, runtimeBytes, reserveBytes, waitingBytes, cacheBytes, blockCacheBytes, snapshotBytes } =
      divide(allowed, threads, index);
    const parts = [reserveBytes, waitingBytes, cacheBytes, blockCacheBytes, snapshotBytes];
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    const sum = parts.reduce((total, part) => total + part, 0);
    expect(sum).toBeLessThanOrEqual(Math.max(allowedBytes - runtimeBytes, allowedBytes / 4 + 21 * mebibyte));
  });

  it('much memory › the default caches, and the rest for snapshots', () => {
    const { cacheBytes, blockCacheBytes, waitingBytes, snapshotBytes } = divide(16_384, 4);
    expect([cacheBytes, blockCacheBytes, waitingBytes]).toEqual(Array(3).fill(256 * mebibyte));
    expect(snapshotBytes).toBeGreaterThan(11_000 * mebibyte);
  });

  it('indexes that fit twice only beside smaller caches › the caches give way', () => {
    const [without, withIndexes] = [divide(286, 1), divide(286, 1, 62)];
    expect(withIndexes.cacheBytes).toBeLessThan(without.cacheBytes);
    expect(withIndexes.snapshotBytes).toBeGreaterThanOrEqual(2 * 62 * mebibyte - mebibyte);
  });

  it('sizes that the operator has chosen › stay', () => {
    const choices = { cacheBytes: 7, residentCacheBytes: 8, heldBytesMaximum: 9 };
    const budget = divideMemory({ allowedBytes: 64 * mebibyte, threads: 1, indexBytes: 2 ** 40, choices });
    expect(budget).toMatchObject({ cacheBytes: 7, blockCacheBytes: 8, waitingBytes: 9 });
  });
});

describe('a memory plan', () => {
  it('much memory › the division of the start is logged once, also if it is the default one', () => {
    const { lines, logger } = capturingLogger('info');
    const plan = new MemoryPlan({ logger, threads: 1, allowedBytes: 16_384 * mebibyte, choices: {} });
    plan.divide(mebibyte);
    plan.divide(mebibyte);
    expect(lines.map((line) => JSON.parse(line).allowedBytes)).toEqual([16_384 * mebibyte]);
  });

  it('another limit or size before a swap › is divided again, logged and reported', () => {
    const { lines, logger } = capturingLogger('info');
    const plan = new MemoryPlan({ logger, threads: 1, allowedBytes: 286 * mebibyte, choices: {} });
    const changes: number[] = [];
    plan.onChange = ({ cacheBytes }) => void changes.push(cacheBytes);
    plan.divide(62 * mebibyte);
    plan.divide(62 * mebibyte);
    expect(changes).toEqual([plan.budget.cacheBytes]);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['the memory that is allowed was divided']);
  });
});

describe('residence', () => {
  let [small, large] = ['', ''];
  const ids = new Map<string, SnapshotId>();
  const weights = new Map<string, { readonly indexes: number; readonly book: number; readonly author: number }>();
  beforeAll(async () => {
    for (const [name, count] of [
      ['small', 20],
      ['large', 200],
    ] as const) {
      const title = 'Stone and light '.repeat(100);
      const books = Array.from({ length: count }, (_, book) => ({ id: `b${book}`, title: `${book} ${title}` }));
      const source = writeFiles(newFolder(), { ...shelf, 'book.ndjson': books, 'author.ndjson': [{ id: 'a1' }] });
      const out = join(newFolder(), name);
      await buildSnapshot(source, out, { files: diskFiles, strict: false });
      const id = await requireCurrent(diskFiles, out);
      ids.set(out, id);
      const sections = await readSectionSizes(diskFiles, out, id);
      const sum = (wanted: (section: (typeof sections)[number]) => boolean): number =>
        sections.filter(wanted).reduce((total, { byteLength }) => total + byteLength, 0);
      weights.set(out, {
        indexes: sum(({ canStay }) => !canStay),
        book: sum(({ segment, canStay }) => canStay && segment === 'book'),
        author: sum(({ segment, canStay }) => canStay && segment === 'author'),
      });
      if (name === 'small') small = out;
      else large = out;
    }
  });
  const weight = (folder: string) => weights.get(folder)!;

  /** @param roomBytes for snapshots, each counted once; what it is of the memory that is allowed, see above */
  async function decided(folder: string, roomBytes: number, options: Partial<ServeOptions> = {}) {
    const { lines, logger } = capturingLogger('info');
    const { server, ...others } = options;
    const blockCacheBytes = server?.residentCacheBytes ?? 0;
    const budget = { ...divideMemory({ allowedBytes: 2 ** 30, threads: 1 }), blockCacheBytes };
    const divide = () => ({ ...budget, snapshotBytes: 2 * roomBytes - blockCacheBytes });
    const { decide } = createResidenceDecider(
      {
        folders: [{ folder: small }, { folder: large }],
        server: { ...server },
        logger,
        threads: 1,
        ...others,
      },
      { divide },
    );
    const { resident, log } = await decide(folder, ids.get(folder)!);
    const bytes = await loadHere(folder, ids.get(folder)!, undefined, undefined, { resident });
    log(bytes);
    return { resident, ...measureResidence(bytes), line: lines.length === 0 ? undefined : JSON.parse(lines.join('')) };
  }

  it('all spaces fit › all are in memory, logged at info', async () => {
    const room = [small, large].reduce((sum, folder) => {
      const { indexes, book, author } = weight(folder);
      return sum + indexes + book + author;
    }, 0);
    const { resident, blockBytes, line } = await decided(large, room);
    expect([resident, blockBytes]).toEqual([[], 0]);
    expect(line).toMatchObject({ level: 30, folder: large, allowedBytes: 2 ** 30, roomBytes: room, blockBytes: 0 });
    // One byte less, and the largest type of all stays in its file.
    expect((await decided(large, room - 1)).resident).toEqual(['book']);
    expect((await decided(small, room - 1)).resident).toEqual([]);
  });

  it('some types fit › the smallest of all spaces are in memory; a warning names the others', async () => {
    const room = weight(small).indexes + weight(large).indexes + weight(large).author + weight(small).author;
    const found = await decided(large, room);
    expect(found.resident).toEqual(['book']);
    expect(found.blockBytes).toBe(weight(large).book);
    expect(found.residentBytes).toBeLessThan(found.bytes);
    expect(found.line).toMatchObject({ level: 40, inFiles: ['book'], blockBytes: weight(large).book });
    expect((await decided(small, room)).resident).toEqual(['book']);
    expect((await decided(large, room - 1)).resident).toHaveLength(2);
    // Blocks that are read need room, too.
    const withBlocks = { server: { host: '', port: 0, residentCacheBytes: 2 * weight(large).author } };
    expect((await decided(large, room, withBlocks)).resident).toHaveLength(2);
  });

  it('not even the indexes fit › they are in memory, and the log gives advice', async () => {
    const { resident, residentBytes, line } = await decided(large, 1000);
    expect(resident).toEqual(['author', 'book']);
    expect(residentBytes).toBeGreaterThan(1000);
    expect(line.msg).toContain('not even the indexes fit twice');
  });

  it('a choice of the operator › applies, whatever fits', async () => {
    const server = { host: '127.0.0.1', port: 0 };
    const all = await decided(large, 1000, { server: { ...server, resident: 'all' } });
    expect([all.resident, all.blockBytes, all.line]).toEqual(['all', 0, undefined]);
    const indexes = await decided(large, 2 ** 40, { server: { ...server, resident: 'indexes' } });
    expect(indexes.blockBytes).toBe(weight(large).book + weight(large).author);
    expect(indexes.line).toMatchObject({ level: 30, blockBytes: indexes.blockBytes });
  });

  it('an unreadable space › weighs nothing', async () => {
    const { indexes, book, author } = weight(large);
    const folders = [{ folder: join(newFolder(), 'none') }, { folder: large }];
    expect((await decided(large, indexes + book + author, { folders })).resident).toEqual([]);
    // A preview counts as a space does.
    const withPreview = [{ folder: small, preview: large }];
    expect((await decided(large, indexes + book + author, { folders: withPreview })).resident).toEqual(['book']);
  });
});

describe('residenceOf', () => {
  it('segments › bytes in memory and bytes in blocks', () => {
    const chunk = { section: 'documents', position: 0, sums: new Uint32Array(0) };
    const segment = { label: '', entries: [], payloads: [], meta: new Map(), memory: undefined, sha256: undefined };
    const read = (name: string, byteLength: number, left: number[]) => ({
      ...segment,
      kind: 'type',
      name,
      path: '',
      heldAt: undefined,
      byteLength,
      pagedChunks: left.map((length) => ({ ...chunk, byteLength: length })),
    });
    const segments = [read('book', 1000, [100, 200]), read('author', 500, [])];
    expect(measureResidence({ segments })).toEqual({ bytes: 1500, residentBytes: 1200, blockBytes: 300 });
    expect(measureResidence({ segments: [] })).toEqual({ bytes: 0, residentBytes: 0, blockBytes: 0 });
  });
});

describe('VerifiedFiles', () => {
  it('the last snapshot pulled into the folder › its file identities; any other › none', () => {
    const [one, other] = ['a', 'b'].map((digit) => snapshotId(digit.repeat(64))!);
    if (one === undefined || other === undefined) throw new Error('these are ids');
    const verified = new VerifiedFiles();
    const [files, later] = [new Map([['book.segment', '1 2']]), new Map([['book.segment', '3 4']])];
    expect(verified.findIdentities('/a', one).size).toBe(0);
    verified.note('/a', { snapshot: one, files });
    expect(verified.findIdentities('/a', one)).toBe(files);
    expect([verified.findIdentities('/a', other).size, verified.findIdentities('/b', one).size]).toEqual([0, 0]);
    verified.note('/a', { snapshot: other, files: later });
    expect(verified.findIdentities('/a', other)).toBe(later);
    expect(verified.findIdentities('/a', one).size).toBe(0);
  });
});
