/**
 * docs/decisions › the figures it shows of structures are those that were recorded.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { duration, megabytes } from '../../bench/harness/results/tables.js';
import { RESULTS_FOLDER } from '../../bench/harness/root.js';
import type { ContestResult } from '../../bench/structures/contest.js';
import { readPage, tablesOf } from './markdown.js';

function recorded(name: string): readonly ContestResult[] {
  const { contests } = JSON.parse(readFileSync(join(RESULTS_FOLDER, `structures-${name}.json`), 'utf8'));
  expect(contests.length).toBeGreaterThan(1);
  return contests;
}

const rowsOf = (page: string, head: string): readonly (readonly string[])[] => {
  const table = tablesOf(readPage(page)).find(({ head: [first] }) => first === head);
  expect(table, head).toBeDefined();
  return table?.rows ?? [];
};

const median = (contestant: ContestResult['contestants'][number] | undefined, task: string): string =>
  duration(contestant?.timings[task]?.p50Us ?? Number.NaN);

describe('docs/decisions', () => {
  it('substrings › every structure, every length', () => {
    const rows = rowsOf('docs/decisions/0003-substring.md', 'texts');
    const expected = recorded('substrings').flatMap(({ over, contestants }) =>
      contestants.map((contestant) => [
        over,
        contestant.name,
        ...Object.keys(contestant.timings).map((task) => median(contestant, task)),
      ]),
    );
    expect(rows.map(([texts, structure, , ...times]) => [texts, structure, ...times])).toEqual(expected);
  });

  it('sets › every pair of densities, every contestant', () => {
    const rows = rowsOf('docs/decisions/0006-sets-and-dictionaries.md', 'shares of all docs');
    const expected = recorded('sets').map(({ over, contestants }) => [
      over.replace('1,000,000 docs, ', ''),
      ...contestants.map((contestant) => median(contestant, 'count and first 20')),
    ]);
    expect(rows.map(([shares, , ...times]) => [shares, ...times])).toEqual(expected);
  });

  it('smaller › every structure, every form', () => {
    const rows = rowsOf('docs/decisions/0030-smaller.md', 'structures');
    const results = recorded('smaller');
    const expected = results
      .slice(0, -1)
      .flatMap(({ over, contestants }) =>
        contestants.map((contestant) => [
          over,
          contestant.name,
          megabytes(contestant.byteLength),
          ...Object.keys(contestant.timings).map((task) => median(contestant, task)),
        ]),
      );
    expect(rows).toEqual(expected);
    const whole = results.at(-1)?.contestants.map(({ name, byteLength }) => [name, megabytes(byteLength)]);
    expect(rowsOf('docs/decisions/0030-smaller.md', 'snapshot')).toEqual(whole);
  });

  it('dictionaries › each that is shown, every task', () => {
    const rows = rowsOf('docs/decisions/0006-sets-and-dictionaries.md', 'values');
    const results = recorded('dictionary');
    expect(rows.length).toBeGreaterThan(results.length);
    for (const [values = '', dictionary = '', , ...times] of rows) {
      const contestant = results
        .find(({ over }) => over === values)
        ?.contestants.find(({ name }) => name === dictionary);
      const tasks = ['value → ordinal', 'no value', 'ordinal → value'];
      expect(times, `${values}, ${dictionary}`).toEqual(tasks.map((task) => median(contestant, task)));
    }
  });
});
