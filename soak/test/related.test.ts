/**
 * Facets, statistics, filters and sorts through relationships, against a naive count: every path of small random worlds in
 * every way of counting, and of the bookshop and the museum; CI takes a third of the worlds and of the bookshop's types, each
 * hour another. Large exports: `npm run soak:related`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ForcedWays, withChoices } from '../../src/content/choices/index.js';
import { amount, isWhole, thirdOf } from '../../testing/amount.js';
import { localizedWorlds, type World, worldFrom, worldOfExport } from '../../testing/worlds/worlds.js';
import { compareRelated, type Kind } from '../related/compare.js';
import { waysOfCounting } from '../related/ways.js';
import { relatedSpace } from '../related/worlds.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns the first difference, and how many comparisons there were */
function compared(
  { oracle, space }: World,
  asked: {
    readonly hops: number;
    readonly kinds?: readonly Kind[];
    readonly types?: readonly string[];
    readonly ways?: ForcedWays;
    readonly onRequest?: (request: string) => void;
  },
): { readonly count: number; readonly difference: string | undefined } {
  return withChoices({ ways: asked.ways ?? {} }, () => {
    let count = 0;
    for (const { request, difference } of compareRelated(oracle, space, asked)) {
      asked.onRequest?.(request);
      if (difference !== undefined) return { count, difference };
      count += 1;
    }
    return { count, difference: undefined };
  });
}

/** Inverses, counts, locales, accents and unique fields are asked for. */
function expectAllKinds(requests: readonly string[]): void {
  const parts = ['filter[made][', '[_count][_gte]', 'sort=-', '._count', '_facet[_locale]', 'filter[_locale][_eq]'];
  for (const part of [...parts, '[name][_icontains]', 'filter[slug][_eq]', '_facet[made.'])
    expect(
      requests.some((request) => request.includes(part)),
      part,
    ).toBe(true);
}

describe('values of related items', () => {
  it.each(thirdOf(Array.from({ length: amount(3, 1) }, (_, at) => at + 1)))(
    'small world %i › every facet and statistic by every strategy equals the naive count',
    { timeout: 180_000 },
    async (seed) => {
      const world = await worldFrom(`world ${seed}`, relatedSpace(seed));
      for (const [index, ways] of waysOfCounting().entries()) {
        // The first is the planner's own choice. Two hops by every strategy: in the first world.
        const hops = index === 0 || seed === 1 ? amount(2, 1) : 1;
        const { count, difference } = compared(world, { hops, kinds: ['facet', 'statistic'], ways });
        expect(difference, `seed ${seed}, ${JSON.stringify(ways)}`).toBeUndefined();
        expect(count).toBeGreaterThan(hops === 2 ? 500 : 100);
      }
      const { difference } = compared(world, { hops: amount(seed === 3 ? 3 : 2, 1), kinds: ['filter', 'sort'] });
      expect(difference, `seed ${seed}`).toBeUndefined();
    },
  );

  it('a small world in four locales › items of a locale, counts and accents equal the naive results, and are asked', async () => {
    const worlds = await localizedWorlds('localized', relatedSpace(1), 1);
    expect(worlds.map(({ locale }) => locale?.code)).toEqual(['en', 'de', 'de-AT', 'fr']);
    for (const world of thirdOf(worlds.slice(-amount(4, 1)))) {
      const requests: string[] = [];
      const { difference } = compared(world, { hops: 1, onRequest: (request) => requests.push(request) });
      expect(difference, world.name).toBeUndefined();
      expectAllKinds(requests);
    }
  });

  // The bookshop takes ten times as long as the museum: it is left to `npm run test:all`.
  it.each([['museum', amount(3, 1)] as const, ...(isWhole ? [['bookshop', 2] as const] : [])])(
    '%s › every facet, statistic, filter and sort equals the naive result',
    async (name, hops) => {
      const world = await worldOfExport(name, join(root, 'data', name));
      const types = [...world.oracle.model.contentTypes.keys()];
      const { count, difference } = compared(world, { hops, types: name === 'bookshop' ? thirdOf(types) : types });
      expect(difference).toBeUndefined();
      expect(count).toBeGreaterThan(50);
    },
  );
});
