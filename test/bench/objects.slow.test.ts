/**
 * Opening a snapshot makes no object per item: 500, 5,000 and 50,000 items of one model, each counted in a fresh
 * process by V8 itself.
 *
 * The counts are equal except for objects that depend on the sections, whose number is exact: three for each, one more if its
 * elements are wider than a byte, and one for the quantiles of each field and for the sets of its substrings, which only
 * fields of 32,768 items or more have.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { observeObjects } from '../../bench/engine/results.js';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { compiled } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { modelOf } from '../../testing/samples/model.js';

const newFolder = temporaryFolders();

/** Every type, and texts that are searched and folded. */
const fields = [
  { name: 'title', type: 'text', search: { weight: 3 }, fold: true },
  { name: 'lines', type: 'textMultiline' },
  { name: 'body', type: 'markdown', search: true, fold: true },
  { name: 'genre', type: 'select', options: ['Fiction', 'Poetry', 'Drama'], search: true },
  { name: 'inPrint', type: 'boolean' },
  { name: 'pages', type: 'integer' },
  { name: 'price', type: 'decimal', precision: 2 },
  { name: 'weight', type: 'decimal', precision: 20 },
  { name: 'published', type: 'dateTime' },
  { name: 'cover', type: 'image' },
  { name: 'next', type: 'relationship', to: 'book', many: false },
  { name: 'related', type: 'relationship', to: 'book', many: true },
];
/** Of the fields above: title, genre, inPrint, pages, price, weight and published. */
const fieldsWithQuantiles = 7;
/** Their places and their bits. */
const sectionsOfQuantiles = 2;
/** Structures with sets of frequent substrings: id, title, lines, body, and the folded title and body. */
const columnsWithSets = 6;
/** Their nodes and their bits. */
const sectionsOfSets = 2;

/** Few distinct values: the counts do not depend on them, and building takes half as long. */
const book = (i: number, items: number): object => ({
  id: `b${i}`,
  title: `The book of the number ${(i * 7919) % 3000}`,
  lines: `One line ${i % 997}\nand another ${i % 89}`,
  body: `**Bold** ${i % 499}`,
  genre: ['Fiction', 'Poetry', 'Drama'][i % 3],
  inPrint: i % 5 > 0,
  pages: i % 700,
  price: `${i % 400}.50`,
  weight: `${i % 300}.00000000000000000001`,
  published: new Date(Date.UTC(2000, 0, 1) + (i % 9000) * 86_400_000).toISOString(),
  cover: { url: `https://images.example/${i}.png` },
  next: `b${(i + 1) % items}`,
  related: [`b${(i + 2) % items}`, `b${(i + 3) % items}`],
});

async function built(items: number): Promise<string> {
  const folder = newFolder();
  const source = join(folder, 'export');
  mkdirSync(source);
  const model = modelOf({ book: fields }, { language: 'en' });
  writeFileSync(join(source, 'model.json'), JSON.stringify(model));
  const lines = Array.from({ length: items }, (_, i) => JSON.stringify(book(i, items)));
  writeFileSync(join(source, 'book.ndjson'), `${lines.join('\n')}\n`);
  await buildSnapshot(source, join(folder, 'snapshots'), { files: diskFiles, strict: true });
  return join(folder, 'snapshots');
}

describe('opening a snapshot', () => {
  const sizes = [500, 5000, 50_000] as const;
  const counts: ReturnType<typeof observeObjects>[] = [];
  beforeAll(async () => {
    compiled('bench/engine/observe.js');
    for (const items of sizes) counts.push(observeObjects(await built(items)));
  }, 120_000);

  it('objects › are independent of the number of items, except those of the sections', () => {
    const beside = counts.map(({ objects, sectionObjects }) => objects - sectionObjects);
    // A file of 4 MiB or more is in a WebAssembly memory, which needs one or two more objects.
    expect(
      Math.max(...beside) - Math.min(...beside),
      `${sizes.join(', ')} items: ${beside.join(', ')} objects`,
    ).toBeLessThanOrEqual(8);
  });

  it('sections › are independent of the number of items, except quantiles and substring sets of large types', () => {
    const [small = 0, middle, large] = counts.map(({ sections }) => sections);
    expect(small).toBeGreaterThan(fields.length);
    expect(middle).toBe(small);
    expect(large).toBe(small + fieldsWithQuantiles * sectionsOfQuantiles + columnsWithSets * sectionsOfSets);
  });

  it('strings, numbers and other heap objects › are independent of the number of items', () => {
    // Not exact: V8 keeps notes on the code it runs. 49,500 items more would be 49,500 nodes at the least.
    const [small = 0, , large = 0] = counts.map(({ nodes }) => nodes);
    expect(small).toBeGreaterThan(0);
    expect(large - small).toBeLessThan(1000);
    console.log(`objects made by opening: ${JSON.stringify(Object.fromEntries(sizes.map((n, i) => [n, counts[i]])))}`);
  });
});
