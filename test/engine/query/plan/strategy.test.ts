/**
 * The estimated costs of the strategies of a group, and the chosen one, for sources with invented figures.
 */
import { describe, expect, it } from 'vitest';
import type { Group, Plan, Strategy } from '../../../../src/engine/query/plan/plan.js';
import { fillCost, sizeMaximum, testCost } from '../../../../src/engine/query/plan/plan.js';
import { intersectStrategy, isReordered, uniteStrategy } from '../../../../src/engine/query/plan/strategy.js';
import type { Source } from '../../../../src/engine/query/sources/source.js';
import {
  LIST_BITS,
  MARK_DOC,
  PASS_BITS,
  SIFT_BITS,
  SIFT_COLUMN_FAR,
  TEST_DOC,
} from '../../../../src/index/costs/index.js';

const size = 1000;
const never = (): never => {
  throw new Error('asked for docs');
};

function source(figures: Pick<Source, 'size'> & Partial<Source>): Plan {
  const stub: Source = {
    ascends: true,
    structure: 'figures',
    has: never,
    docs: never,
    fill: never,
    testCost: 1,
    listCost: 0,
    fillCost: 1,
    ...figures,
  };
  return { kind: 'source', source: stub };
}
const all: Plan = { kind: 'all' };
const none: Plan = { kind: 'none' };
const groupOf = (kind: Group['kind'], children: readonly Plan[], strategy: Strategy, maximum = 50): Plan => ({
  kind,
  children,
  strategy,
  sizeMaximum: maximum,
});

describe('the costs of one plan', () => {
  const dear = source({ size: 10, listCost: 99, fillCost: 33, testCost: 44 });
  const cheap = source({ size: 20, fillCost: 5, testCost: 2 });
  const group = groupOf('or', [dear, cheap], { combined: [], tested: [], cost: 77 });

  it('to fill › one pass, the cost of the source, or the cost of the strategy', () => {
    expect([all, none, dear, group].map((plan) => fillCost(plan, size))).toEqual([
      PASS_BITS * size,
      PASS_BITS * size,
      33,
      77,
    ]);
  });

  it('to test › 0, the cost of the source, for a group at least one call per child', () => {
    expect([all, none, dear, group].map(testCost)).toEqual([0, 0, 44, 44 + TEST_DOC]);
  });

  it('at most so many docs › all, none, the source’s, the group’s', () => {
    expect([all, none, dear, group].map((plan) => sizeMaximum(plan, size))).toEqual([size, 0, 10, 50]);
  });

  it('an OR › fills and combines each child, or adds its docs, whichever is cheaper', () => {
    const added = source({ size: 10, fillCost: 33 });
    expect(uniteStrategy([dear, cheap], size)).toEqual({
      combined: [dear, cheap],
      tested: [],
      cost: 38 + 2 * PASS_BITS * size,
    });
    expect(uniteStrategy([added, cheap], size).cost).toBeCloseTo(10 * MARK_DOC + 5 + PASS_BITS * size);
  });

  it('an OR of costly children › tests only docs that the others lack, if cheaper', () => {
    const most = source({ size: 990, fillCost: 40 });
    const dear = source({ size: 500, listCost: 60_000, fillCost: 60_450, testCost: 100 });
    const dearer = source({ size: 500, listCost: 90_000, fillCost: 90_450, testCost: 10_000 });
    const looking = 2 * PASS_BITS * size;
    const listing = (LIST_BITS + 2 * PASS_BITS) * size + 10 * (1 + MARK_DOC);
    const fillCosts = 40 + PASS_BITS * size;
    expect(uniteStrategy([dear, most], size).cost).toBeCloseTo(fillCosts + looking + listing + 10 * 100);
    // Testing ten docs costs more than listing all that has it.
    expect(uniteStrategy([dearer, most], size).cost).toBeCloseTo(fillCosts + looking + 90_450);
    expect(uniteStrategy([dear], size).cost).toBeCloseTo(looking + 60_450);
  });
});

describe('docs that are listed in another order than that of columns', () => {
  const inOrder = 20 + LIST_BITS * size + 50;

  it('before tests › are sorted if that is cheaper than random reads', () => {
    const docs = { count: 50, ascends: false, listCost: 0, bitsCost: 20 };
    // One far look a doc costs more than its bits, listed.
    expect(50 * SIFT_COLUMN_FAR).toBeGreaterThan(inOrder);
    expect(isReordered(docs, 1, size)).toBe(true);
    expect(isReordered({ ...docs, bitsCost: 20 + 50 * SIFT_COLUMN_FAR }, 1, size)).toBe(false);
    expect(isReordered({ ...docs, bitsCost: 20 + 50 * SIFT_COLUMN_FAR }, 2, size)).toBe(true);
    expect(isReordered({ ...docs, ascends: true }, 9, size)).toBe(false);
    expect(isReordered(docs, 0, size)).toBe(false);
    // The same if bits cost less than the list, in any order.
    expect(isReordered({ ...docs, ascends: true, listCost: 1000 }, 1, size)).toBe(true);
  });

  it('walked by an AND › cost the cheaper of the two', () => {
    const most = source({ size: 900, fillCost: 1e6, testCost: 2 });
    const walked = (fillCost: number) => source({ size: 50, ascends: false, fillCost });
    expect(intersectStrategy([walked(20), most], size).cost).toBeCloseTo(inOrder + 50 * 2);
    expect(intersectStrategy([walked(1e5), most], size).cost).toBeCloseTo(50 * SIFT_COLUMN_FAR + 50 * 2);
  });
});

describe('an AND', () => {
  it('of a small list and large sets › walks the list, tests the cheapest first', () => {
    const small = source({ size: 10, listCost: 3, fillCost: 13, testCost: 1 });
    const half = source({ size: 500, fillCost: 100, testCost: 6 });
    const most = source({ size: 800, fillCost: 50, testCost: 2 });
    const { cost, rejectedCost, ...taken } = intersectStrategy([small, half, most], size);
    expect(taken).toEqual({ combined: [], tested: [most, half] });
    // All ten are tested by the cheaper, of which eight are left to the dearer.
    const tests = 10 * 2 + 10 * 0.8 * 6;
    expect(cost).toBeCloseTo(3 + tests);
    // The other way: the smallest as bits, listed, and the same tests.
    expect(rejectedCost).toBeCloseTo(13 + PASS_BITS * size + LIST_BITS * size + 10 + tests);
  });

  it('of large sets that are cheap to fill › combines them, the cheapest first', () => {
    const a = source({ size: 400, fillCost: 12, testCost: 6 });
    const b = source({ size: 500, fillCost: 10, testCost: 5 });
    const c = source({ size: 300, fillCost: 20, testCost: 4, listCost: 100 });
    const { cost, rejectedCost, ...taken } = intersectStrategy([c, a, b], size);
    expect(taken).toEqual({ combined: [b, a, c], tested: [] });
    expect(cost).toBeCloseTo(10 + 12 + 20 + 3 * PASS_BITS * size);
    // Each is tested by its set, which is made for them.
    const bySets = 10 + 300 * SIFT_BITS + 12 + 150 * SIFT_BITS + 2 * PASS_BITS * size;
    expect(rejectedCost).toBeCloseTo(100 + bySets);
  });

  it('of sets with a costly one › combines the others, and tests the remaining docs', () => {
    const a = source({ size: 400, fillCost: 10, testCost: 30 });
    const b = source({ size: 500, fillCost: 12, testCost: 30 });
    const dear = source({ size: 900, fillCost: 5000, testCost: 9 });
    const dearer = source({ size: 950, fillCost: 4000, testCost: 10 });
    const { cost, rejectedCost, ...taken } = intersectStrategy([a, b, dear, dearer], size);
    expect(taken).toEqual({ combined: [a, b], tested: [dear, dearer] });
    const remainingDocs = 200;
    expect(cost).toBeCloseTo(
      22 + 2 * PASS_BITS * size + LIST_BITS * size + remainingDocs + remainingDocs * 9 + remainingDocs * 0.9 * 10,
    );
    const bySet = 12 + PASS_BITS * size + 400 * 0.9 * 0.95 * SIFT_BITS;
    expect(rejectedCost).toBeCloseTo(400 * 9 + 400 * 0.9 * 10 + bySet);
  });

  it('equal costs › is walked', () => {
    const child = source({ size: 100, listCost: 8, fillCost: 4, testCost: 0 });
    const other = source({ size: 100, fillCost: 0, testCost: 0 });
    // Combined: the child that is cheaper to fill; tests of the other cost only a list of the remaining docs.
    const { combined, cost, rejectedCost } = intersectStrategy([child, other], size);
    expect(cost).toBe(8);
    expect(rejectedCost).toBeCloseTo(PASS_BITS * size + LIST_BITS * size + 100);
    expect(combined).toEqual([]);
    const even = source({ size: 100, listCost: PASS_BITS * size + LIST_BITS * size + 100, fillCost: 4, testCost: 0 });
    const evenly = intersectStrategy([even, other], size);
    expect(evenly.cost).toBe(evenly.rejectedCost);
    expect(evenly.combined).toEqual([]);
  });

  it('of which the smallest is a group › it is filled and listed', () => {
    const inner = source({ size: 20, fillCost: 1, testCost: 7 });
    const group = groupOf('or', [inner, inner], { combined: [inner, inner], tested: [], cost: 60 }, 40);
    const large = source({ size: 900, fillCost: 9000, testCost: 3 });
    const { cost, combined, tested } = intersectStrategy([group, large], size);
    expect([combined, tested]).toEqual([[], [large]]);
    expect(cost).toBeCloseTo(60 + LIST_BITS * size + 40 * 3);
  });

  it('that tests a group › doc by doc, or by bits, whichever is cheaper', () => {
    const small = source({ size: 10, fillCost: 1e6, testCost: 1e6 });
    const inner = source({ size: 500, fillCost: 1e6, testCost: 10 });
    const group = (cost: number): Plan => groupOf('or', [inner, inner], { combined: [inner], tested: [], cost }, 900);
    expect(intersectStrategy([small, group(1e6)], size).cost).toBeCloseTo(10 * 20);
    expect(intersectStrategy([small, group(100)], size).cost).toBeCloseTo(100 + 10 * SIFT_BITS);
  });
});
