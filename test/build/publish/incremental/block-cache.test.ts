/**
 * Builds in one process that go on from what those before have read: the snapshots of full builds, and few blocks read.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BlockCache, buildSnapshot, createBuildPool, type Pool } from '../../../../build/publish/index.js';
import { Random } from '../../../../data/generate/random.js';
import { MemoryDisk, observed } from '../../../../testing/disk/index.js';
import { modelOf } from '../../../../testing/samples/model.js';

const EXPORT = '/export';
const OUT = '/snapshots';

const modelWith = (priceType: string): object =>
  modelOf(
    {
      book: [
        { name: 'title', type: 'text', localized: true, search: true, contains: false, endsWith: false },
        { name: 'text', type: 'textMultiline', contains: false, endsWith: false },
        { name: 'price', type: priceType, ...(priceType === 'decimal' && { precision: 2 }) },
        { name: 'tags', type: 'text', many: true },
        { name: 'next', type: 'relationship', to: 'book', many: false },
      ],
    },
    { locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] },
  );

type Book = Readonly<Record<string, unknown>> & { readonly id: string };

const random = new Random(7, 'test/build/publish/incremental/block-cache');
let count = 0;
const newBook = (): Book => {
  count += 1;
  const words = Array.from({ length: 80 }, () => random.below(10_000).toString(36)).join(' ');
  const title = { en: `Book ${count}`, ...(random.below(3) === 0 && { de: `Buch ${count}` }) };
  const next = count > 1 ? `book-${1 + random.below(count)}` : null;
  return {
    id: `book-${count}`,
    title,
    text: `${words} ${words}`,
    price: random.below(900),
    tags: ['a', `${count % 7}`],
    next,
  };
};

/** How many blocks threads have read. */
function countingPool(): { readonly pool: Pool; blocks: number } {
  const pool = createBuildPool(1);
  const counting: { pool: Pool; blocks: number } = {
    blocks: 0,
    pool: {
      threads: pool.threads,
      run: (job, input, clock) => {
        if (job.name === 'read') counting.blocks += 1;
        return pool.run(job, input, clock);
      },
      collect: () => pool.collect(),
      stop: () => undefined,
      close: () => pool.close(),
    },
  };
  return counting;
}

describe('blocks read by an earlier build', () => {
  it('items changed, added, removed and moved, or a changed model › the snapshot of a full build, and unchanged blocks are not read', async () => {
    const disk = new MemoryDisk();
    const known = new BlockCache();
    const counting = countingPool();
    let books = Array.from({ length: 3000 }, newBook);
    /** @returns how many blocks were read */
    const build = async (priceType = 'integer'): Promise<number> => {
      disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify(modelWith(priceType))));
      const lines = books.map((book) => `${JSON.stringify(book)}\n`).join('');
      disk.put(join(EXPORT, 'book.ndjson'), Buffer.from(lines));
      const fresh = new MemoryDisk();
      for (const path of disk.paths(EXPORT)) fresh.put(path, disk.get(path));
      counting.blocks = 0;
      const { snapshot } = await buildSnapshot(EXPORT, OUT, {
        files: observed(disk, () => undefined),
        strict: false,
        threads: counting.pool,
        blockCache: known,
      });
      const read = counting.blocks;
      const full = await buildSnapshot(EXPORT, OUT, {
        files: observed(fresh, () => undefined),
        strict: false,
        full: true,
      });
      expect(snapshot).toBe(full.snapshot);
      return read;
    };
    const all = await build();
    expect(all).toBeGreaterThan(7);
    books = books.with(1500, { ...newBook(), id: books[1500]!.id });
    expect(await build()).toBeLessThanOrEqual(2);
    books = [newBook(), ...books.filter((_, place) => place !== 10)];
    expect(await build()).toBeLessThanOrEqual(all / 2);
    // One that is written in another way is read line by line.
    books = [...books.slice(2000), ...books.slice(2, 2000), { ...books[1]!, id: 'book-ä', unknown: 1 }];
    await build();
    expect(await build('decimal')).toBeGreaterThanOrEqual(all - 1);
    await known.close();
    books = books.slice(1);
    expect(await build('integer')).toBeGreaterThanOrEqual(all - 1);
    await known.close();
    expect(disk.paths('/').filter((path) => path.includes('building-'))).toEqual([]);
  });
});
