/**
 * Facets, statistics, filters and sorts through relationships, against a naive count: every path of small random worlds in
 * every way of counting, and of the bookshop and the museum. Large exports: `npm run soak:related`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ForcedWays, withChoices } from '../../src/content/choices/index.js';
import { amount } from '../../testing/amount.js';
import { type World, worldFrom, worldOfExport } from '../../testing/worlds/worlds.js';
import { compareRelated, type Kind } from '../related/compare.js';
import { waysOfCounting } from '../related/ways.js';
import { relatedSpace } from '../related/worlds.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns the first difference, and how many comparisons there were */
function compared(
  { oracle, space }: World,
  asked: { readonly hops: number; readonly kinds?: readonly Kind[]; readonly ways?: ForcedWays },
): { readonly count: number; readonly difference: string | undefined } {
  return withChoices({ ways: asked.ways ?? {} }, () => {
    let count = 0;
    for (const { difference } of compareRelated(oracle, space, asked)) {
      if (difference !== undefined) return { count, difference };
      count += 1;
    }
    return { count, difference: undefined };
  });
}

describe('values of related items', () => {
  it.each(Array.from({ length: amount(10, 2) }, (_, at) => at + 1))(
    'small world %i › every facet and statistic by every strategy equals the naive count',
    async (seed) => {
      const world = await worldFrom(`world ${seed}`, relatedSpace(seed));
      for (const ways of waysOfCounting()) {
        const { count, difference } = compared(world, { hops: 2, kinds: ['facet', 'statistic'], ways });
        expect(difference, `seed ${seed}, ${JSON.stringify(ways)}`).toBeUndefined();
        expect(count).toBeGreaterThan(500);
      }
      const { difference } = compared(world, { hops: amount(3, 2), kinds: ['filter', 'sort'] });
      expect(difference, `seed ${seed}`).toBeUndefined();
    },
  );

  it.each(['bookshop', 'museum'])(
    '%s › every facet, statistic, filter and sort equals the naive result',
    async (name) => {
      const { count, difference } = compared(await worldOfExport(name, join(root, 'data', name)), {
        hops: amount(3, 1),
      });
      expect(difference).toBeUndefined();
      expect(count).toBeGreaterThan(50);
    },
  );
});
