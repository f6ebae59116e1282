/**
 * Surrogate keys: the keys of an answer, and their header. Elsewhere: whether they are enough for purging from one snapshot
 * to the next (test/ship/diff).
 */
import { describe, expect, it } from 'vitest';
import { isLocalized } from '../../src/content/model/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import {
  ALL_KEY,
  answer,
  anyItemKey,
  anyValueKey,
  dependencies,
  fieldKey,
  itemKey,
  joinKeys,
  KEYS_BYTES_MAXIMUM,
  MANY_KEY,
  parseRequest,
  type Resource,
  typeKey,
  valueKey,
} from '../../src/jsonapi/index.js';
import { exportedItems, openBookshop } from '../../testing/samples/bookshop.js';

function keysOf(space: Space, url: string): readonly string[] {
  const [path = '', search = ''] = url.split('?');
  const request = parseRequest(space.model, path, search);
  const resources: Resource[] = [];
  answer(space, request, '', { writtenResources: resources });
  return [...dependencies(space.model, request, resources)];
}

/** @param marks of the values that the list is named by */
const byValue = (type: string, field: string, ...marks: readonly string[]): readonly string[] => [
  anyValueKey(type, field),
  ...marks.map((mark) => valueKey(type, field, mark)),
];

describe('keys of an answer', () => {
  const [book] = exportedItems('book');
  const own = `book/${book?.['id']}`;
  const author = `author/${book?.['author']}`;
  const none = 'filter[id][_eq]=none';

  it.each([
    [`/${own}`, [own]],
    [`/${own}?include=author`, [own, author]],
    [`/${own}?fields[book]=title&page[reviews][limit]=1`, [own]],
    [`/${own}/author`, [own, author]],
    [`/${own}/relationships/reviews`, [own]],
    [`/book?filter[id][_eq]=${book?.['id']}`, ['book', own]],
    [`/book?${none}`, ['book']],
    [`/book?${none}&sort=-title,id&filter[price][_gt]=3`, ['book', 'book:title', 'book:price']],
    [`/book?${none}&filter[author][id][_eq]=x`, ['book', ...byValue('book', 'author', '=x')]],
    [
      `/book?${none}&filter[_OR][0][title][_eq]=x&filter[_OR][1][_NOT][][genre][_eq]=y`,
      ['book', 'book:title', 'book:genre'],
    ],
    [`/book?${none}&filter[reviews][_count][_eq]=3`, ['book', 'book:reviews']],
    [`/book?${none}&sort=-reviews._count`, ['book', 'book:reviews']],
    [`/book?${none}&_facet[reviews._count]=5&_stats=related._count`, ['book', 'book:reviews', 'book:related']],
    [`/book?${none}&sort=author.books._count`, ['book', 'book:author', 'author:books']],
    [`/book?${none}&filter[author][books][_count][_in]=1,2`, ['book', 'book:author', 'author:books']],
    [`/book?${none}&_facet[genre]=0&_stats=price,pages`, ['book', 'book:genre', 'book:price', 'book:pages']],
    [
      `/book?${none}&_facet[author]=3&_facet[author][include]=true&_facet[author][own]=ignored`,
      ['book', 'book:author'],
    ],
    [`/${own}/reviews?${none}&_facet[stars]=5`, [own, 'review:stars']],
    [`/${own}/reviews?${none}`, [own]],
    [`/${own}/reviews?sort=id&page[limit]=0`, [own]],
    [
      `/${own}/reviews?sort=-stars&filter[headline][_eq]=none`,
      [own, 'review:stars', ...byValue('review', 'headline', '=none')],
    ],
    [`/book?${none}&filter[title][_startsWith]=Salt&sort=title`, ['book', ...byValue('book', 'title', '^sal')]],
    [`/book?${none}&filter[title][_istartsWith]=\u1e9e&sort=-title`, ['book', ...byValue('book', 'title', '^ss')]],
    [`/book?${none}&filter[title][_startsWith]=`, ['book', 'book:title']],
    [`/book?${none}&filter[pages][_in]=-0,007`, ['book', ...byValue('book', 'pages', '=0', '=7')]],
    [`/book?${none}&filter[pages][_in]=1,2,3,4,5`, ['book', 'book:pages']],
    [`/book?${none}&filter[_AND][0][pages][_eq]=1&filter[pages][_lt]=5`, ['book', 'book:pages']],
    [
      `/book?${none}&filter[_AND][0][pages][_eq]=1&filter[price][_lt]=5`,
      ['book', ...byValue('book', 'pages', '=1'), 'book:price'],
    ],
    [`/book?${none}&filter[pages][_eq]=1&_stats=pages`, ['book', ...byValue('book', 'pages', '=1'), 'book:pages']],
    [`/book?${none}&filter[pages][_neq]=1`, ['book', 'book:pages']],
    [`/book?${none}&filter[price][_eq]=1`, ['book', 'book:price']],
  ])('%s › %j, and ALL_KEY', async (url, keys) => {
    expect([...keysOf(await openBookshop(), url)].sort()).toEqual([ALL_KEY, ...keys].sort());
  });

  const german = `book@de/${book?.['id']}`;

  it.each([
    [`/${own}?localeCode=en`, [own]],
    [`/${own}?localeCode=de`, [german]],
    [`/${own}?include=author&localeCode=de`, [german, author]],
    [`/${own}/author?localeCode=de`, [german, author]],
    [`/${own}/relationships/author?localeCode=de`, [german]],
    [`/book?${none}&sort=title,price&localeCode=de`, ['book', 'book@de:title', 'book:price']],
    [`/book?${none}&filter[title][_eq]=Salz&localeCode=de`, ['book', ...byValue('book@de', 'title', '=salz')]],
    [`/book?${none}&sort=title&localeCode=en`, ['book', 'book:title']],
    [
      `/${own}/reviews?sort=-stars&filter[headline][_eq]=none&localeCode=de`,
      [german, 'review:stars', ...byValue('review', 'headline', '=none')],
    ],
  ])('%s › %j, in the names of the locale', async (url, keys) => {
    expect([...keysOf(await openBookshop(), url)].sort()).toEqual([ALL_KEY, ...keys].sort());
  });

  it("a search in a locale › the locale's key of every localized field", async () => {
    const space = await openBookshop();
    const fields = space.model.contentTypes.get('book')?.fields ?? [];
    const searched = fields.filter((field) => 'search' in field);
    const keys = keysOf(space, `/book?${none}&filter[_search]=salz&localeCode=de`);
    const expected = searched.map((field) => `${isLocalized(field) ? 'book@de' : 'book'}:${field.name}`);
    expect(new Set(expected.map((key) => key.split(':')[0]))).toEqual(new Set(['book@de', 'book']));
    expect([...keys].sort()).toEqual([ALL_KEY, 'book', ...expected].sort());
  });

  it('a search › the type, and every field that is searched', async () => {
    const space = await openBookshop();
    const fields = space.model.contentTypes.get('book')?.fields ?? [];
    const searched = fields.flatMap((field) => ('search' in field ? [`book:${field.name}`] : []));
    expect(searched.length).toBeGreaterThan(3);
    const keys = keysOf(space, `/book?${none}&filter[_search]=salt`);
    expect([...keys].sort()).toEqual([ALL_KEY, 'book', ...searched].sort());
  });

  it('the list of types › every type', async () => {
    const space = await openBookshop();
    expect(keysOf(space, '')).toEqual([ALL_KEY, ...space.types.keys()]);
  });

  it('odd ids › the same key from the item in the path and from the store, fit for a header', async () => {
    const space = await openBookshop();
    const ids = exportedItems('book').map(({ id }) => String(id));
    const odd = ids.filter((id) => itemKey('book', id) !== `book/${id}`);
    expect(odd.length).toBeGreaterThan(3);
    for (const id of odd) {
      expect(keysOf(space, `/book/${encodeURIComponent(id)}`)).toEqual([ALL_KEY, itemKey('book', id)]);
      expect(itemKey('book', id)).toMatch(/^[!-+\--~]+$/);
    }
  });
});

describe('joinKeys', () => {
  it('keys of exactly the maximum length › all keys', () => {
    const exact = new Set([ALL_KEY, itemKey('book', 'x'.repeat(KEYS_BYTES_MAXIMUM - ':all book/'.length))]);
    expect(joinKeys(exact, ' ')).toHaveLength(KEYS_BYTES_MAXIMUM);
    const types = new Set([
      typeKey('x'.repeat(KEYS_BYTES_MAXIMUM - ' book/'.length)),
      itemKey('book', 'b'),
      itemKey('book', 'c'),
    ]);
    expect(joinKeys(types, ' ')).toHaveLength(KEYS_BYTES_MAXIMUM);
  });

  it('keys that fit › all keys', () => {
    expect(joinKeys(new Set(['book', 'book/b1']), ' ')).toBe('book book/b1');
    expect(joinKeys(new Set(['book', 'book/b1']), ',')).toBe('book,book/b1');
  });

  it('too many item keys › one key per type; other keys unchanged', () => {
    const many = Array.from({ length: 400 }, (_, i) => itemKey(i % 2 === 0 ? 'book' : 'author', `some-item-${i}`));
    const keys = new Set([ALL_KEY, typeKey('book'), fieldKey('book', 'title'), ...many]);
    expect(joinKeys(keys, ' ')).toBe(`:all book book:title ${anyItemKey('book')} ${anyItemKey('author')}`);
  });

  it('too many type keys › one key for all', () => {
    const types = Array.from({ length: 400 }, (_, i) => typeKey(`some-content-type-${i}`));
    expect(types.join(' ').length).toBeGreaterThan(KEYS_BYTES_MAXIMUM);
    expect(joinKeys(new Set(types), ' ')).toBe(`${ALL_KEY} ${MANY_KEY}`);
  });
});
