/**
 * `_nin` of ids beside other conditions behind the same relationship: in facets, in explanations, in objects, where refused.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { explainRequest, parseObject, parseRequest } from '../../../src/jsonapi/index.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { linksTo, linkTo, modelOf } from '../../../testing/samples/model.js';

const model = modelOf({ cat: { name: 'text', toys: linksTo('toy'), friend: linkTo('cat') }, toy: { colour: 'text' } });
const cats = [
  { id: 'c1', name: 'Ada', toys: ['t1', 't2'], friend: 'c2' },
  { id: 'c2', name: 'Bo', toys: ['t2', 't3'], friend: 'c1' },
  { id: 'c3', name: 'Cy', toys: ['gone'], friend: 'c3' },
  { id: 'c4', name: 'Di', toys: ['t3'], friend: 'c3' },
  { id: 'c5', name: 'Ed' },
];
const toys = [
  { id: 't1', colour: 'red' },
  { id: 't2', colour: 'blue' },
  { id: 't3', colour: 'red' },
];

let space: MemorySpace;
beforeAll(async () => {
  space = await MemorySpace.of(model, { cat: cats, toy: toys }, { strict: false });
});

describe('filters for items without a link', () => {
  it.each([
    ['filter[toys][id][_nin]=t1', ['c2', 'c4']],
    ['filter[toys][id][_nin]=t1&filter[toys][id][_exists]=true', ['c2', 'c4']],
    ['filter[toys][id][_nin]=t1&filter[toys][colour][_eq]=blue', ['c2']],
    ['filter[toys][id][_nin]=t1,gone&filter[toys][colour][_neq]=blue', ['c2', 'c4']],
    ['filter[toys][id][_nin]=gone&filter[toys][colour][_eq]=red', ['c1', 'c2', 'c4']],
    ['filter[toys][id][_nin]=t1&filter[toys][id][_nin]=t2&filter[toys][colour][_eq]=red', ['c4']],
    ['filter[toys][id][_nin]=t1&filter[toys][_exists]=false', []],
    ['filter[toys][id][_nin]=t1&filter[toys][id][_eq]=t2&filter[toys][colour][_eq]=blue', ['c2']],
    ['filter[_NOT][0][toys][id][_nin]=t1&filter[_NOT][0][toys][colour][_eq]=blue', ['c1', 'c3', 'c4', 'c5']],
    [
      'filter[_OR][0][toys][id][_nin]=t1&filter[_OR][0][toys][colour][_eq]=blue&filter[_OR][1][name][_eq]=Ed',
      ['c2', 'c5'],
    ],
    ['filter[friend][id][_nin]=c1&filter[friend][name][_exists]=true', ['c1', 'c3', 'c4']],
    // Of the friend, all of whose toys these are.
    ['filter[friend][toys][id][_nin]=t1', ['c1']],
    ['filter[friend][toys][id][_nin]=t1&filter[friend][toys][colour][_eq]=blue&filter[friend][name][_eq]=Bo', ['c1']],
    ['filter[friend][toys][id][_nin]=t1&filter[friend][toys][colour][_eq]=blue&filter[friend][name][_eq]=Ada', []],
    // One related item with another value.
    ['filter[toys][id][_neq]=t1', ['c1', 'c2', 'c4']],
    ['filter[toys][id][_neq]=t1&filter[toys][colour][_nin]=blue', ['c2', 'c4']],
    ['filter[_NOT][][toys][id][_eq]=t1', ['c2', 'c3', 'c4', 'c5']],
  ])('%s › %j', (search, ids) => {
    expect(space.ids('/cat', search)).toEqual(ids);
  });

  it('as an object › has the same result', () => {
    const filter = { toys: { id: { _nin: ['t1'] }, colour: { _eq: 'blue' } } };
    const request = parseObject(space.space.model, { kind: 'collection', type: 'cat' }, { filter });
    const written = 'filter[toys][id][_nin]=t1&filter[toys][colour][_eq]=blue';
    expect({ ...request, search: '' }).toEqual({
      ...parseRequest(space.space.model, '/cat', `?${written}`),
      search: '',
    });
  });

  it('a facet that ignores the condition of its relationship › ignores only this one', () => {
    const search = 'filter[toys][id][_nin]=t1&filter[toys][colour][_eq]=blue&_facet[toys]=9&_facet[toys][own]=ignored';
    const { facets } = space.document('/cat', search).meta;
    expect(
      facets.toys.values.map(({ value, count }: { value: { id: string }; count: number }) => [value.id, count]),
    ).toEqual([
      ['t2', 2],
      ['t1', 1],
      ['t3', 1],
    ]);
  });

  it('explained › is a separate condition', () => {
    const search = '?filter[toys][id][_nin]=t1&filter[toys][colour][_eq]=blue';
    let ns = 0;
    const clock = (): number => (ns += 1e9);
    const text = JSON.stringify(explainRequest(space.space, '/cat', search, '', clock));
    expect(text).toContain('"filter[toys][id][_nin]=t1"');
    expect(text).toContain('"filter[toys][colour][_eq]=blue"');
  });

  it.each(['filter[toys][id][_nin]=', 'filter[toys][id][_nin]=&filter[toys][colour][_eq]=blue'])(
    '%s › is refused alone and next to another condition',
    (search) => {
      const problems = (): readonly string[] => {
        try {
          space.text('/cat', search);
          return [];
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          return error.problems.map(({ code, parameter }) => `${code} ${parameter}`);
        }
      };
      expect(problems()).toEqual(['InvalidValue filter[toys][id][_nin]']);
    },
  );
});
