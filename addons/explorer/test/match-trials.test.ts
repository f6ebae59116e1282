import { describe, expect, it } from 'vitest';
import type { Param } from '../app/address/place.js';
import { groupTrials, listAddedParams, matchTrials } from '../app/reference/trials.js';

const parameter = (name: string, isRequired = false) => ({
  name,
  isInPath: false,
  isRequired,
  description: 'Text.',
  schema: { type: 'string' },
  example: 'x',
});

const groups = groupTrials(
  {
    summary: '',
    answerSchema: {},
    parameters: [
      parameter('filter[id][_eq]'),
      parameter('filter[id][_in]'),
      parameter('filter[_locale][_in]'),
      parameter('filter[_search]', true),
    ],
  },
  [],
);
const listIds = (searchText: string) =>
  matchTrials(groups, searchText, () => '').map(({ title, trials }) => [title, trials.map(({ id }) => id)]);

describe('trials of the reference', () => {
  it('a search › the name of a parameter › only the matching trials', () => {
    expect(listIds('id][_in')).toEqual([['id', ['filter[id][_in]']]]);
  });

  it('a search › the title of a group › all its trials', () => {
    expect(listIds('language')).toEqual([['Language', ['filter[_locale][_in]']]]);
  });

  it('a search › exactly the name of a parameter › it comes before parameters that contain the name', () => {
    const groupsWithSort = groupTrials(
      {
        summary: '',
        answerSchema: {},
        parameters: [parameter('filter[sorted][_eq]'), parameter('_facet[genre][sort]'), parameter('sort')],
      },
      [],
    );
    const matches = matchTrials(groupsWithSort, 'sort', () => '');
    expect(matches[0]?.trials[0]?.id).toBe('sort');
    expect(matches.flatMap(({ trials }) => trials)).toHaveLength(3);
  });

  it('a search › words that only a description has › its trial; a name › no trial whose description has it', () => {
    const described = groupTrials(
      {
        summary: '',
        answerSchema: {},
        parameters: [
          { ...parameter('filter[price][_lt]'), description: 'Less than `price`, see `_gt`.' },
          parameter('filter[price][_gt]'),
        ],
      },
      [],
    );
    const find = (searchText: string) =>
      matchTrials(described, searchText, () => '').flatMap(({ trials }) => trials.map(({ id }) => id));
    expect(find('less than price')).toEqual(['filter[price][_lt]']);
    expect(find('_gt')).toEqual(['filter[price][_gt]']);
  });

  it('a required parameter › is in a group of its own, the first one', () => {
    const [first] = groups;
    expect([first?.title, first?.isRequired, first?.trials.map(({ id }) => id)]).toEqual([
      'Required',
      true,
      ['filter[_search]'],
    ]);
    expect(groups.flatMap(({ trials }) => trials).filter(({ id }) => id === 'filter[_search]')).toHaveLength(1);
  });

  it('parameters that the page adds › say why; parameters of the reader are not among them', () => {
    const trial = groups.flatMap(({ trials }) => trials).find(({ id }) => id === 'filter[id][_eq]');
    const neededParams: readonly Param[] = [
      ['filter[_search]', 'salt'],
      ['page[limit]', '3'],
    ];
    const params: readonly Param[] = [['filter[id][_eq]', 'x'], ...neededParams, ['page[skip]', '3']];
    const added = trial === undefined ? [] : listAddedParams({ ...trial, neededParams }, params);
    expect(added.map(({ param: [name], reason }) => [name, reason])).toEqual([
      ['filter[_search]', 'needed'],
      ['page[limit]', 'short'],
    ]);
    expect(listAddedParams(undefined, params)).toEqual([]);
  });
});
