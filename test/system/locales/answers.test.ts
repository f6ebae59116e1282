/**
 * Localized fields from the export's files to the document: which values each locale has, what falls back, and what all
 * parts of a request mean in a locale.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { type Space, spaceOf } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { built, documentOf, SHOP } from '../../../testing/samples/shop.js';

const newFolder = temporaryFolders();
let space: Space;
beforeAll(async () => {
  space = await built(newFolder());
});

const titles = (target: string): unknown => documentOf(space, target).data.map(({ attributes }) => attributes['title']);
const ids = (target: string): string =>
  documentOf(space, target)
    .data.map(({ id }) => id)
    .join();

describe('localeCode', () => {
  it.each([
    ['', ['The running foxes', 'A second', null]],
    ['?localeCode=en', ['The running foxes', 'A second', null]],
    ['?localeCode=de', ['Die laufenden Füchse', 'A second', 'Nur deutsch']],
    ['?localeCode=de-CH', ['Die laufenden Füchse', 'A second', 'Nur deutsch']],
    ['?localeCode=DE-ch', ['Die laufenden Füchse', 'A second', 'Nur deutsch']],
    ['?localeCode=fr', [null, null, null]],
  ])('/book%s › shows the values of that locale, or of its fallbacks', (query, expected) => {
    expect(titles(`/book${query}`)).toEqual(expected);
  });

  it('a complete resource › has attributes in model order, and relationships and links of the locale', () => {
    const [book] = documentOf(space, '/book?localeCode=de').data;
    expect(JSON.stringify(book)).toBe(
      JSON.stringify({
        type: 'book',
        id: '1',
        attributes: {
          title: 'Die laufenden Füchse',
          pages: 3,
          body: 'Ein Fuchs läuft.',
          price: '2.00',
          cover: { url: '/b.png', width: 3 },
          series: 'S',
        },
        relationships: {
          author: {
            data: { type: 'author', id: 'b' },
            links: {
              self: '/book/1/relationships/author?localeCode=de',
              related: '/book/1/author?localeCode=de',
            },
          },
          parts: {
            data: [{ type: 'book', id: '3' }],
            links: { self: '/book/1/relationships/parts?localeCode=de', related: '/book/1/parts?localeCode=de' },
            meta: { total: 1 },
          },
        },
        links: { self: '/book/1?localeCode=de' },
        meta: { locales: ['en', 'de', 'fr'] },
      }),
    );
  });

  it('sparse fieldsets › show only these fields', () => {
    const [book] = documentOf(space, '/book?localeCode=de&fields[book]=series,title,parts').data;
    expect(book?.attributes).toEqual({ title: 'Die laufenden Füchse', series: 'S' });
    expect(Object.keys(book?.relationships ?? {})).toEqual(['parts']);
    expect(book?.meta.locales).toEqual(['en', 'de', 'fr']);
  });

  it('meta.locales › lists where an item has values of its own; a type without localized fields has none', () => {
    expect(documentOf(space, '/book').data.map(({ meta }) => meta.locales)).toEqual([
      ['en', 'de', 'fr'],
      ['en', 'fr'],
      ['en', 'de'],
    ]);
    expect(documentOf(space, '/author?localeCode=fr').data.map(({ meta }) => meta.locales)).toEqual([
      ['en', 'fr'],
      ['en', 'de'],
    ]);
    expect(documentOf(space, '/tag?localeCode=fr').data[0]).not.toHaveProperty('meta');
  });

  it.each([
    ['/book?localeCode=de&filter[title][_eq]=A second', '2'],
    ['/book?localeCode=de&filter[title][_startsWith]=Die', '1'],
    ['/book?filter[title][_startsWith]=Die', ''],
    ['/book?localeCode=de&filter[title][_icontains]=FÜCHSE', '1'],
    ['/book?localeCode=fr&filter[title][_exists]=true', ''],
    ['/book?localeCode=fr&filter[body][_contains]=renard', '1'],
    ['/book?localeCode=de&filter[body][_contains]=renard', ''],
    ['/book?filter[body][_endsWith]="fast".', '1'],
    ['/book?localeCode=de&filter[body][_endsWith]=läuft.', '1'],
    ['/book?localeCode=de&filter[price][_gte]=2', '1'],
    ['/book?filter[price][_gte]=2', ''],
    ['/book?localeCode=de&filter[author][id][_eq]=b', '1'],
    ['/book?filter[author][id][_eq]=b', ''],
    ['/book?localeCode=fr&filter[author][id][_eq]=a', '2'],
    ['/book?localeCode=de&filter[pages][_gt]=2&filter[title][_contains]=e', '1,2'],
    ['/book?localeCode=de&sort=title', '2,1,3'],
    ['/book?sort=-title', '1,2,3'],
    ['/book?localeCode=de&sort=-price', '1,2,3'],
    ['/book/1/parts', '2,3'],
    ['/book/1/parts?localeCode=de', '3'],
    ['/book/1/relationships/parts?localeCode=de-CH', '3'],
    ['/book?localeCode=de&filter[_search]=fuchs', '1'],
    ['/book?localeCode=de&filter[_search]=laufende', '1'],
    ['/book?filter[_search]=run', '1'],
    ['/book?localeCode=de&filter[_search]=run', ''],
    ['/book?localeCode=de-CH&filter[_search]=fuchs', '1'],
    ['/book?filter[_search]="fox+runs"', '1'],
    ['/book?localeCode=de&filter[_search]="fox+runs"', ''],
    ['/book?localeCode=de&filter[_search]="ein+fuchs"', '1'],
    ['/book?localeCode=de&filter[_search]="fuchs+ein"', ''],
    ['/tag?localeCode=de&filter[_search]=runs', 't'],
  ])('%s › finds %s', (target, expected) => {
    expect(ids(target)).toBe(expected);
  });

  it('include › has the linked items of the locale, with its values', () => {
    const names = (query: string): unknown =>
      documentOf(space, `/book?include=author${query}`).included.map(({ attributes }) => attributes['name']);
    expect(names('')).toEqual(['Ann']);
    expect(names('&localeCode=de')).toEqual(['Bob']);
    expect(names('&localeCode=fr')).toEqual(['Anne']);
  });

  it('facets, statistics and highlights › are of the locale', () => {
    const { data, meta } = documentOf(
      space,
      '/book?localeCode=de&_facet[title]=2&_facet[author]=2&_stats=price&filter[_search]=fuchs&_highlight=title,body',
    );
    expect(meta).toMatchObject({
      facets: {
        title: { values: [{ value: 'Die laufenden Füchse', count: 1 }], total: 1, missing: 0 },
        author: { values: [{ value: { type: 'author', id: 'b' }, count: 1 }] },
      },
      stats: { price: { count: 1, min: '2.00', max: '2.00' } },
    });
    expect(data[0]?.meta.locales).toEqual(['en', 'de', 'fr']);
    expect(JSON.stringify(data[0]?.meta.highlights)).toContain('Fuchs');
  });

  it('links › keep the parameter, as spelled in the model', () => {
    const { links, data } = documentOf(space, '/book?page[limit]=1&localeCode=DE');
    expect(links).toEqual({
      self: '/book?page%5Blimit%5D=1&localeCode=de',
      first: '/book?page%5Blimit%5D=1&localeCode=de&page%5Bskip%5D=0',
      next: '/book?page%5Blimit%5D=1&localeCode=de&page%5Bskip%5D=1',
      last: '/book?page%5Blimit%5D=1&localeCode=de&page%5Bskip%5D=2',
    });
    expect(data[0]?.links['self']).toBe('/book/1?localeCode=de');
    const capped = documentOf(space, '/book?page[parts][limit]=1&localeCode=en').data[0];
    expect(capped?.relationships['parts']?.links['next']).toBe(
      '/book/1/relationships/parts?localeCode=en&page%5Blimit%5D=1&page%5Bskip%5D=1',
    );
    expect(documentOf(space, '/book/1/relationships/parts?localeCode=de').links['related']).toBe(
      '/book/1/parts?localeCode=de',
    );
  });

  it('the root › lists the locales, and links to their lists', () => {
    const { links, meta } = documentOf(space, '/?localeCode=fr');
    expect(meta['locales']).toEqual(['en', 'de', 'de-CH', 'fr']);
    expect(links).toEqual({
      self: '?localeCode=fr',
      book: '/book?localeCode=fr',
      author: '/author?localeCode=fr',
      tag: '/tag?localeCode=fr',
    });
  });

  it.each([
    [
      'localeCode=it',
      'InvalidParameter',
      'There is no locale "it" here. The locales are: en, de, de-CH, fr; the default is en.',
    ],
    [
      'localeCode=',
      'InvalidParameter',
      'There is no locale "" here. The locales are: en, de, de-CH, fr; the default is en.',
    ],
    [
      'localeCode=en&localeCode=de',
      'InvalidParameter',
      '"localeCode" was sent more than once; only filters and lists may repeat.',
    ],
    ['localeCode[a]=en', 'InvalidParameter', '"localeCode" takes no brackets: the form is localeCode=<locale>.'],
    ['locale=en', 'UnknownParameter', 'There is no parameter "locale" here. Did you mean "localeCode=en"?'],
  ])('%s › is refused with %s', (query, code, detail) => {
    for (const path of ['', '/book', '/book/1', '/book/1/author', '/book/1/relationships/parts']) {
      try {
        parseRequest(space.model, path, query);
        expect.unreachable();
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        expect(error.problems[0]).toMatchObject({ code });
        expect(error.problems[0]?.detail).toContain(detail);
      }
    }
  });

  it('stored structures › verify in every locale', () => {
    for (const { name } of space.types.values()) {
      const segments = space.model.locales.map((_, locale) => spaceOf(space, locale).types.get(name)!.segment);
      for (const [place, segment] of segments.entries()) {
        expect(checkSegment(segment), name).toEqual([]);
        expect(checkSegment(segment, segments.slice(0, place)), name).toEqual([]);
      }
    }
  });

  it('a locale with the values of another › is stored once', () => {
    const names = [...space.types.get('book')!.segment.file.sections.entries()].map(({ name }) => name);
    expect(names.filter((name) => name.includes('de-CH'))).toEqual([]);
    expect(names).toContain('title@de/ordinals');
    expect(names).toContain('title@de/fold/ordinals');
    expect(names).toContain('search@de.stems');
    expect(names).toContain('documents@fr');
  });

  it('an attribute equal to the default locale › is not stored again', async () => {
    const body = { en: 'A long text that nobody has translated' };
    const own = await built(newFolder(), {
      ...SHOP,
      'book.ndjson': [
        { id: '1', title: { en: 'One', de: 'Eins' }, body, price: { en: '1', de: '2' } },
        { id: '2', title: { en: 'Two' }, body: { ...body, de: 'Ein Text' } },
      ],
    });
    const { sections } = own.types.get('book')!.segment.file;
    const records = sections.countedRecords('documents.local');
    const texts = Array.from({ length: records.count }, (_, place) => Buffer.from(records.view(place)).toString());
    expect(texts.map((text) => text.slice(text.indexOf('"')))).toEqual([
      '"title":"Eins","price":"2.00"',
      '"title":null,"body":null,"price":null',
      '"body":"Ein Text"',
      '"title":null,"body":null',
    ]);
    expect(
      documentOf(own, '/book?localeCode=de&fields[book]=title,body,price').data.map((book) => book.attributes),
    ).toEqual([
      { title: 'Eins', body: body.en, price: '2.00' },
      { title: 'Two', body: 'Ein Text', price: null },
    ]);
  });
});
