/**
 * The placement of tables in a dry run, without a server.
 */
import { describe, expect, it } from 'vitest';
import { RATES } from '../../../../build/plan/index.js';
import { placeTypes } from '../../load/dry-run.js';
import { DEFAULT_DISTRIBUTION_BOUND } from '../../schema/distribution.js';

const tables = new Map([
  ['article', { name: 'article.tags', rows: 250_000 }],
  ['author', { name: 'author', rows: 2_000 }],
]);
const placements = (...arguments_: Parameters<typeof placeTypes> extends [unknown, ...infer More] ? More : never) =>
  placeTypes(tables, ...arguments_).map(({ type, placement, reason }) => `${type} ${placement}: ${reason}`);

describe('placeTypes', () => {
  it('a type above the bound › is distributed, and smaller types are reference tables', () => {
    expect(placements('auto', true)).toEqual([
      'article distributed: at least 200,000 rows',
      'author reference: fewer than 200,000 rows',
    ]);
  });

  it('--distribute with a number › is the bound', () => {
    expect(placements(2_000, true)).toEqual([
      'article distributed: at least 2,000 rows',
      'author distributed: at least 2,000 rows',
    ]);
  });

  it.each([
    [1_000_000, true, 'no type has a table of at least 1,000,000 rows'],
    ['never', true, '--distribute never'],
    ['auto', false, 'the database does not have the extension Citus'],
  ] as const)('--distribute %s, Citus %s › plain tables, with the reason', (distribute, isCitus, reason) => {
    expect(placements(distribute, isCitus)).toEqual([`article plain: ${reason}`, `author plain: ${reason}`]);
  });

  it('the bound of a load › is the bound that stele plan uses', () => {
    expect(RATES.citus.distributionBound).toBe(DEFAULT_DISTRIBUTION_BOUND);
  });
});
