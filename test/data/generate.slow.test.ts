/**
 * The generator: the same bytes for the same seed, the sizes and skews it promises, and clean exports.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedExport, generateExport } from '../../data/generate/generate.js';
import { PROFILES, type Profile } from '../../data/generate/model.js';
import { type Json, list, type ReadExport, readExport, text } from './exportCheck.js';

const folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-generate-'));
  folders.push(folder);
  return folder;
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** One hash over all files, names included. */
async function digest(items: number, seed: number, profile: Profile): Promise<string> {
  const folder = await newFolder();
  const { files } = await generateExport(folder, { items, seed, profile });
  const hash = createHash('sha256');
  for (const { name } of files) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex');
}

/** Changing these makes published measurements incomparable: do it on purpose, and measure again. */
const pinned: Readonly<Record<Profile, string>> = {
  engine: '7ff47849f03c1fbb26a47e127467af037993d4a156f61cdd15c800bc9aba671b',
  shop: 'b1dcacc2781989439b14a02c02b964d66cf4f8c895da61ce50323aa7613aaccf',
};

describe.each(PROFILES)('generateExport, profile %s', (profile) => {
  it('the same seed › equal bytes on every machine', async () => {
    const first = await digest(300, 1, profile);
    expect(await digest(300, 1, profile)).toBe(first);
    expect(first).toBe(pinned[profile]);
  });

  it('another seed, another size › other bytes', async () => {
    const digests = [await digest(300, 1, profile), await digest(300, 2, profile), await digest(301, 1, profile)];
    expect(new Set(digests).size).toBe(3);
  });

  it('one item › is a valid export', async () => {
    const folder = await newFolder();
    await generateExport(folder, { items: 1, profile });
    expect((await readExport(folder)).problems).toEqual([]);
  });
});

describe('generateExport, engine', () => {
  const items = 10_000;
  let folder = '';
  let generated: GeneratedExport = { files: [] };
  let engine: ReadExport;
  let articles: readonly Json[] = [];

  beforeAll(async () => {
    folder = await newFolder();
    generated = await generateExport(folder, { items });
    engine = await readExport(folder);
    articles = engine.items.get('article') ?? [];
  });

  const share = (matches: (article: Json) => boolean): number => articles.filter(matches).length / items;
  const meanLength = (name: string): number =>
    articles.reduce((sum, article) => sum + text(article[name]).length, 0) / items;

  it('the whole export › is valid', () => {
    expect(engine.space).toBe('generated-engine');
    expect(engine.problems).toEqual([]);
  });

  it('sizes › equal the options', async () => {
    expect([...engine.items].map(([type, all]) => [type, all.length])).toEqual([
      ['article', items],
      ['document', items / 10],
      ['author', items / 50],
      ['tag', 2000],
      ['agency', 500],
    ]);
    for (const file of generated.files) {
      const bytes = await readFile(join(folder, file.name));
      expect(bytes.byteLength).toBe(file.byteLength);
      expect(file.name === 'model.json' ? 0 : bytes.toString().split('\n').length - 1).toBe(file.items);
    }
    expect(generated.files.map((file) => file.name).at(-1)).toBe('model.json');
  });

  it('lengths › an article has about 0.6 KB, its title about 40 characters, its summary about 200', () => {
    const bytes = generated.files.find((file) => file.name === 'article.ndjson')?.byteLength ?? 0;
    expect(bytes / items).toBeGreaterThan(500);
    expect(bytes / items).toBeLessThan(650);
    expect(meanLength('title')).toBeGreaterThan(34);
    expect(meanLength('title')).toBeLessThan(46);
    expect(meanLength('summary')).toBeGreaterThan(180);
    expect(meanLength('summary')).toBeLessThan(240);
    expect(share((article) => text(article['summary']).includes('\n'))).toBe(1);
  });

  it('documents › are 2 to 4.5 KB of Markdown', () => {
    const lengths = (engine.items.get('document') ?? []).map((found) => Buffer.byteLength(text(found['body'])));
    expect(Math.min(...lengths)).toBeGreaterThan(1900);
    expect(Math.max(...lengths)).toBeLessThan(4500);
  });

  it('words › follow Zipf: the most frequent is about one in thirty, and the vocabulary is large', () => {
    const counts = new Map<string, number>();
    let total = 0;
    for (const article of articles) {
      for (const word of text(article['summary'])
        .toLowerCase()
        .match(/\p{L}+/gu) ?? []) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total += 1;
      }
    }
    const [first = 0, second = 0, third = 0] = [...counts.values()].toSorted((a, b) => b - a);
    expect(counts.get('the')).toBe(first);
    expect(first / total).toBeGreaterThan(0.02);
    expect(first / total).toBeLessThan(0.05);
    expect(first / second).toBeCloseTo(4.7 / 3.7, 0);
    expect(second).toBeGreaterThan(third);
    expect(counts.size).toBeGreaterThan(20_000);
  });

  it('genres › 40 in number, the first has 23 % of the articles', () => {
    const counts = new Map<string, number>();
    for (const article of articles) counts.set(text(article['genre']), (counts.get(text(article['genre'])) ?? 0) + 1);
    expect(counts.size).toBe(40);
    expect((counts.get('Fiction') ?? 0) / items).toBeCloseTo(0.234, 1);
    expect(Math.max(...counts.values())).toBe(counts.get('Fiction'));
  });

  it('prices › many distinct values, almost half end in 99', () => {
    expect(new Set(articles.map((article) => article['price'])).size).toBeGreaterThan(1500);
    expect(share((article) => text(article['price']).endsWith('.99'))).toBeCloseTo(0.45, 1);
  });

  it('unpopulated › 5 % of stock, 70 % of subtitles', () => {
    expect(share((article) => typeof article['stock'] !== 'number')).toBeCloseTo(0.05, 2);
    expect(share((article) => article['stock'] === null)).toBeGreaterThan(0.01);
    expect(share((article) => article['stock'] === undefined)).toBeGreaterThan(0.01);
    expect(share((article) => article['subtitle'] === undefined)).toBeCloseTo(0.7, 1);
  });

  it('booleans › 80 % active, 2 % featured', () => {
    expect(share((article) => article['active'] === true)).toBeCloseTo(0.8, 1);
    expect(share((article) => article['featured'] === true)).toBeGreaterThan(0.01);
    expect(share((article) => article['featured'] === true)).toBeLessThan(0.03);
  });

  it('dates › half of them in the last eighth of twenty years', () => {
    const recent = share((article) => text(article['published']) >= '2023-07-03');
    expect(recent).toBeCloseTo(0.5, 1);
    expect(share((article) => text(article['published']) <= '2026-01-01T00:00:00.000Z')).toBe(1);
  });

  it('numbers › stock is narrow, views are wide', () => {
    const stock = articles.map((article) => Number(article['stock'] ?? 0));
    expect(Math.min(...stock)).toBe(0);
    expect(Math.max(...stock)).toBeLessThanOrEqual(500);
    const views = articles.map((article) => Number(article['views'])).toSorted((a, b) => a - b);
    expect(views[items / 2]).toBeLessThan(60);
    expect(views.at(-1)).toBeGreaterThan(100_000);
  });

  it('skus › are unique and not in export order', () => {
    const skus = articles.map((article) => text(article['sku']));
    expect(new Set(skus).size).toBe(items);
    expect(skus.toSorted()).not.toEqual(skus);
  });

  it('tags › 0 to 8 per article, the first tag is by far the most frequent', () => {
    const counts = articles.map((article) => list(article['tags']).length);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([0, 8]);
    expect(share((article) => list(article['tags']).includes('tag-1'))).toBeGreaterThan(0.2);
  });

  it('authors › the first has the most articles', () => {
    expect(share((article) => article['author'] === 'author-1')).toBeGreaterThan(4 / (items / 50));
  });
});

describe('generateExport, shop', () => {
  const items = 2000;
  let shop: ReadExport;

  beforeAll(async () => {
    const folder = await newFolder();
    await generateExport(folder, { items, profile: 'shop' });
    shop = await readExport(folder);
  });

  it('the whole export › is valid and has all ten field types', () => {
    expect(shop.problems).toEqual([]);
    expect(new Set([...shop.fields.values()].flat().map((field) => field.type)).size).toBe(10);
    expect([...shop.items].map(([type, all]) => [type, all.length])).toEqual([
      ['book', items],
      ['author', items / 10],
      ['review', items * 2],
      ['shelf', items / 100],
    ]);
  });

  it.each([
    ['author', 'books', 'book', 'author'],
    ['book', 'reviews', 'review', 'book'],
  ])('%s.%s › is the inverse of %s.%s, and the first has by far the most', (type, many, other, one) => {
    const owners = shop.items.get(type) ?? [];
    const forwards = owners.flatMap((owner) => list(owner[many]).map((id) => `${text(owner['id'])} ${text(id)}`));
    const owned = shop.items.get(other) ?? [];
    const backwards = owned.map((found) => `${text(found[one])} ${text(found['id'])}`);
    expect(forwards.toSorted()).toEqual(backwards.toSorted());
    expect(list(owners[0]?.[many]).length).toBeGreaterThan((5 * owned.length) / owners.length);
  });
});
