import { describe, expect, it } from 'vitest';
import { readTarget } from '../app/address/place.js';
import { BETWEEN, completeNodes, joinBetween } from '../app/ask/between.js';
import { collectChoices, findChoice, searchChoices } from '../app/ask/field-levels.js';
import { createFilterLevels, listFilterables } from '../app/ask/filterables.js';
import { createSortLevels } from '../app/ask/sortables.js';
import {
  chooseColumns,
  type DescribedField,
  type DescribedSpace,
  type DescribedType,
  findField,
  findFieldAtPath,
} from '../app/model/space.js';
import { formatInstant } from '../app/parts/format.js';
import { type FacetValue, readInterval, toggleFacetValue } from '../app/query/facet-filter.js';
import { readQuery } from '../app/query/read.js';
import { writeQuery } from '../app/query/write.js';

const field = (name: string, type: string, more: object = {}): DescribedField =>
  ({ name, type, operators: [], sortable: true, facet: true, ...more }) as unknown as DescribedField;

const typeOf = (...fields: readonly DescribedField[]): DescribedType => ({
  ...{ name: 'post', items: 40, search: false, similar: false, fields, counts: [] },
});

const asked = (search: string) => readQuery(readTarget(`/post?${search}`).params);
const searchOf = (query: ReturnType<typeof asked>): string =>
  writeQuery(query)
    .map((param) => param.join('='))
    .join('&');

describe('usual columns', () => {
  const saved = ['createdAt', 'updatedAt', 'publishedAt', 'firstPublishedAt'].map((name) => field(name, 'dateTime'));

  it('a type of a CMS › fields that tell items apart, and one date', () => {
    const type = typeOf(
      ...saved,
      field('slug', 'text'),
      field('owner', 'text', { dull: true }),
      field('title', 'text'),
      field('tags', 'relationship', { to: ['tag'], many: true }),
      field('price', 'decimal'),
      field('body', 'markdown'),
      field('kind', 'select', { options: ['a', 'b'] }),
      field('cover', 'image'),
    );
    expect(chooseColumns(type)).toEqual(['cover', 'title', 'tags', 'kind', 'price', 'body', 'owner', 'createdAt']);
  });

  it('a type with dates only › the dates', () => {
    expect(chooseColumns(typeOf(...saved))).toEqual(saved.map(({ name }) => name));
  });
});

describe('a value of a facet', () => {
  const type = typeOf(
    field('kind', 'select', { options: ['a', 'b'] }),
    field('author', 'relationship', { to: ['author'] }),
  );

  it.each<[string, string, readonly string[], FacetValue, string]>([
    ['the first', '', ['kind'], { value: 'a' }, 'filter[kind][_in]=a'],
    ['another', 'filter[kind][_in]=a', ['kind'], { value: 'b' }, 'filter[kind][_in]=a,b'],
    ['an item', '', ['author'], { value: 'x' }, 'filter[author][id][_in]=x'],
    ['with a comma', '', ['kind'], { value: 'a,b' }, 'filter[kind][_in][]=a,b'],
    [
      'another year',
      'filter[kind][_eq]=a&filter[at][_gte]=2017-01-01&filter[at][_lt]=2018-01-01',
      ['at'],
      readInterval('2019'),
      'filter[kind][_eq]=a&filter[at][_gte]=2019-01-01&filter[at][_lt]=2020-01-01',
    ],
  ])('%s › filters the list, and no longer after a second press', (_, search, path, facetValue, expected) => {
    const query = asked(search);
    const on = toggleFacetValue(query, path, findField(type, path[0]), facetValue);
    expect([on.isOn, searchOf({ ...query, filter: on.filter })]).toEqual([false, expected]);
    const again = toggleFacetValue({ ...query, filter: on.filter }, path, findField(type, path[0]), facetValue);
    expect(again.isOn).toBe(true);
    if (path[0] !== 'at') expect(searchOf({ ...query, filter: again.filter })).toBe(search);
  });

  it.each([
    ['2024', '2024-01-01', '2025-01-01'],
    ['2024-12', '2024-12-01', '2025-01-01'],
    ['2024-02-29', '2024-02-29', '2024-03-01'],
    ['0012', '0012-01-01', '0013-01-01'],
  ])('interval %s › begins at %s and ends at %s', (text, from, to) => {
    expect(readInterval(text)).toEqual({ from, to });
  });
});

describe('between', () => {
  it.each([
    'filter[price][_gte]=1&filter[price][_lte]=2&filter[kind][_eq]=a',
    'filter[_OR][0][price][_gte]=1&filter[_OR][0][price][_lte]=2&filter[_OR][1][kind][_eq]=a',
    'filter[price][_gte]=1&filter[pages][_lte]=2',
  ])('%s › is written as it was read', (search) => {
    const query = asked(search);
    expect(searchOf({ ...query, filter: completeNodes(joinBetween(query.filter)) })).toBe(search);
  });

  it('two bounds of a field › become one condition, in which either bound may be missing', () => {
    const [condition] = joinBetween(asked('filter[price][_gte]=1&filter[price][_lte]=2').filter);
    expect(condition).toMatchObject({ operator: BETWEEN, values: ['1', '2'] });
    const open = completeNodes([{ kind: 'condition', path: ['price'], operator: BETWEEN, values: ['', '2'] }]);
    expect(open).toEqual([{ kind: 'condition', path: ['price'], operator: '_lte', values: ['2'] }]);
  });
});

describe('an instant', () => {
  it.each([
    ['2026-05-16T08:15:27.125Z', '2026-05-16 08:15', '2026-05-16 08:15:27'],
    ['2026-05-16T08:15:00.000Z', '2026-05-16 08:15', '2026-05-16 08:15'],
    ['2026-05-16', '2026-05-16', '2026-05-16'],
  ])('%s › is %s in a table, and %s outside of tables', (text, brief, whole) => {
    expect([formatInstant(text, true), formatInstant(text, false)]).toEqual([brief, whole]);
  });
});

describe('the number of related items', () => {
  const count = field('reviews._count', 'integer', { operators: ['_eq', '_gte'] });
  const type: DescribedType = {
    ...typeOf(field('reviews', 'relationship', { to: ['post'], many: true, operators: ['_eq'], sortable: false })),
    counts: [count],
  };

  it.each([
    'filter[reviews][_count][_gte]=3',
    'filter[_OR][0][reviews][_count][_in]=1,2',
    'filter[a][b][c][reviews][_count][_eq]=0',
  ])('%s › is a condition, written as it was read', (search) => {
    expect(asked(search).otherParams).toEqual([]);
    expect(searchOf(asked(search))).toBe(search);
  });

  it('a filter › offers it after the relationship', () => {
    expect(listFilterables([type], [])).toContainEqual({
      path: ['reviews', '_count'],
      value: 'reviews._count',
      steps: [count],
      operators: ['_eq', '_gte'],
      field: count,
    });
  });

  it('a value of its facet › filters by the number', () => {
    const path = ['reviews', '_count'];
    expect(findFieldAtPath(undefined, type, path)).toBe(count);
    const { filter } = toggleFacetValue(asked(''), path, count, { value: '3' });
    expect(searchOf({ ...asked(''), filter })).toBe('filter[reviews][_count][_in]=3');
  });
});

describe('the fields of a condition', () => {
  const relationship = (name: string, to: string, more: object = {}): DescribedField =>
    field(name, 'relationship', { to: [to], many: false, operators: ['_eq'], sortable: false, ...more });
  const text = (name: string, more: object = {}): DescribedField =>
    field(name, 'text', { operators: ['_eq'], ...more });
  const country: DescribedType = { ...typeOf(text('name', { label: 'Name' })), name: 'country' };
  const author: DescribedType = {
    ...typeOf(text('name'), relationship('country', 'country', { label: 'Country of birth' })),
    name: 'author',
  };
  const book: DescribedType = {
    ...typeOf(text('title'), relationship('author', 'author'), relationship('related', 'book', { many: true })),
    name: 'book',
  };
  const space = { types: [book, author, country] } as unknown as DescribedSpace;
  const filterLevels = createFilterLevels([book], undefined, space);
  const sortLevels = createSortLevels([book], space);

  it('through several relationships › are found by any of their names and labels', () => {
    const values = (words: string): readonly string[] =>
      searchChoices(collectChoices(filterLevels, []), words).map(({ value }) => value);
    expect(values('author.country.name')[0]).toBe('author.country.name');
    expect(values('birth name')[0]).toBe('author.country.name');
    expect(values('name')[0]).toBe('author.name');
    expect(values('nothing')).toEqual([]);
  });

  it('a path of the request › three relationships are known, a fourth is not', () => {
    expect(findChoice(filterLevels, 'related.author.country.name')?.path).toEqual([
      'related',
      'author',
      'country',
      'name',
    ]);
    expect(findChoice(filterLevels, 'author.country')?.path).toEqual(['author', 'country', 'id']);
    expect(findChoice(filterLevels, 'related.related.author.country')).toBeUndefined();
    expect(findChoice(filterLevels, 'related.related.related.author.name')).toBeUndefined();
  });

  it('a sort key › follows relationships to one item only', () => {
    const values = collectChoices(sortLevels, []).map(({ value }) => value);
    expect(values).toEqual(['title', 'id', 'author.name', 'author.country.name']);
  });
});
