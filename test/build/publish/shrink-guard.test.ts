/**
 * The shrink guard: what has lost too much is kept and not published.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot, type TakenDown } from '../../../build/publish/index.js';
import { snapshotId } from '../../../src/content/model/index.js';
import { readCurrent } from '../../../src/index/snapshot/index.js';
import { listProblems, verifySnapshot } from '../../../src/index/verify/index.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { stele } from '../../../testing/cli/stele.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

const field = [{ name: 'title', type: 'text' }];

/** Builds an export with this many items of each type. */
async function build(
  disk: MemoryDisk,
  counts: Readonly<Record<string, number>>,
  maxShrinkPercent?: number,
  takenDown?: TakenDown,
) {
  const contentTypes = Object.keys(counts).map((name) => ({ name, fields: field }));
  for (const path of disk.paths('/export')) disk.put(path, undefined);
  disk.put('/export/model.json', Buffer.from(JSON.stringify({ space: 's', contentTypes })));
  for (const [name, count] of Object.entries(counts)) {
    const lines = Array.from({ length: count }, (_, index) => `{"id":"${name}-${index}"}\n`).join('');
    disk.put(`/export/${name}.ndjson`, Buffer.from(lines));
  }
  const limit = maxShrinkPercent === undefined ? {} : { maxShrinkPercent };
  return buildSnapshot('/export', '/snapshots', { files: disk, strict: false, takenDown, ...limit });
}

async function night(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  maxShrinkPercent?: number,
) {
  const disk = new MemoryDisk();
  const first = await build(disk, before, 30);
  const report = await build(disk, after, maxShrinkPercent);
  const current = await readCurrent(disk, '/snapshots');
  const isPublished = current === report.snapshot;
  if (!isPublished) expect(current).toBe(first.snapshot);
  return { disk, first, report, isPublished };
}

describe('the shrink guard', () => {
  it.each([
    ['just as much as is allowed', { book: 100 }, { book: 70 }, 30, true],
    ['one more', { book: 100 }, { book: 69 }, 30, false],
    ['nothing may go and nothing goes', { book: 3 }, { book: 3, page: 1 }, 0, true],
    ['nothing may go and one goes', { book: 1000 }, { book: 999 }, 0, false],
    ['a share that binary fractions miss', { book: 100 }, { book: 71 }, 29, true],
    ['all goes, as is allowed', { book: 10, page: 1 }, { book: 0, page: 1 }, 100, true],
    ['one of three', { book: 3 }, { book: 2 }, 30, true],
    ['two of three', { book: 3 }, { book: 1 }, 30, false],
    ['the last one', { book: 1, page: 1 }, { book: 0, page: 1 }, 30, false],
    ['a type is removed', { book: 10, page: 1 }, { book: 10 }, 30, false],
    ['a type is added', { book: 10 }, { book: 10, page: 1 }, 30, true],
    ['one was empty', { book: 10, page: 0 }, { book: 11, page: 0 }, 30, true],
    ['more than there were', { book: 1 }, { book: 100 }, 0, true],
  ])('%s', async (_, before, after, percent, published) => {
    const { isPublished, report } = await night(before, after, percent);
    expect(isPublished).toBe(published);
    expect(report.published).toBe(published);
    expect(report.shrunk.length > 0).toBe(!published);
  });

  it('without a limit › everything is published', async () => {
    expect((await night({ book: 10 }, { book: 1 })).isPublished).toBe(true);
  });

  it('the held snapshot › is named and complete, and is published by the next build with permission', async () => {
    const { disk, report } = await night({ book: 10, page: 10 }, { book: 1, page: 10 }, 30);
    expect(report.shrunk).toEqual([{ name: 'book', before: 10, after: 1 }]);
    const held = snapshotId(report.snapshot)!;
    expect(listProblems(await verifySnapshot(disk, '/snapshots', held))).toEqual([]);
    const again = await build(disk, { book: 1, page: 10 }, 30);
    expect(again.shrunk).toEqual(report.shrunk);
    const published = await build(disk, { book: 1, page: 10 }, 100);
    expect(published.snapshot).toBe(held);
    expect(published.published).toBe(true);
    expect(published.types.every(({ linked }) => linked)).toBe(true);
    expect(await readCurrent(disk, '/snapshots')).toBe(held);
  });

  it('one of two types has shrunk › it stays as served, the other is published, and the complete snapshot is kept', async () => {
    const disk = new MemoryDisk();
    const first = await build(disk, { book: 10, page: 100 }, 30);
    const report = await build(disk, { book: 1, page: 1000 }, 30);
    expect(report.shrunk).toEqual([{ name: 'book', before: 10, after: 1, stays: true }]);
    expect(report.published).toBe(true);
    expect(report.types.map(({ name, items }) => [name, items])).toEqual([
      ['book', 10],
      ['page', 1000],
    ]);
    expect(await readCurrent(disk, '/snapshots')).toBe(report.snapshot);
    expect([first.snapshot, report.snapshot]).not.toContain(report.kept);
    for (const id of [report.snapshot, report.kept ?? ''])
      expect(listProblems(await verifySnapshot(disk, '/snapshots', snapshotId(id)!))).toEqual([]);
    const again = await build(disk, { book: 1, page: 1000 }, 30);
    expect([again.published, again.shrunk.map(({ name }) => name)]).toEqual([false, ['book']]);
    expect(await readCurrent(disk, '/snapshots')).toBe(report.snapshot);
    expect((await build(disk, { book: 1, page: 1000 }, 100)).snapshot).toBe(report.kept);
  });

  describe('items that the export left out', () => {
    const taken = (book: readonly string[], types: readonly string[] = []): TakenDown => ({
      types: new Set(types),
      fields: new Set(),
      idsOf: (type) => (type === 'book' ? book.map((id) => Buffer.from(id)) : []),
    });
    const ids = (from: number, to: number): readonly string[] =>
      Array.from({ length: to - from }, (_, index) => `book-${from + index}`);

    it.each([
      ['all that is missing', ids(2, 10), { book: 2 }, true],
      ['drafts that never were public', ids(100, 200), { book: 2 }, false],
      ['less than is missing', ids(8, 10), { book: 2 }, false],
      ['all of a type', ids(0, 10), { book: 0, page: 1 }, true],
    ] as const)('%s › decides what is missing', async (_, down, after, published) => {
      const disk = new MemoryDisk();
      await build(disk, { book: 10, page: 1 }, 30);
      const report = await build(disk, { ...after, page: 1 }, 30, taken(down));
      expect([report.published, report.shrunk.length === 0]).toEqual([published, published]);
    });

    it('a whole type that is private › is not missing', async () => {
      const disk = new MemoryDisk();
      await build(disk, { book: 10, page: 1 }, 30);
      expect((await build(disk, { page: 1 }, 30, taken([], ['book']))).published).toBe(true);
    });
  });

  it('an unreadable current snapshot › the next one is published with a note', async () => {
    const disk = new MemoryDisk();
    const { snapshot } = await build(disk, { book: 10 }, 30);
    disk.put(`/snapshots/${snapshot}/manifest.json`, Buffer.from('{}'));
    const report = await build(disk, { book: 1 }, 30);
    expect(report.published).toBe(true);
    expect(report.notes).toEqual([expect.stringContaining('the current snapshot cannot be read')]);
  });
});

describe('stele build', () => {
  it('a shrunk type › exit code 1, the types, and both methods to publish, which work', async () => {
    const [out, folder] = [newFolder(), writeFiles(newFolder(), shelf)];
    expect((await stele(['build', folder, '--out', out])).code).toBe(0);
    const served = readFileSync(join(out, 'CURRENT'), 'utf8');
    writeFileSync(join(folder, 'book.ndjson'), '{"id":"b1"}\n');
    const { code, stdout, stderr } = await stele(['build', folder, '--out', out]);
    expect(code).toBe(1);
    const held = /^Built, but did not publish, snapshot ([0-9a-f]{64})\n/.exec(stdout)?.[1] ?? '';
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(served);
    expect(existsSync(join(out, held, 'manifest.json'))).toBe(true);
    expect(stderr).toContain(
      `stele: more than 30% of a content type or of a field is missing, so the snapshot was not published:\n  book: 3 → 1 items, 66.7 % fewer\n`,
    );
    expect(stderr).toContain(`--max-shrink 100%, or stele rollback ${out} ${held.slice(0, 8)}\n`);
    expect((await stele(['rollback', out, held.slice(0, 8)])).code).toBe(0);
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(`${held}\n`);
    expect((await stele(['rollback', out])).code).toBe(0);
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(served);
    const allowed = await stele(['build', folder, '--out', out, '--max-shrink', '100%']);
    expect(allowed.code).toBe(0);
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(`${held}\n`);
  });

  it.each(['30', '101%', '-1%', '%', 'all'])('--max-shrink %s › wrong usage', async (share) => {
    const { code, stderr } = await stele(['build', newFolder(), '--out', newFolder(), '--max-shrink', share]);
    expect(code).toBe(2);
    expect(stderr).toContain('such as 30%');
  });
});

describe('stele build --from markdown', () => {
  const page = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nBody\n`;
  const write = (folder: string, name: string, text: string): void => writeFileSync(join(folder, name), text);

  it.runIf(hasAddOns('import'))(
    'two of three banners become drafts, and a post is corrected › both go live',
    async () => {
      const [out, folder] = [newFolder(), newFolder()];
      for (const type of ['banners', 'posts']) mkdirSync(join(folder, type));
      for (const name of ['a', 'b', 'c']) write(folder, `banners/${name}.md`, page(name));
      write(folder, 'posts/p.md', page('Wrong'));
      const build = () => stele(['build', folder, '--from', 'markdown', '--out', out]);
      expect((await build()).code).toBe(0);
      for (const name of ['a', 'b']) write(folder, `banners/${name}.md`, page(name, 'draft: true\n'));
      write(folder, 'posts/p.md', page('Right'));
      expect((await build()).code).toBe(0);
      expect(JSON.parse((await stele(['query', out, '/banners'])).stdout).data).toHaveLength(1);
      expect((await stele(['query', out, '/posts'])).stdout).toContain('Right');
      // In doubt, nobody has taken them down: the guard says so, and the correction goes live all the same.
      for (const name of ['d', 'e', 'f']) write(folder, `banners/${name}.md`, page(name));
      expect((await build()).code).toBe(0);
      for (const name of ['d', 'e', 'f']) write(folder, `banners/${name}.md`, page(name, 'draft: perhaps\n'));
      write(folder, 'posts/p.md', page('Better'));
      const held = await build();
      expect(held.code).toBe(1);
      expect(held.stderr).toContain('banners: 4 → 1 items, 75.0 % fewer');
      expect(held.stderr).toMatch(/--max-shrink 100%, or stele rollback \S+ [0-9a-f]{8}/);
      expect(JSON.parse((await stele(['query', out, '/banners'])).stdout).data).toHaveLength(4);
      expect((await stele(['query', out, '/posts'])).stdout).toContain('Better');
    },
  );
});

describe('a model that breaks clients', () => {
  const model = shelf['model.json'];
  const [book, author] = model.contentTypes;
  /** The price is a text, and nobody has a name any more. */
  const broken = {
    ...model,
    contentTypes: [
      { ...book!, fields: book!.fields.map((one) => (one.name === 'price' ? { name: 'price', type: 'text' } : one)) },
      { ...author!, fields: author!.fields.filter(({ name }) => name !== 'name') },
    ],
  };
  const told = ['the field book.price was decimal, and is text', 'the field author.name, text, is gone'];

  it('a build › warns and publishes; with --refuse-breaking it builds nothing; diff --model prints the same', async () => {
    const [out, folder] = [newFolder(), writeFiles(newFolder(), shelf)];
    expect((await stele(['build', folder, '--out', out, '--refuse-breaking'])).code).toBe(0);
    const served = readFileSync(join(out, 'CURRENT'), 'utf8');
    expect((await stele(['diff', out, 'CURRENT', 'CURRENT', '--model'])).code).toBe(0);
    writeFiles(folder, { 'model.json': broken, 'author.ndjson': [{ id: 'a1', books: ['b2', 'b1'] }] });
    const before = readdirSync(out);
    const refused = await stele(['build', folder, '--out', out, '--refuse-breaking']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `stele: the model breaks clients of the current snapshot, and nothing was built:\n${told.map((one) => `  ${one}\n`).join('')}Restore it`,
    );
    expect([readdirSync(out), readFileSync(join(out, 'CURRENT'), 'utf8')]).toEqual([before, served]);
    const built = await stele(['build', folder, '--out', out, '--max-shrink', '100%']);
    expect(built.code).toBe(0);
    for (const one of told) expect(built.stderr).toContain(`note: this may break clients: ${one}\n`);
    const { code, stdout } = await stele(['diff', out, '--model']);
    expect(code).toBe(1);
    expect(stdout).toContain(`\nthis may break clients:\n${told.map((one) => `  ${one}\n`).join('')}`);
    expect((await stele(['diff', out, 'CURRENT', 'PREVIOUS', '--model'])).stdout).not.toContain('author.name, text');
  });
});
