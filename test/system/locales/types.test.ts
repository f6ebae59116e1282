/**
 * Localized fields of the types that are not asked for a text or a number: files, JSON, images as attributes and as
 * resources, and lists.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Space, spaceOf } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { modelOf } from '../../../testing/samples/model.js';
import { built, documentOf } from '../../../testing/samples/shop.js';

const newFolder = temporaryFolders();

const localized = true;
const fields = [
  { name: 'manual', type: 'file', localized },
  { name: 'extra', type: 'json', localized },
  { name: 'cover', type: 'image', localized },
  { name: 'pictures', type: 'image', many: true, localized },
  { name: 'tags', type: 'text', many: true, localized, search: true },
  { name: 'forms', type: 'select', many: true, options: ['a', 'b'], localized },
  { name: 'isNew', type: 'boolean', localized },
  { name: 'day', type: 'dateTime', format: 'date', localized },
];
const items = [
  {
    id: '1',
    manual: { en: { url: '/en.pdf', fileName: 'Manual' }, de: { url: '/de.pdf', fileName: 'Anleitung' } },
    extra: { en: { de: 'a member that is called as a locale is' }, de: null, fr: [1] },
    cover: { en: { url: '/en.png' }, de: { url: '/de.png', width: 2 } },
    pictures: { en: [{ url: '/1.png' }, { url: '/2.png' }], de: [{ url: '/3.png' }] },
    tags: { en: ['red', 'running'], de: ['rot'] },
    forms: { en: ['a'], fr: ['a', 'b'] },
    isNew: { en: true, de: false },
    day: { de: '2024-02-29' },
  },
  { id: '2', tags: { en: [], de: ['rot', 'blau'] }, cover: { fr: { url: '/fr.png' } } },
];
const locales = [{ code: 'en', default: true }, { code: 'de', fallback: 'en' }, { code: 'fr' }];
const filesOf = (images: string) => ({
  'model.json': modelOf({ thing: fields }, { space: 'shop', images, locales }),
  'thing.ndjson': items,
});

const ids = (space: Space, query: string): readonly string[] =>
  documentOf(space, `/thing?${query}`).data.map(({ id }) => id);

function expectSound(space: Space): void {
  for (const { name } of space.types.values()) {
    const segments = space.model.locales.map((_, locale) => spaceOf(space, locale).types.get(name)!.segment);
    for (const [place, segment] of segments.entries()) {
      expect(checkSegment(segment, segments.slice(0, place)), name).toEqual([]);
    }
  }
}

describe('localized files, JSON, images and lists', () => {
  let space: Space;
  beforeAll(async () => {
    space = await built(newFolder(), filesOf('attributes'));
  });

  it.each([
    [
      '',
      {
        manual: { url: '/en.pdf', fileName: 'Manual' },
        extra: { de: 'a member that is called as a locale is' },
        cover: { url: '/en.png' },
        pictures: [{ url: '/1.png' }, { url: '/2.png' }],
        tags: ['red', 'running'],
        forms: ['a'],
        isNew: true,
        day: null,
      },
    ],
    [
      '?localeCode=de',
      {
        manual: { url: '/de.pdf', fileName: 'Anleitung' },
        extra: { de: 'a member that is called as a locale is' },
        cover: { url: '/de.png', width: 2 },
        pictures: [{ url: '/3.png' }],
        tags: ['rot'],
        forms: ['a'],
        isNew: false,
        day: '2024-02-29',
      },
    ],
    [
      '?localeCode=fr',
      { manual: null, extra: [1], cover: null, pictures: null, tags: null, forms: ['a', 'b'], isNew: null, day: null },
    ],
  ])('/thing/1%s › shows the values of the locale, or of its fallback', (query, shown) => {
    expect(documentOf(space, `/thing${query}`).data[0]?.attributes).toMatchObject(shown);
  });

  it.each([
    ['filter[tags][_eq]=red', ['1']],
    ['filter[tags][_eq]=rot', []],
    ['localeCode=de&filter[tags][_eq]=rot', ['1', '2']],
    ['localeCode=de&filter[tags][_in]=blau,red', ['2']],
    ['localeCode=fr&filter[tags][_exists]=true', []],
    ['localeCode=fr&filter[forms][_eq]=b', ['1']],
    ['localeCode=de&filter[forms][_eq]=b', []],
    ['filter[_search]=run', ['1']],
    ['localeCode=de&filter[_search]=rot', ['1', '2']],
    ['localeCode=de&filter[isNew][_eq]=false', ['1']],
    ['localeCode=de&filter[day][_gte]=2024-01-01', ['1']],
    ['filter[day][_exists]=true', []],
  ])('/thing?%s › finds the items with that value in the locale', (query, found) => {
    expect(ids(space, query)).toEqual(found);
  });

  it('facets › count the values of the locale', () => {
    const facetsOf = (query: string): unknown => documentOf(space, `/thing?_facet[tags]=5${query}`).meta['facets'];
    expect(facetsOf('')).toMatchObject({ tags: { total: 2, missing: 1 } });
    expect(facetsOf('&localeCode=de')).toMatchObject({ tags: { values: [{ value: 'rot', count: 2 }, { count: 1 }] } });
    expect(facetsOf('&localeCode=fr')).toMatchObject({ tags: { total: 0, missing: 2 } });
  });

  it('stored structures › verify', () => {
    expectSound(space);
  });
});

describe('localized images as resources', () => {
  let space: Space;
  beforeAll(async () => {
    space = await built(newFolder(), filesOf('resources'));
  });

  const included = (query: string): readonly unknown[] =>
    documentOf(space, `/thing?include=cover,pictures${query}`).included.map(({ attributes }) => attributes['url']);

  it('include › has the images of the locale, each once', () => {
    expect(included('')).toEqual(['/en.png', '/1.png', '/2.png']);
    expect(included('&localeCode=de').toSorted()).toEqual(['/3.png', '/de.png']);
    expect(included('&localeCode=fr')).toEqual(['/fr.png']);
  });

  it('related › returns the image of the locale', () => {
    const related = (query: string) => JSON.stringify(documentOf(space, `/thing/1/cover${query}`));
    expect(related('')).toContain('"url":"/en.png"');
    expect(related('?localeCode=de')).toContain('"url":"/de.png"');
    expect(related('?localeCode=fr')).toContain('"data":null');
  });

  it('stored structures › verify', () => {
    expectSound(space);
  });
});
