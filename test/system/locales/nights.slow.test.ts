/**
 * Nights on which translations change: what is built again, what is told, what caches must drop, and what is held back.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BuildReport, buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { compareSnapshots, findPurge, openPair } from '../../../src/ship/diff/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { SHOP } from '../../../testing/samples/shop.js';
import { ask, setOf } from '../../ship/diff/nights.js';

type Files = Readonly<Record<string, unknown>>;
type Line = Readonly<Record<string, unknown>>;

const newFolder = temporaryFolders();

async function build(folder: string, files: Files, more: object = {}): Promise<BuildReport> {
  writeFiles(join(folder, 'export'), files);
  return buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: true, ...more });
}

/** The shop with one book otherwise. */
const edited = (id: string, change: Line): Files => ({
  ...SHOP,
  'book.ndjson': SHOP['book.ndjson'].map((line: Line) => (line['id'] === id ? { ...line, ...change } : line)),
});

async function night(after: Files) {
  const folder = newFolder();
  const [a, b] = [await build(folder, SHOP), await build(folder, after)];
  const snapshots = join(folder, 'snapshots');
  const pair = await openPair(diskFiles, { folder: snapshots, id: a.snapshot }, { folder: snapshots, id: b.snapshot });
  const purged = await setOf((await findPurge(pair)).keys());
  const space = await openCurrent(diskFiles, snapshots);
  const isPurged = (search: string, path = '/book'): boolean =>
    ask(space, { path, search })!.keys.some((key) => purged.has(key));
  return { pair, purged, isPurged };
}

describe('a build with a changed translation', () => {
  it('only in one locale › purges answers of that locale, and of those that fall back to it', async () => {
    const { purged, isPurged } = await night(
      edited('1', { title: { en: 'The running foxes', de: 'Füchse, die laufen' } }),
    );
    const ofValues = [...purged].filter((key) => key.includes(':title:'));
    expect(new Set(ofValues.map((key) => key.slice(0, key.lastIndexOf(':'))))).toEqual(
      new Set(['book@de-CH:title', 'book@de:title']),
    );
    expect([...purged].filter((key) => !ofValues.includes(key)).sort()).toEqual([
      ':many',
      'book@de-CH/',
      'book@de-CH/1',
      'book@de-CH:title',
      'book@de/',
      'book@de/1',
      'book@de:title',
    ]);
    for (const search of ['', '?localeCode=en', '?localeCode=fr', '?sort=title']) {
      expect(isPurged(search), search).toBe(false);
    }
    for (const search of ['?localeCode=de', '?localeCode=de-CH', '?localeCode=de&filter[title][_exists]=false']) {
      expect(isPurged(search), search).toBe(true);
    }
    expect(isPurged('?localeCode=de&filter[pages][_eq]=4')).toBe(false);
  });

  it('in the default locale › purges answers of all locales that show it', async () => {
    const { isPurged } = await night(edited('2', { title: { en: 'Another second', de: null } }));
    expect(['', '?localeCode=de', '?localeCode=de-CH', '?localeCode=fr'].map((search) => isPurged(search))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('of a field that is not localized › purges answers of all locales', async () => {
    const { isPurged } = await night(edited('2', { pages: 5 }));
    for (const search of ['', '?localeCode=de', '?localeCode=fr&filter[pages][_gt]=100'])
      expect(isPurged(search)).toBe(true);
  });

  it('a new value equal to the fallback › changes meta.locales, so purges every locale', async () => {
    const { pair, isPurged } = await night(edited('2', { title: { en: 'A second', de: 'A second' } }));
    for (const search of ['', '?localeCode=fr']) expect(isPurged(search)).toBe(true);
    for await (const changes of compareSnapshots(pair)) {
      if (changes.name === 'book') expect([...changes.changedItems()]).toEqual([{ id: '"2"', fields: [] }]);
    }
  });

  it('changed links in one locale › are a change of that locale', async () => {
    const { pair, isPurged } = await night(edited('1', { parts: { en: ['2', '3'], de: ['2'] } }));
    expect(['', '?localeCode=de', '?localeCode=fr'].map((search) => isPurged(search, '/book/1'))).toEqual([
      false,
      true,
      false,
    ]);
    for await (const { name, changed, fields, locales } of compareSnapshots(pair)) {
      if (name !== 'book') continue;
      expect({ changed: changed.length, fields }).toEqual({ changed: 1, fields: [{ name: 'parts', items: 1 }] });
      expect(locales.map(({ code, changed: docs }) => [code, docs.length])).toEqual([
        [undefined, 0],
        ['de', 1],
        ['de-CH', 1],
        ['fr', 0],
      ]);
    }
  });
});

describe('the next build', () => {
  it('another type changed › the localized type is linked, and the snapshot equals a full build', async () => {
    const folder = newFolder();
    await build(folder, SHOP);
    const later = { ...SHOP, 'tag.ndjson': [{ id: 't', name: 'resting' }] };
    const report = await build(folder, later);
    expect(report.types.map(({ name, linked }) => [name, linked])).toEqual([
      ['book', true],
      ['author', true],
      ['tag', false],
    ]);
    const full = await build(newFolder(), later, { full: true });
    expect(report.snapshot).toBe(full.snapshot);
  });

  it('a removed item that one locale links to › the type is built again, and the link is reported once', async () => {
    const folder = newFolder();
    await build(folder, SHOP);
    const later = { ...SHOP, 'author.ndjson': SHOP['author.ndjson'].slice(0, 1) };
    const report = await build(folder, later, { strict: false });
    expect(report.types[0]?.linked).toBe(false);
    expect(report.warningCounts).toEqual([{ kind: 'danglingLink', count: 1 }]);
    expect(report.warnings).toContain('author');
    expect(report.warnings).not.toContain('@');
  });

  it('any number of threads and blocks › equal snapshots', async () => {
    const one = await build(newFolder(), SHOP);
    const three = await build(newFolder(), SHOP, { threads: 3 });
    expect(three.snapshot).toBe(one.snapshot);
  });

  it('a locale that has lost its values › is held back, though all items and fields still have values', async () => {
    const folder = newFolder();
    await build(folder, SHOP);
    const author = [
      { id: 'a', name: { en: 'Ann', fr: 'Anne' } },
      { id: 'b', name: { en: 'Bob' } },
    ];
    const report = await build(folder, { ...SHOP, 'author.ndjson': author }, { maxShrinkPercent: 30 });
    expect(report.published).toBe(false);
    expect(report.shrunk).toEqual([{ name: 'author', locale: 'de', before: 1, after: 0 }]);
  });
});

describe('an export with localized fields', () => {
  it.each([
    [
      { id: '4', title: 'plain' },
      'title: the field is localized, so an object of values by locale is expected, not the text "plain"; write {"en": …}',
    ],
    [{ id: '4', title: { en: 1 } }, 'title.en: a text is expected, not the number 1'],
    [{ id: '4', title: { it: 'x' } }, 'title.it: the model has no locale "it"; locales are en, de, de-CH, fr.'],
    [{ id: '4', cover: { de: { url: '' } } }, 'cover.de: the url is the text ""'],
  ])('%j › is refused', async (line, message) => {
    const files = { ...SHOP, 'book.ndjson': [...SHOP['book.ndjson'], line] };
    await expect(build(newFolder(), files)).rejects.toThrow(message);
  });
});
