/**
 * The strategy for a page, chosen by estimated costs, for members with invented figures.
 */
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../../build/sorting/posting-lists.js';
import type { PageDecision, Step, Trace } from '../../../../src/engine/query/explain/trace.js';
import { skippingCost } from '../../../../src/engine/query/page/blocks.js';
import type { KeyColumn } from '../../../../src/engine/query/page/key-column.js';
import { pageOf } from '../../../../src/engine/query/page/page.js';
import type { Members } from '../../../../src/engine/query/run/members.js';
import { COMBINE_STORED, LIST_BITS, ORDER_DOC, SCAN_COLUMN, SIFT_COLUMN } from '../../../../src/index/costs/index.js';
import { Arena, Bitset, plainRoutines } from '../../../../src/index/docset/index.js';
import { quantileBits } from '../../../../src/index/postings/choose-quantiles.js';
import { Quantiles, RunPostings } from '../../../../src/index/postings/index.js';
import { deafTrace } from '../../../../testing/structures/trace.js';

const size = 10_000;
const column = Uint16Array.from({ length: size }, (_, doc) => 1 + ((doc * 7) % 100));
/** Every hundredth doc. */
const docs = Uint32Array.from({ length: 100 }, (_, index) => index * 100);
const isMember = (doc: number): boolean => doc % 100 === 0;

function membersWith(figures: Partial<Members>): Members {
  return {
    count: docs.length,
    isAll: false,
    ascends: false,
    sift(given, out) {
      const passing = given.filter(isMember);
      out.set(passing);
      return passing.length;
    },
    testCost: 1e9,
    setupCost: 0,
    docs: () => docs,
    listCost: 1e9,
    bits: () => Bitset.of(size, docs),
    bitsCost: 1e9,
    ...figures,
  };
}

/** The page, and the decisions that the trace received. */
function paged(members: Members, keys: readonly KeyColumn[], skip: number, limit: number) {
  const decisions: PageDecision[] = [];
  const steps: Step[] = [];
  const trace: Trace = {
    ...deafTrace,
    step: (step) => void steps.push(step),
    page: (decision) => void decisions.push(decision),
  };
  const page = [...pageOf(members, keys, { skip, limit }, new Arena(size), trace)];
  expect(decisions).toHaveLength(1);
  return { page, decision: decisions[0]!, steps };
}

const expected = (skip: number, limit: number): number[] => [...docs.slice(skip, skip + limit)];

describe('an empty page', () => {
  it('an empty window or no members › nothing is read', () => {
    for (const [skip, limit] of [
      [0, 0],
      [100, 20],
      [500, 20],
    ] as const) {
      const { page, decision, steps } = paged(membersWith({}), [], skip, limit);
      expect([page, decision, steps]).toEqual([[], { way: 'none', walk: 0, take: 0 }, []]);
    }
  });
});

describe('a page in the export’s order', () => {
  it('of all docs › is a range of places', () => {
    const { page, decision, steps } = paged(membersWith({ isAll: true, count: size }), [], 30, 3);
    expect([page, decision, steps]).toEqual([[30, 31, 32], { way: 'places', walk: 0, take: 0 }, ['page']]);
  });

  it('within the stored first docs › is read from them', () => {
    const members = membersWith({ first: docs.subarray(0, 20), listCost: 0, bitsCost: 0 });
    expect(paged(members, [], 5, 15)).toMatchObject({ page: expected(5, 15), decision: { way: 'first' } });
    expect(paged(members, [], 5, 16)).toMatchObject({ page: expected(5, 16), decision: { way: 'bits' } });
  });

  it('of an ascending list without cost › is a slice', () => {
    const members = membersWith({ ascends: true, listCost: 0, bitsCost: 0 });
    expect(paged(members, [], 5, 6)).toMatchObject({ page: expected(5, 6), decision: { way: 'slice' } });
    expect(paged(membersWith({ ascends: true, listCost: 1, bitsCost: 0 }), [], 5, 6).decision.way).toBe('bits');
  });

  it('otherwise › the cheapest strategy, and the trace receives the costs of walking and taking', () => {
    const interval = {
      column: Uint8Array.from(column, (_, doc) => Number(isMember(doc))),
      ordinals: { low: 1, span: 1 },
    };
    // Eleven are needed, so 1,100 docs are walked.
    const ways = [
      ['scan', membersWith({ interval }), 1100 * SCAN_COLUMN + 11, 1e9],
      ['walkDocs', membersWith({ testCost: 2, setupCost: 7 }), 7 + 1100 * 3, 1e9],
      ['select', membersWith({ listCost: 5 }), 1e12, 5 + 100 * ORDER_DOC],
      ['markBits', membersWith({ bitsCost: 4 }), 1e12, 4 + LIST_BITS * size * 0.11],
      ['bits', membersWith({ bitsCost: 0 }), 1e12, LIST_BITS * size * 0.11],
    ] as const;
    for (const [way, members, walk, take] of ways) {
      const { page, decision, steps } = paged(members, [], 5, 6);
      expect(page, way).toEqual(expected(5, 6));
      expect(decision.way).toBe(way);
      if (walk < 1e9) expect(decision.walk).toBeCloseTo(walk);
      else expect(decision.walk).toBeGreaterThan(1e9);
      if (take < 1e9) expect(decision.take).toBeCloseTo(take);
      else expect(decision.take).toBeGreaterThan(1e9 - 1);
      expect(steps).toEqual(['page']);
    }
  });

  it('equal costs › scan before test, take before walk, mark before select', () => {
    const interval = {
      column: Uint8Array.from(column, (_, doc) => Number(isMember(doc))),
      ordinals: { low: 1, span: 1 },
    };
    const scanCost = 1100 * SCAN_COLUMN + 11;
    const test = { testCost: 0, setupCost: scanCost - 1100 };
    expect(paged(membersWith({ interval, ...test }), [], 5, 6).decision.way).toBe('scan');
    expect(paged(membersWith({ interval, testCost: 0, setupCost: scanCost - 1101 }), [], 5, 6).decision.way).toBe(
      'walkDocs',
    );
    const walking = membersWith({ interval, listCost: scanCost - 100 * ORDER_DOC });
    expect(paged(walking, [], 5, 6).decision).toMatchObject({ way: 'select', walk: scanCost, take: scanCost });
    const bitsCost = 100 * ORDER_DOC + 5 - LIST_BITS * size * 0.11;
    const marked = paged(membersWith({ listCost: 5, bitsCost }), [], 5, 6).decision;
    expect([marked.way, marked.take]).toEqual(['markBits', 100 * ORDER_DOC + 5]);
  });

  it('walked or scanned over several chunks › skips and stops at the right docs', () => {
    for (const [skip, limit] of [
      [0, 3],
      [4, 3],
      [5, 1],
      [6, 94],
      [99, 5],
      [0, 200],
    ] as const) {
      const { page, decision } = paged(membersWith({ testCost: 0 }), [], skip, limit);
      expect(decision.way).toBe('walkDocs');
      expect(page).toEqual(expected(skip, limit));
    }
  });
});

describe('a page in the order of a key', () => {
  const { docs: byValue, starts } = buildRuns(Uint32Array.from(column), 100);
  const postings = new RunPostings(byValue, starts);
  const key: KeyColumn = { column, postings, quantiles: undefined, descending: false };
  const places = Uint32Array.from({ length: 11 }, (_, part) => part * 1000);
  const quantiles = new Quantiles(places, quantileBits(byValue, places), byValue);
  const ordered = [...byValue].filter(isMember);

  it('of few members › is selected among them, unless walking costs less', () => {
    // Walking passes 100 docs for each wanted, each tested and put in its place.
    const walk = (testCost: number): number => 6 * 100 * (testCost + 1) + 5 * 100 * testCost;
    // Selecting puts twice the 11 needed in order, once every member was looked at.
    const take = 40 + 100 * SIFT_COLUMN + 22 * ORDER_DOC;
    const cheap = paged(membersWith({ testCost: 0, setupCost: 3, listCost: 1e6 }), [key], 5, 6);
    expect(cheap.decision.way).toBe('walkKey');
    expect(cheap.decision.walk).toBeCloseTo(3 + walk(0));
    const dear = paged(membersWith({ testCost: 9, setupCost: 3, listCost: 40 }), [key], 5, 6);
    expect(dear.decision.way).toBe('select');
    expect(dear.decision.walk).toBeCloseTo(3 + walk(9));
    expect(dear.decision.take).toBeCloseTo(take);
    for (const { page, steps } of [cheap, dear]) {
      expect(page).toEqual(ordered.slice(5, 11));
      expect(steps).toEqual(['page']);
    }
  });

  it('of most of the members › all are put in order', () => {
    const { decision, page } = paged(membersWith({ testCost: 1e5, listCost: 40 }), [key], 20, 30);
    expect(decision.take).toBeCloseTo(40 + 100 * ORDER_DOC);
    expect(page).toEqual(ordered.slice(20, 50));
    // Twice as many as there are needed is just all of them.
    expect(paged(membersWith({ testCost: 1e5, listCost: 40 }), [key], 20, 29).decision.take).toBeCloseTo(
      40 + 100 * SIFT_COLUMN + 98 * ORDER_DOC,
    );
  });

  it('equal costs › is selected; of all docs › is always walked', () => {
    const even = membersWith({ testCost: 0, setupCost: 0, listCost: 600 - 100 * SIFT_COLUMN - 22 * ORDER_DOC });
    const { walk, take, way } = paged(even, [key], 5, 6).decision;
    expect([walk, take]).toEqual([600, 600]);
    expect(way).toBe('select');
    const all = membersWith({
      isAll: true,
      count: size,
      testCost: 1e9,
      listCost: 0,
      sift: (given, out) => {
        out.set(given);
        return given.length;
      },
    });
    expect(paged(all, [key], 5, 6)).toMatchObject({ page: [...byValue.slice(5, 11)], decision: { way: 'walkKey' } });
  });

  it('skipping › costs nothing for all docs, otherwise a walk, or counts by quantiles if cheaper', () => {
    const members = membersWith({ testCost: 2, bitsCost: 30 });
    expect(skippingCost(membersWith({ isAll: true }), key, 50, size)).toBe(0);
    const walking = 50 * 100 * 2;
    expect(skippingCost(members, key, 50, size)).toBeCloseTo(walking);
    const counted = { ...key, quantiles };
    expect(skippingCost(members, counted, 50, size)).toBeCloseTo(30 + 3 * COMBINE_STORED * size + walking / 64);
    expect(skippingCost(members, counted, 1, size)).toBeCloseTo(200);
  });

  it('a walk › counts bits only if that is cheaper than walking over the skipped members', () => {
    let counted = 0;
    const members = membersWith({
      testCost: 2,
      bitsCost: 30,
      listCost: 1e9,
      bits: () => {
        counted += 1;
        return Bitset.of(size, docs);
      },
    });
    for (const descending of [false, true]) {
      const keyed = { ...key, quantiles, descending };
      // Descending, docs of one value still come in the export's order.
      const order = descending
        ? docs.toSorted((a, b) => column[b]! - column[a]! || a - b)
        : docs.toSorted((a, b) => column[a]! - column[b]! || a - b);
      counted = 0;
      expect(paged(members, [keyed], 1, 6).page).toEqual([...order.slice(1, 7)]);
      expect(counted).toBe(0);
      expect(paged(members, [keyed], 50, 6).page).toEqual([...order.slice(50, 56)]);
      expect(counted).toBe(1);
    }
  });
});

describe('selecting among many members', () => {
  const { docs: byValue, starts } = buildRuns(Uint32Array.from(column), 100);
  const postings = new RunPostings(byValue, starts);

  /** Selects a window of the docs, and tells how many docs each look at the column left. */
  function selected(given: Uint32Array, key: KeyColumn, skip: number, limit: number) {
    const orderedCounts: number[] = [];
    const real = plainRoutines.siftColumn;
    plainRoutines.siftColumn = (...operands) => {
      const count = real(...operands);
      orderedCounts.push(count);
      return count;
    };
    try {
      const members = membersWith({ count: given.length, docs: () => given, listCost: 0 });
      const { page, decision } = paged(members, [key], skip, limit);
      expect(decision.way).toBe('select');
      return { page, left: orderedCounts };
    } finally {
      plainRoutines.siftColumn = real;
    }
  }
  const inOrder = (
    given: Uint32Array,
    { column: of, descending }: KeyColumn,
    skip: number,
    limit: number,
  ): number[] => {
    const place = (doc: number): number => (of[doc] === 0 ? 1e9 : descending ? -of[doc]! : of[doc]!);
    return [...given.toSorted((a, b) => place(a) - place(b) || a - b).slice(skip, skip + limit)];
  };
  const third = Uint32Array.from({ length: 3333 }, (_, index) => index * 3);

  it.each([false, true])('descending: %s › only docs of the first values are ordered', (descending) => {
    const key: KeyColumn = { column, postings, quantiles: undefined, descending };
    const { page, left } = selected(third, key, 4, 10);
    expect(page).toEqual(inOrder(third, key, 4, 10));
    // Twice the 14 needed and 32 are 1.8 % of the members, and so much of all docs are the first two values.
    expect(left).toEqual([third.filter((doc) => (descending ? column[doc]! > 98 : column[doc]! < 3)).length]);
  });

  it('too few at first › four times as many values, until there are enough', () => {
    // No member has one of the first values.
    const late = third.filter((doc) => column[doc]! > 7);
    const key: KeyColumn = { column, postings, quantiles: undefined, descending: false };
    const { page, left } = selected(late, key, 0, 10);
    expect(page).toEqual(inOrder(late, key, 0, 10));
    const within = (value: number): number => late.filter((doc) => column[doc]! <= value).length;
    expect(left).toEqual([within(2), within(7), within(27)]);
  });

  it('just as many as are needed › are enough', () => {
    const key: KeyColumn = { column, postings, quantiles: undefined, descending: false };
    const few = third.filter((doc) => column[doc]! > 2 || doc < 900);
    const first = few.filter((doc) => column[doc]! <= 2).length;
    expect(selected(few, key, 0, first).left).toEqual([first]);
  });

  it('few members, or most of them wanted › all are put in order', () => {
    const key: KeyColumn = { column, postings, quantiles: undefined, descending: false };
    const looks = (given: Uint32Array, limit: number): number => {
      const { page, left } = selected(given, key, 0, limit);
      expect(page).toEqual(inOrder(given, key, 0, limit));
      return left.length;
    };
    expect(looks(third.subarray(0, 128), 1)).toBe(0);
    expect(looks(third.subarray(0, 129), 1)).toBeGreaterThan(0);
    // Twice the wanted and 32 are half of 500.
    expect(looks(third.subarray(0, 500), 109)).toBe(0);
    expect(looks(third.subarray(0, 500), 108)).toBeGreaterThan(0);
  });

  it('hardly any doc has a value › all are tested, then all are ordered', () => {
    const sparse = Uint16Array.from({ length: size }, (_, doc) => (doc % 900 === 0 ? 1 + doc / 900 : 0));
    const runs = buildRuns(Uint32Array.from(sparse), 12);
    for (const descending of [false, true]) {
      const key: KeyColumn = {
        column: sparse,
        postings: new RunPostings(runs.docs, runs.starts),
        quantiles: undefined,
        descending,
      };
      const { page, left } = selected(third, key, 5, 20);
      expect(page).toEqual(inOrder(third, key, 5, 20));
      expect(left.every((count) => count <= 12)).toBe(true);
    }
  });
});
