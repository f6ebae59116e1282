/**
 * Unique fields: an export that repeats a value is refused with both places, by a build of any kind and by a check.
 */
import { describe, expect, it } from 'vitest';
import { buildSnapshot, checkExport } from '../../../build/publish/index.js';
import { withChoicesAsync } from '../../../src/content/choices/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';

type Json = Readonly<Record<string, unknown>>;

const fields: readonly Json[] = [
  { name: 'slug', type: 'text', unique: true },
  { name: 'number', type: 'integer', unique: true },
  { name: 'code', type: 'select', options: ['a', 'b', 'c'], unique: true },
  { name: 'path', type: 'text', unique: true, localized: true },
  { name: 'title', type: 'text' },
];
const locales = [{ code: 'en', default: true }, { code: 'de', fallback: 'en' }, { code: 'fr' }];

function putExport(disk: MemoryDisk, items: readonly Json[], usedFields = fields): void {
  const contentTypes = [
    { name: 'page', fields: usedFields },
    { name: 'tag', fields: [{ name: 'slug', type: 'text', unique: true }] },
  ];
  disk.put('/export/model.json', Buffer.from(JSON.stringify({ space: 'site', locales, contentTypes })));
  disk.put('/export/page.ndjson', Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join('')));
  disk.put('/export/tag.ndjson', Buffer.from('{"id":"t1","slug":"a"}\n'));
}

const build = (disk: MemoryDisk) => buildSnapshot('/export', '/snapshots', { files: disk, strict: false });

/** @returns the errors, each on a line, of building and checking the items; both readers give the same */
async function problemsOf(items: readonly Json[]): Promise<readonly string[]> {
  const disk = new MemoryDisk();
  putExport(disk, items);
  const attempts = [
    () => build(disk),
    () => checkExport('/export', { files: disk, strict: true }),
    () => withChoicesAsync({ ways: { 'read.block': 'lines' } }, () => build(disk)),
  ];
  const texts: string[] = [];
  for (const attempt of attempts) {
    const error = await attempt().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    texts.push(error === undefined ? '' : String(error instanceof Error ? error.message : error));
  }
  const lines = texts.map((text) => text.split('\n').filter((line) => line.startsWith('page.ndjson')));
  expect(lines[1]).toEqual(lines[0]);
  expect(lines[2]).toEqual(lines[0]);
  return lines[0] ?? [];
}

const CHANGE = 'change one of them, or take "unique" out of the model';

describe('a unique field', () => {
  it('values that differ, and missing ones › are built', async () => {
    const long = 'x'.repeat(300);
    const items = [
      { id: 'p1', slug: 'a', number: 1, code: 'a', path: { en: 'a', de: 'b' } },
      { id: 'p2', slug: 'A', number: 10, code: 'b', path: { en: 'b', de: 'a', fr: 'a' }, title: 'a' },
      { id: 'p3', slug: `${long}a`, number: '9007199254740993', path: { fr: 'b' }, title: 'a' },
      { id: 'p4', slug: `${long}b`, number: '9007199254740992', path: { fr: '' } },
      { id: 'p5', slug: '', number: null, path: { fr: '' } },
      { id: 'p6', slug: '' },
    ].map((item) => ({ ...item, ...(typeof item.number === 'string' && { number: undefined }) }));
    expect(await problemsOf(items)).toEqual([]);
  });

  it.each([
    [
      'a text',
      [{ slug: 'a' }, { slug: 'b' }, { slug: 'a' }],
      [`page.ndjson:3, field slug: the field is unique, but "a" is already the value of line 1; ${CHANGE}`],
    ],
    [
      'a value that several items repeat',
      [{ slug: 'a' }, { slug: 'a' }, { slug: 'a' }],
      [
        `page.ndjson:2, field slug: the field is unique, but "a" is already the value of line 1; ${CHANGE}`,
        `page.ndjson:3, field slug: the field is unique, but "a" is already the value of line 1; ${CHANGE}`,
      ],
    ],
    [
      'a number, a select and a long text',
      [
        { number: 7, code: 'b', slug: 'y'.repeat(300) },
        { number: 7.0, code: 'b', slug: 'y'.repeat(300) },
      ],
      [
        expect.stringMatching(/^page\.ndjson:2, field slug: the field is unique, but "y+…" is already/),
        `page.ndjson:2, field number: the field is unique, but "7" is already the value of line 1; ${CHANGE}`,
        `page.ndjson:2, field code: the field is unique, but "b" is already the value of line 1; ${CHANGE}`,
      ],
    ],
    [
      'a localized text, in the default locale and so in its fallbacks',
      [{ path: { en: 'a' } }, { path: { en: 'a' } }],
      [
        `page.ndjson:2, field path: the field is unique, but "a" is already the value of line 1 in the locale en; ${CHANGE}`,
      ],
    ],
    [
      'a localized text, of which one is taken from the fallback',
      [{ path: { en: 'a' } }, { path: { en: 'b', de: 'a' } }],
      [
        `page.ndjson:2, field path: the field is unique, but "a" is already the value of line 1 in the locale de (a missing value is taken from the locale en); ${CHANGE}`,
      ],
    ],
    [
      'a localized text, in a locale without fallback',
      [{ path: { en: 'a', fr: 'a' } }, { path: { en: 'b', fr: 'a' } }],
      [
        `page.ndjson:2, field path: the field is unique, but "a" is already the value of line 1 in the locale fr; ${CHANGE}`,
      ],
    ],
  ])('%s › is refused with both places', async (_, values, problems) => {
    expect(await problemsOf(values.map((item, index) => ({ id: `p${index}`, ...item })))).toEqual(problems);
  });

  it('a repetition in another block of the file › is refused', async () => {
    const items = Array.from({ length: 9000 }, (_, index) => ({
      id: `p${index}`,
      slug: `slug ${index % 8999}`,
      title: 'x'.repeat(60),
    }));
    expect(await problemsOf(items)).toEqual([expect.stringContaining('page.ndjson:9000, field slug')]);
  });

  it('a repetition in the night after › keeps the served snapshot; so does a field that becomes unique', async () => {
    const disk = new MemoryDisk();
    const items = [
      { id: 'p1', slug: 'a', title: 'x' },
      { id: 'p2', slug: 'b', title: 'x' },
    ];
    putExport(disk, items);
    const { snapshot } = await build(disk);
    putExport(disk, [...items, { id: 'p3', slug: 'b' }]);
    await expect(build(disk)).rejects.toThrow('page.ndjson:3, field slug: the field is unique');
    const uniqueTitles = fields.map((field) => (field['name'] === 'title' ? { ...field, unique: true } : field));
    putExport(disk, items, uniqueTitles);
    await expect(build(disk)).rejects.toThrow('page.ndjson:2, field title: the field is unique');
    putExport(disk, items);
    expect((await build(disk)).snapshot).toBe(snapshot);
  });
});
