/**
 * Requests that need an index structure which the model turns off: the problem names the key of model.json to change.
 */
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/content/errors/index.js';
import { contentModel, contentType } from '../../../src/content/model/index.js';
import { listCapabilities, parseRequest } from '../../../src/jsonapi/index.js';

const model = contentModel('yard', [
  contentType('stone', [
    { name: 'name', type: 'text', contains: false },
    { name: 'size', type: 'integer', filter: false, sort: false },
    { name: 'place', type: 'text', filter: false },
    { name: 'near', type: 'relationship', to: ['stone', 'brick'], many: true },
    { name: 'parts', type: 'relationship', to: ['brick'], many: true, filter: false },
  ]),
  contentType('brick', [
    { name: 'name', type: 'text', sort: false },
    { name: 'size', type: 'integer' },
  ]),
]);

function refused(path: string, search: string): string {
  try {
    parseRequest(model, path, search);
    return '';
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.problems.map(({ code, detail, parameter }) => `${code} ${parameter}: ${detail}`).join('\n');
  }
}

describe('a request for what is off', () => {
  it.each([
    [
      'filter[name][_contains]=a',
      'NotIndexed filter[name][_contains]: The operator "_contains" is not answered on "name": "contains" is false in model.json, on the field of stone, so its index was not built. Write "contains": true there and build again. "name" takes _exists, _eq, _neq, _gt, _gte, _lt, _lte, _startsWith, _endsWith, _in, _nin.',
    ],
    [
      'filter[place][_contains]=a',
      'NotIndexed filter[place][_contains]: A filter is not answered on "place": "filter" is false in model.json, on the field of stone, so its index was not built. Write "filter": true there and build again.',
    ],
    [
      'sort=-size',
      'NotIndexed sort: A sort is not answered on "size": "sort" is false in model.json, on the field of stone, so its index was not built. Write "sort": true there and build again.',
    ],
    [
      '_facet[size]=3',
      'NotIndexed _facet[size]: A facet is not answered on "size": "filter" and "sort" are false in model.json, on the field of stone, so its index was not built. Write "filter": true or "sort": true there and build again.',
    ],
    [
      '_stats=size',
      'NotIndexed _stats: A statistic is not answered on "size": "filter" and "sort" are false in model.json, on the field of stone, so its index was not built. Write "filter": true or "sort": true there and build again.',
    ],
    [
      'filter[parts][id][_eq]=a',
      'NotIndexed filter[parts][id][_eq]: A filter is not answered on "parts": "filter" is false in model.json, on the field of stone, so its index was not built. Write "filter": true there and build again.',
    ],
    [
      '_facet[parts]=3',
      'NotIndexed _facet[parts]: A facet is not answered on "parts": "filter" is false in model.json, on the field of stone, so its index was not built. Write "filter": true there and build again.',
    ],
  ])('%s › says what to write in model.json', (search, said) => {
    expect(refused('/stone', `?${search}`)).toBe(said);
  });

  it('an operator that the type never has › UnsupportedOperator', () => {
    expect(refused('/stone', '?filter[name][_icontains]=a')).toMatch(
      /^UnsupportedOperator .*whose values are not case-folded/,
    );
  });

  it('a relationship without an index, named without filter › is not suggested', () => {
    expect(refused('/stone', '?near=x')).toContain('Did you mean "filter[near][id][_eq]=x"?');
    expect(refused('/stone', '?parts=x')).not.toContain('filter[parts]');
  });

  it('of items of several types › names the type whose field it is', () => {
    expect(refused('/stone/s1/near', '?filter[name][_contains]=a')).toContain('on the field of stone,');
    expect(refused('/stone/s1/near', '?sort=name')).toContain('on the field of brick,');
    expect(refused('/stone/s1/near', '?filter[name][_eq]=a')).toBe('');
  });

  it('remaining operators › are listed', () => {
    const { filters, sorts, facets, statistics } = listCapabilities([model.contentTypes.get('stone')!]);
    expect(filters.map(({ field }) => field.name)).toEqual(['name', 'near']);
    expect(filters[0]?.operators).not.toContain('_contains');
    expect(sorts).toEqual(['name', 'place', 'near._count']);
    expect(facets.map(({ field }) => field.name)).toEqual(['name', 'place', 'near', 'near._count']);
    expect(statistics.map(({ name }) => name)).toEqual(['name', 'place', 'near._count']);
    const both = listCapabilities([...model.contentTypes.values()]);
    expect(both.sorts).toEqual([]);
    expect(both.filters.map(({ field }) => field.name)).toEqual(['name']);
    expect(both.searched).toBe(false);
  });

  it('fields of one name with different types, or in one type only › are not listed for both types', () => {
    const search = { weight: 1 };
    const [one, other] = [
      contentType(
        'one',
        [
          { name: 'title', type: 'text', search },
          { name: 'size', type: 'integer' },
          { name: 'only', type: 'text' },
        ],
        'en',
      ),
      contentType(
        'other',
        [
          { name: 'size', type: 'text' },
          { name: 'title', type: 'text', search },
        ],
        'en',
      ),
    ];
    const { filters, sorts, facets, statistics, searched, highlights } = listCapabilities([one, other]);
    expect([filters.map(({ field }) => field.name), sorts]).toEqual([['title'], ['title']]);
    expect([facets.map(({ field }) => field.name), statistics.map(({ name }) => name)]).toEqual([['title'], ['title']]);
    expect([searched, highlights]).toEqual([true, ['title']]);
  });
});
