/**
 * Inverse relationships, night after night: a type that has one is built again only if its links, or their order, changed.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BuildReport, buildSnapshot } from '../../../../build/publish/index.js';
import { openCurrent } from '../../../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../../../src/index/verify/index.js';
import { amount } from '../../../../testing/amount.js';
import { MemoryDisk } from '../../../../testing/disk/index.js';
import { linkTo, modelOf } from '../../../../testing/samples/model.js';

const EXPORT = '/export';
const OUT = '/snapshots';

const model = modelOf({
  author: { name: 'text' },
  book: {
    title: 'text',
    pages: 'integer',
    subtitle: 'text',
    writers: {
      type: 'relationship',
      to: ['author', 'house'],
      many: true,
      inverse: { name: 'books', sort: '-pages,title' },
    },
    sequelOf: { ...linkTo('book'), inverse: { name: 'sequels' } },
  },
  house: { name: 'text' },
});

const typeNames = ['author', 'book', 'house'] as const;
type Files = Partial<Readonly<Record<(typeof typeNames)[number], readonly object[]>>>;

function putExport(disk: MemoryDisk, files: Files): void {
  disk.put(join(EXPORT, 'model.json'), Buffer.from(JSON.stringify(model)));
  for (const name of typeNames) {
    const lines = files[name]?.map((line) => `${JSON.stringify(line)}\n`);
    if (lines !== undefined) disk.put(join(EXPORT, `${name}.ndjson`), Buffer.from(lines.join('')));
  }
}

const build = (files: MemoryDisk, full = false): Promise<BuildReport> =>
  buildSnapshot(EXPORT, OUT, { files, strict: false, full });

async function fullBuild(disk: MemoryDisk): Promise<BuildReport> {
  const fresh = new MemoryDisk();
  for (const path of disk.paths(EXPORT)) fresh.put(path, disk.get(path));
  return build(fresh, true);
}

const author = (id: string) => ({ type: 'author', id });
const shelf = {
  author: [{ id: 'ann' }, { id: 'bob' }, { id: 'cid', books: ['one'] }],
  house: [{ id: 'h' }],
  book: [
    { id: 'one', title: 'Zinc', pages: 100, writers: [author('ann'), { type: 'house', id: 'h' }] },
    { id: 'two', title: 'Oak', pages: 200, writers: [author('ann'), author('bob')], sequelOf: 'one' },
    { id: 'three', title: 'Ash', writers: [author('ann'), author('nobody')], sequelOf: 'one' },
    { id: 'four', title: 'Elm', pages: 100, writers: ['ann', 'ann'], sequelOf: 'four' },
  ],
};

/** Builds the shelf, changes some types, and builds again. @returns the types that the second build linked */
async function secondNight(files: Files): Promise<readonly string[]> {
  const disk = new MemoryDisk();
  putExport(disk, shelf);
  await build(disk);
  putExport(disk, files);
  const report = await build(disk);
  expect(report.snapshot).toBe((await fullBuild(disk)).snapshot);
  expect(listProblems(await verifySnapshots(disk, OUT))).toEqual([]);
  return report.types.filter(({ linked }) => linked).map(({ name }) => name);
}

const editBook = (id: string, change: object) => ({
  book: shelf.book.map((book) => (book.id === id ? { ...book, ...change } : book)),
});

/** @returns ids of the items that an item is linked to */
async function linksOf(disk: MemoryDisk, type: string, relationship: string, doc: number): Promise<readonly string[]> {
  const space = await openCurrent(disk, OUT);
  const index = space.types.get(type)?.segment.fields.get(relationship);
  if (index?.kind !== 'links') throw new Error(`${type} has no relationship ${relationship}`);
  const { links, targets } = index;
  const ids: string[] = [];
  for (let link = links.starts[doc]!; link < links.starts[doc + 1]!; link += 1) {
    ids.push(Buffer.from(targets.at(links.targetOf(link))).toString('utf8', 1));
  }
  return ids;
}

describe('the links of an inverse', () => {
  it('by two keys › no value comes last, ties are in export order, and each item is there once', async () => {
    const disk = new MemoryDisk();
    putExport(disk, shelf);
    const report = await build(disk);
    expect(await linksOf(disk, 'author', 'books', 0)).toEqual(['two', 'four', 'one', 'three']);
    expect(await linksOf(disk, 'author', 'books', 1)).toEqual(['two']);
    expect(await linksOf(disk, 'author', 'books', 2)).toEqual([]);
    expect(await linksOf(disk, 'house', 'books', 0)).toEqual(['one']);
    expect(await linksOf(disk, 'book', 'sequels', 0)).toEqual(['two', 'three']);
    expect(await linksOf(disk, 'book', 'sequels', 3)).toEqual(['four']);
    expect(report.warnings).toContain(
      'author.ndjson:3, field books: warning: the build derives books from book.writers, so it is left out; write the links there, and leave "books" out',
    );
  });
});

describe('a type with an inverse, when only the linking type changes', () => {
  it('a value that no key sorts by › is linked', async () => {
    expect(await secondNight(editBook('one', { subtitle: 'of the earth' }))).toEqual(['author', 'house']);
  });

  it('a sort key that changes no order › is linked', async () => {
    expect(await secondNight(editBook('two', { pages: 201 }))).toEqual(['author', 'house']);
  });

  it('a sort key that changes the order of one type › that type is built', async () => {
    expect(await secondNight(editBook('two', { pages: 50 }))).toEqual(['house']);
  });

  it('a new link › the type is built', async () => {
    expect(await secondNight(editBook('four', { writers: ['ann', { type: 'house', id: 'h' }] }))).toEqual(['author']);
  });

  it('the linking items in another order › is linked, with another join', async () => {
    const book = [...shelf.book.slice(2), ...shelf.book.slice(0, 2)];
    expect(await secondNight({ book })).toEqual(['author', 'house']);
  });

  it('a removed linking item › the types that it linked to are built', async () => {
    expect(await secondNight({ book: shelf.book.slice(0, 3) })).toEqual(['house']);
  });

  it('no change › everything is linked', async () => {
    expect(await secondNight({})).toEqual([...typeNames]);
  });

  it('another item of its own › the linking type is linked', async () => {
    expect(await secondNight({ author: [{ id: 'new' }, ...shelf.author] })).toEqual(['book', 'house']);
  });

  it('random nights › the snapshot of a full build', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const target = fc.record({ type: fc.constantFrom('author', 'house'), id: fc.constantFrom(...ids) });
    const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
    const book = fc.record({
      id: fc.constantFrom(...ids),
      title: optional(fc.constantFrom('Ash', 'Oak')),
      pages: optional(fc.constantFrom(-1, 0, 2 ** 40)),
      subtitle: fc.constantFrom('x', 'y'),
      writers: fc.array(target, { maxLength: 4 }),
      sequelOf: optional(fc.constantFrom(...ids)),
    });
    const list = <Value extends { id: string }>(value: fc.Arbitrary<Value>) =>
      fc.uniqueArray(value, { selector: ({ id }) => id, minLength: 1, maxLength: 4 });
    const named = fc.record({ id: fc.constantFrom(...ids) });
    const night = fc.record({ author: list(named), book: list(book), house: list(named) }, { requiredKeys: [] });
    let [linked, built] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(night, { minLength: 2, maxLength: 4 }), async (nights) => {
        const disk = new MemoryDisk();
        putExport(disk, shelf);
        await build(disk);
        for (const files of nights) {
          putExport(disk, files);
          const report = await build(disk);
          expect(report.snapshot).toBe((await fullBuild(disk)).snapshot);
          expect(listProblems(await verifySnapshots(disk, OUT))).toEqual([]);
          for (const type of report.types) {
            if (type.linked) linked += 1;
            else built += 1;
          }
        }
      }),
      { numRuns: amount(30, 10), seed: 53 },
    );
    expect(linked).toBeGreaterThan(2);
    expect(built).toBeGreaterThan(5);
  });
});
