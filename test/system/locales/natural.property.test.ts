/**
 * `"order": "natural"` against Node's own collator, which sorts the texts themselves: lists, related items, both directions,
 * ties and items without a value, in locales that order the same letters in other ways.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { COLLATION_VERSION } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space, spaceOf } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { linksTo, modelOf } from '../../../testing/samples/model.js';
import { documentOf } from '../../../testing/samples/shop.js';

const newFolder = temporaryFolders();
const LOCALES = ['en', 'sv', 'de'];

async function spaceWith(titles: readonly (string | undefined)[]): Promise<Space> {
  const folder = newFolder();
  const fields = [
    { name: 'title', type: 'text', order: 'natural', localized: true },
    { name: 'code', type: 'text', order: 'natural' },
    { name: 'raw', type: 'text' },
  ];
  const items = titles.map((title, index) => ({ id: `i${index}`, title: { en: title }, code: title, raw: title }));
  const shelf = { id: 's', things: items.map(({ id }) => id) };
  const mixed = { id: 'm', anything: [...items.map(({ id }) => ({ type: 'thing', id })), { type: 'other', id: 'o' }] };
  const export_ = writeFiles(join(folder, 'export'), {
    'model.json': modelOf(
      { thing: fields, other: fields, shelf: { things: linksTo('thing'), anything: linksTo('thing', 'other') } },
      { locales: LOCALES.map((code) => ({ code, ...(code === 'en' ? {} : { fallback: 'en' }) })) },
    ),
    'thing.ndjson': items,
    'other.ndjson': [{ id: 'o', title: { en: 'Otter 10' }, code: 'Otter 10' }],
    'shelf.ndjson': [shelf, mixed],
  });
  await buildSnapshot(export_, join(folder, 'snapshots'), { files: diskFiles, strict: true });
  return openCurrent(diskFiles, join(folder, 'snapshots'));
}

/** The ids in order; without a value last, ties as they stand. */
function naive(titles: readonly (string | undefined)[], code: string, descending: boolean): readonly string[] {
  const { compare } = new Intl.Collator(code, { numeric: true });
  const all = titles.map((title, index) => ({ id: `i${index}`, title: title === '' ? undefined : title }));
  return all
    .toSorted((a, b) => {
      if (a.title === undefined || b.title === undefined)
        return Number(a.title === undefined) - Number(b.title === undefined);
      return (descending ? -1 : 1) * compare(a.title, b.title);
    })
    .map(({ id }) => id);
}

const ids = (space: Space, target: string): readonly string[] => documentOf(space, target).data.map(({ id }) => id);

const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({
      unit: fc.constantFrom('a', 'A', 'ä', 'Ä', 'z', 'Z', 'å', '1', '2', '10', ' ', '-', 'é'),
      maxLength: 4,
    }),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

describe('a natural order', () => {
  it('random texts › are sorted as the collator of the locale sorts them', { timeout: 60_000 }, async () => {
    const runs = fc.sample(fc.array(text, { minLength: 1, maxLength: 60 }), { seed: 7, numRuns: 4 });
    for (const titles of runs) {
      const space = await spaceWith(titles);
      for (const [place, code] of LOCALES.entries()) {
        for (const sign of ['', '-']) {
          const expected = naive(titles, code, sign === '-');
          const query = `localeCode=${code}&page[limit]=100`;
          expect(ids(space, `/thing?${query}&sort=${sign}title`)).toEqual(expected);
          expect(ids(space, `/thing?${query}&sort=${sign}title&filter[id][_contains]=i`)).toEqual(expected);
          expect(ids(space, `/shelf/s/things?${query}&sort=${sign}title`)).toEqual(expected);
          // What is not localized is in the order of the default locale.
          expect(ids(space, `/thing?${query}&sort=${sign}code`)).toEqual(naive(titles, 'en', sign === '-'));
        }
        const local = spaceOf(space, place).types.get('thing')!.segment;
        expect(checkSegment(local)).toEqual([]);
        expect(local.file.meta.get('collation')).toBe(COLLATION_VERSION);
      }
    }
  });

  it('letters, accents, case and numbers › are ordered by the rules of each locale', async () => {
    const titles = ['Chapter 10', 'Zebra', 'chapter 9', 'Äpple', 'apple', 'Apple', undefined, 'Chapter 9'];
    const space = await spaceWith(titles);
    const shown = (target: string) => documentOf(space, target).data.map(({ attributes }) => attributes['title']);
    expect(shown('/thing?sort=title')).toEqual([
      'apple',
      'Apple',
      'Äpple',
      'chapter 9',
      'Chapter 9',
      'Chapter 10',
      'Zebra',
      null,
    ]);
    expect(shown('/thing?sort=title&localeCode=sv').slice(-3)).toEqual(['Zebra', 'Äpple', null]);
    expect(shown('/thing?sort=-title').slice(0, 2)).toEqual(['Zebra', 'Chapter 10']);
    expect(documentOf(space, '/thing?sort=raw').data.map(({ attributes }) => attributes['raw'])).toEqual([
      'Apple',
      'Chapter 10',
      'Chapter 9',
      'Zebra',
      'apple',
      'chapter 9',
      'Äpple',
      null,
    ]);
    // Of several types, too.
    expect(ids(space, '/shelf/m/anything?sort=title&page[limit]=100')).toEqual([
      'i4',
      'i5',
      'i3',
      'i2',
      'i7',
      'i0',
      'o',
      'i1',
      'i6',
    ]);
    expect(ids(space, '/thing?filter[title][_gt]=Zebra')).toEqual(['i2', 'i3', 'i4']);
  });
});
