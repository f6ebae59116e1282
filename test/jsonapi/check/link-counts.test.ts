/**
 * Counts of links in requests: how they are read, and what is said of counts that do not exist.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { filterOf, parse, problems, problemTexts } from '../parsing.js';

describe('a filter by a count', () => {
  it.each([
    ['of the items', 'filter[reviews][_count][_gte]=3', 'reviews._count _gte 3e-0'],
    ['in a list', 'filter[reviews][_count][_in]=0,2', 'reviews._count _in 0e-0|2e-0'],
    ['of a related item', 'filter[author][books][_count][_gt]=3', 'author{books._count _gt 3e-0}'],
    [
      'of one and the same related item',
      'filter[author][books][_count][_gt]=3&filter[author][name][_eq]=a',
      'author{and(books._count _gt 3e-0, name _eq a)}',
    ],
    [
      'next to a condition on a related item: of the items themselves',
      'filter[reviews][_count][_gt]=3&filter[reviews][text][_eq]=a',
      'and(reviews._count _gt 3e-0, reviews{text _eq a})',
    ],
    ['in a group', 'filter[_NOT][][reviews][_count][_eq]=0', 'not(reviews._count _eq 0e-0)'],
    ['below zero', 'filter[reviews][_count][_gt]=-1', 'reviews._count _gt -1e-0'],
  ])('%s › %s', (_, search, filter) => {
    expect(filterOf(search)).toBe(filter);
  });
});

describe('other parameters with a count', () => {
  it.each([
    'sort=-reviews._count,author.books._count',
    '_facet[author.books._count]=3&_facet[author.books._count][ranges]=1,5',
    '_stats=reviews._count,author.books._count',
  ])('%s › accepted', (search) => {
    expect(() => parse('/book', search)).not.toThrow();
  });
});

const toOne =
  '"author" is a to-one relationship: an item has one related item or none, so there is no "_count" of it. To select items that have one, write filter[author][_exists]=true.';

describe('a count that does not exist', () => {
  it.each([
    ['filter[author][_count][_gte]=3', `InvalidParameter [filter[author][_count][_gte]] ${toOne}`],
    ['sort=author._count', `InvalidParameter [sort] ${toOne}`],
    ['_facet[author._count]=3', `InvalidParameter [_facet[author._count]] ${toOne}`],
    ['_stats=author._count', `InvalidParameter [_stats] ${toOne}`],
    [
      'filter[author][country][_count][_eq]=1',
      'InvalidParameter [filter[author][country][_count][_eq]] "country" is a to-one relationship: an item has one related item or none, so there is no "_count" of it. To select items that have one, write filter[author][country][_exists]=true.',
    ],
    [
      'sort=title._count',
      'InvalidParameter [sort] "title" has no "_count": only to-many relationships have one. Here these are: reviews, tags.',
    ],
    [
      'sort=author.title._count',
      'InvalidParameter [sort] "title" has no "_count": only to-many relationships have one. Here these are: books.',
    ],
    [
      'filter[cover][_count][_eq]=1',
      'InvalidParameter [filter[cover][_count][_eq]] "cover" has no "_count": only to-many relationships have one. Here these are: reviews, tags.',
    ],
    [
      'filter[reveiws][_count][_eq]=1',
      'UnknownField [filter[reveiws][_count][_eq]] "book" has no field "reveiws". Did you mean "reviews"? Accepted here: reviews, tags.',
    ],
    [
      'filter[reviews][_count]=3',
      'InvalidParameter [filter[reviews][_count]] The name "filter[reviews][_count]" names no operator for "reviews._count": write filter[reviews][_count][_eq]=3.',
    ],
    [
      'filter[reviews][_count][_gte]=many',
      'InvalidValue [filter[reviews][_count][_gte]] "many" is not a value for "reviews._count" (integer), which takes an integer such as 12 or -3, of at most 1000 digits.',
    ],
    [
      'filter[reviews][_count][_gte]=1.5',
      'InvalidValue [filter[reviews][_count][_gte]] "1.5" is not a value for "reviews._count" (integer), which takes an integer such as 12 or -3, of at most 1000 digits.',
    ],
    [
      'filter[reviews][_count][_contains]=1',
      'UnsupportedOperator [filter[reviews][_count][_contains]] The operator "_contains" is unsupported on "reviews._count". "reviews._count" (integer) takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _in, _nin.',
    ],
    [
      '_facet[reviews][_count]=3',
      'InvalidParameter [_facet[reviews][_count]] "_facet[reviews][_count]" has "_count" in place of an option: write the count with a dot, _facet[reviews._count]=<limit>.',
    ],
    [
      'sort=reviews',
      'InvalidParameter [sort] A list cannot be sorted by "reviews": no order is defined on a field of type relationship. To sort by the number of its items, write sort=reviews._count.',
    ],
    [
      'sort=reviews.book._count',
      'InvalidParameter [sort] "reviews.book._count" leads through "reviews", which is to-many, so an item may have several values. A sort follows to-one relationships only: name a field of the items themselves, or a field behind to-one relationships.',
    ],
  ])('%s › says what to do', (search, text) => {
    expect(problemTexts('/book', search)).toEqual([text]);
  });

  it('a relationship to-many in one type and to-one in another › refused in a list of both', () => {
    expect(problemTexts('/shelf/x/items', 'sort=tags._count')).toEqual([
      expect.stringContaining('"tags" is a to-one relationship'),
    ]);
  });

  it('a relationship without a filter › the model has to turn it on', () => {
    const model = contentModel('s', [
      contentType('a', [{ name: 'links', type: 'relationship', to: ['a'], many: true, filter: false }]),
    ]);
    expect(problems('/a', 'sort=links._count', model).map(({ code, detail }) => `${code} ${detail}`)).toEqual([
      'NotIndexed A sort is not answered on "links": "filter" is false in model.json, on the field of a, so its index was not built. Write "filter": true there and build again.',
    ]);
  });
});
