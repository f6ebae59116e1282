/**
 * Files, JSON, and lists of texts and images: how they are delivered, asked for, counted and refused.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectSpace } from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { modelOf } from '../../../testing/samples/model.js';
import { problemTexts } from '../../jsonapi/parsing.js';

const model = modelOf({
  post: {
    tags: { type: 'text', many: true, search: true },
    formats: { type: 'select', options: ['a', 'b', 'c'], many: true },
    gallery: { type: 'image', many: true },
    paper: 'file',
    extra: 'json',
  },
});
const posts = [
  '{"id":"1","tags":["new","sale","new"],"formats":["b","a"],"gallery":[{"url":"/1.png","width":2}],"extra":{"b":1.50,"a":[ null ]}}',
  '{"id":"2","tags":["sale"],"paper":{"fileSize":3,"url":"/2.pdf"},"extra":12345678901234567890}',
  '{"id":"3","tags":[],"formats":["a"],"gallery":[],"extra":"text"}',
  '{"id":"4","tags":["","Ärger"],"extra":false}',
  '{"id":"5"}',
];

let space: MemorySpace;
beforeAll(async () => {
  space = await MemorySpace.of(model, { post: posts });
});

describe('delivered', () => {
  it('lists and JSON › equal the export except white space', () => {
    const text = space.text('/post/1');
    expect(text).toContain('"tags":["new","sale","new"],"formats":["b","a"],"gallery":[{"url":"/1.png","width":2}]');
    expect(text).toContain('"paper":null,"extra":{"b":1.50,"a":[null]}');
    expect(space.text('/post/2')).toContain('"paper":{"url":"/2.pdf","fileSize":3},"extra":12345678901234567890');
    expect(space.text('/post/3')).toContain('"tags":[],"formats":["a"],"gallery":[],"paper":null,"extra":"text"');
    expect(space.text('/post/5')).toContain('"tags":null,"formats":null,"gallery":null,"paper":null,"extra":null');
  });

  it('populated › counts non-empty lists', () => {
    const [type] = inspectSpace(space.space).types;
    expect(type?.fields.map(({ name, populated, distinct }) => [name, populated, distinct])).toEqual([
      ['id', 5, 5],
      ['tags', 3, 3],
      ['formats', 2, 2],
      ['gallery', 1, undefined],
      ['paper', 1, undefined],
      ['extra', 4, undefined],
    ]);
  });

  it('the snapshot › verifies', async () => {
    expect((await verifySnapshot(space.disk, '/out', space.space.id)).problems).toEqual([]);
  });
});

describe('filtered and sorted', () => {
  it.each([
    ['filter[tags][_eq]=sale', ['1', '2']],
    ['filter[tags][_eq]=new', ['1']],
    ['filter[tags][_eq]=ne', []],
    ['filter[tags][_eq]=', []],
    ['filter[tags][_in]=new,%C3%84rger', ['1', '4']],
    ['filter[tags][_eq]=new&filter[tags][_eq]=sale', ['1']],
    ['filter[tags][_exists]=true', ['1', '2', '4']],
    ['filter[tags][_exists]=false', ['3', '5']],
    ['filter[_NOT][][tags][_eq]=sale', ['3', '4', '5']],
    ['filter[_NOT][][tags][_exists]=true', ['3', '5']],
    ['filter[_OR][][tags][_eq]=new&filter[_OR][][formats][_eq]=a', ['1', '3']],
    ['filter[formats][_in]=a,b', ['1', '3']],
    ['filter[_search]=sale', ['2', '1']],
    ['filter[_search]=%C3%A4rger', ['4']],
  ])('%s › %j', (search, ids) => {
    expect(space.ids('/post', search)).toEqual(ids);
  });

  it('a facet › counts each text once per item', () => {
    const { meta } = space.document('/post', '_facet[tags]=5&_facet[formats]=1&_facet[formats][prefix]=b');
    expect(meta.facets).toEqual({
      tags: {
        values: [
          { value: 'sale', count: 2 },
          { value: 'new', count: 1 },
          { value: 'Ärger', count: 1 },
        ],
        total: 3,
        missing: 2,
      },
      formats: { values: [{ value: 'b', count: 1 }], total: 1, missing: 3 },
    });
    const { meta: some } = space.document('/post', 'filter[formats][_eq]=b&_facet[tags]=5&_facet[tags][sort]=value');
    expect(some.facets.tags.values).toEqual([
      { value: 'new', count: 1 },
      { value: 'sale', count: 1 },
    ]);
  });

  it('a highlight › marks the text of the list', () => {
    const { data } = space.document('/post', 'filter[_search]=new&_highlight=tags');
    expect(data[0].meta.highlights.tags).toEqual({
      text: 'new\nsale\nnew',
      words: [
        { start: 0, end: 3 },
        { start: 9, end: 12 },
      ],
    });
  });
});

describe('refused', () => {
  const takes = '"labels" (text) takes _exists, _eq, _in.';
  const why =
    'which has "many": true in the model: an item may have several values, and a filter can only test whether one of them is equal.';

  it.each([
    [
      'filter[labels][_neq]=a',
      `UnsupportedOperator [filter[labels][_neq]] The operator "_neq" is unsupported on "labels", ${why} To select items without the value, write filter[_NOT][][labels][_eq]=<value>. ${takes}`,
    ],
    [
      'filter[labels][_nin]=a',
      `UnsupportedOperator [filter[labels][_nin]] The operator "_nin" is unsupported on "labels", ${why} To select items without the value, write filter[_NOT][][labels][_in]=<value>. ${takes}`,
    ],
    [
      'filter[labels][_contains]=a',
      `UnsupportedOperator [filter[labels][_contains]] The operator "_contains" is unsupported on "labels", ${why} ${takes}`,
    ],
    [
      'sort=formats',
      'InvalidParameter [sort] A list cannot be sorted by "formats": it has "many": true in the model, and no order is defined on lists.',
    ],
    [
      'sort=extra',
      'InvalidParameter [sort] A list cannot be sorted by "extra": no order is defined on a field of type json.',
    ],
    [
      '_stats=labels',
      'InvalidParameter [_stats] There are no statistics of "labels" (text, with "many": true), only of fields of the types boolean, select, text, integer, decimal, dateTime, without "many".',
    ],
    [
      '_facet[sample]=3',
      'InvalidParameter [_facet[sample]] There is no facet of "sample" (file), only of fields of the types boolean, select, text, integer, decimal, dateTime, relationship, location.',
    ],
    [
      'filter[extra][_exists]=true',
      'UnsupportedOperator [filter[extra][_exists]] Filtering is unsupported on "extra": no operator compares a field of type json.',
    ],
  ])('%s', (search, problem) => {
    expect(problemTexts('/odd', search)).toEqual([problem]);
  });
});
