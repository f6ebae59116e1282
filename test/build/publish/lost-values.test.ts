/**
 * Nights on which items are all there and values are not: fields are guarded as types are, by what each segment's header
 * says of its fields.
 */
import { describe, expect, it } from 'vitest';
import { findShrunk } from '../../../build/publish/compare/shrink-guard.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { openTypeSegment, populatedByField } from '../../../src/index/segment/index.js';
import { inspectSpace, openCurrent, readCurrent, type TypeCounts } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';

type Item = Readonly<Record<string, unknown>>;

const fields: readonly Item[] = [
  { name: 'flag', type: 'boolean' },
  { name: 'at', type: 'dateTime' },
  { name: 'price', type: 'decimal', precision: 2 },
  { name: 'cover', type: 'image' },
  { name: 'pages', type: 'integer' },
  { name: 'body', type: 'markdown' },
  { name: 'kind', type: 'select', options: ['a', 'b'] },
  { name: 'title', type: 'text', fold: true },
  { name: 'note', type: 'textMultiline' },
  { name: 'one', type: 'relationship', to: 'book' },
  { name: 'many', type: 'relationship', to: 'book', many: true },
];

/** An item that has everything. */
const full = (index: number): Item => ({
  id: `b${index}`,
  flag: false,
  at: '2024-02-29T00:00:00Z',
  price: '0.00',
  cover: { url: 'https://cdn.example/a.png' },
  pages: 0,
  body: '# a',
  kind: 'a',
  title: 'Stone',
  note: 'b',
  one: 'b0',
  many: ['b0', 'b1'],
});

/** What each field looks like without a value. */
const unpopulated: readonly Item[] = [
  Object.fromEntries(fields.map(({ name }) => [name, null])),
  { body: '', kind: '', title: '', note: '', many: [] },
  { one: 'nobody', many: ['nobody'] },
];

async function build(disk: MemoryDisk, items: readonly Item[], model: { space?: string; without?: string } = {}) {
  const kept = fields.filter(({ name }) => name !== model.without);
  const contentTypes = [{ name: 'book', fields: kept }];
  disk.put('/export/model.json', Buffer.from(JSON.stringify({ space: model.space ?? 'shop', contentTypes })));
  disk.put('/export/book.ndjson', Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join('')));
  return buildSnapshot('/export', '/snapshots', { files: disk, strict: false, maxShrinkPercent: 30 });
}

const ten = Array.from({ length: 10 }, (_, index) => full(index));
/** The same ten, of which so many have lost a field. */
const without = (lost: number, values: Item): Item[] =>
  ten.map((item, index) => (index < lost ? { ...item, ...values } : item));

describe('how many items have a value', () => {
  it.each([
    ['read by block', ten],
    // A key that the model lacks makes a block unusual.
    ['read line by line', ten.map((item) => ({ ...item, colour: 'red' }))],
  ])('%s › is in the header for every type of field', async (_, items) => {
    const disk = new MemoryDisk();
    const emptied = items.map((item, index) => ({ ...item, ...unpopulated[index] }));
    const report = await build(disk, emptied);
    expect(report.warnings === '').toBe(false);
    const space = await openCurrent(disk, '/snapshots');
    const { segment } = space.types.get('book')!;
    const expected = fields.map(({ name }) => {
      const withValue = emptied.filter((item) => {
        const value: unknown = item[name as keyof typeof item];
        const links = [value].flat().filter((link) => link !== 'nobody');
        return value !== null && value !== '' && links.length > 0;
      });
      return [name, withValue.length];
    });
    expect([...(populatedByField(segment.file.meta) ?? [])]).toEqual(expected);
    expect(new Set(expected.map(([, count]) => count))).toEqual(new Set([9, 8, 7]));
    const inspected = inspectSpace(space).types[0]!.fields.map(({ name, populated }) => [name, populated]);
    expect(inspected).toEqual([['id', 10], ...expected]);
    expect(checkSegment(segment)).toEqual([]);
    const lying = new Map(segment.file.meta).set(
      'populated',
      new Map([
        ['title', 10],
        ['one', 1],
      ]),
    );
    expect(
      checkSegment(openTypeSegment({ ...segment.file, meta: lying, sections: segment.file.sections }, segment.type)),
    ).toEqual(
      ['title', 'one'].map((field) => ({ section: 'header', finding: expect.stringContaining(`field ${field}: `) })),
    );
  });
});

describe('a build that loses values', () => {
  it('every field of every item is null › the snapshot is kept but not published, and each field is named', async () => {
    const disk = new MemoryDisk();
    const { snapshot } = await build(disk, ten);
    const report = await build(disk, without(10, unpopulated[0]!));
    expect(await readCurrent(disk, '/snapshots')).toBe(snapshot);
    expect(report.published).toBe(false);
    expect(report.shrunk).toEqual(fields.map(({ name }) => ({ name: 'book', field: name, before: 10, after: 0 })));
  });

  it.each([
    ['as many as is allowed', without(3, { cover: null }), {}, []],
    ['one more', without(4, { cover: null }), {}, [{ name: 'book', field: 'cover', before: 10, after: 6 }]],
    ['links lead nowhere', without(4, { one: 'nobody' }), {}, [{ name: 'book', field: 'one', before: 10, after: 6 }]],
    ['the model loses it', ten, { without: 'pages' }, [{ name: 'book', field: 'pages', before: 10, after: 0 }]],
    ['its items too', without(10, { pages: null }).slice(0, 2), {}, [{ name: 'book', before: 10, after: 2 }]],
  ])('%s › %#', async (_, items, model, shrunk) => {
    const disk = new MemoryDisk();
    await build(disk, ten);
    expect((await build(disk, items, model)).shrunk).toEqual(shrunk);
  });

  it('a linked type › has its previous counts', async () => {
    const disk = new MemoryDisk();
    await build(disk, ten);
    const renamed = await build(disk, ten, { space: 'store' });
    expect(renamed).toMatchObject({ published: true, shrunk: [] });
  });

  it('an earlier snapshot without counts of fields › only items are compared', () => {
    const counts = (populated: TypeCounts['populated']) => new Map([['book', { items: 1, populated }]]);
    const known = new Map([['title', 1]]);
    expect(findShrunk(counts(undefined), counts(known), 0)).toEqual([]);
    expect(findShrunk(counts(known), counts(new Map()), 0)).toHaveLength(1);
  });
});

describe('a space with another name', () => {
  it('other than in the current snapshot › is published with a warning about moved URLs; the same name › no warning', async () => {
    const disk = new MemoryDisk();
    expect((await build(disk, ten)).notes).toEqual([]);
    expect((await build(disk, ten.slice(1))).notes).toEqual([]);
    const { notes, published } = await build(disk, ten, { space: 'store' });
    expect(published).toBe(true);
    expect(notes).toEqual([
      expect.stringMatching(/^the space is called "store", and "shop" in the current snapshot\./),
    ]);
    expect(notes[0]).toContain('--space shop=<snapshots>');
  });
});
