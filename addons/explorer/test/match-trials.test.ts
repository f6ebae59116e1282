import { describe, expect, it } from 'vitest';
import { groupTrials, matchTrials } from '../app/reference/trials.js';

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

  it('a required parameter › is marked', () => {
    const [search] = groups.flatMap(({ trials }) => trials).filter(({ id }) => id === 'filter[_search]');
    expect(search?.description).toBe('Required. Text.');
  });
});
