/**
 * Plans of any shape, answered by any strategy: the members equal sets of numbers, in every form of
 * members; and the trace receives the decisions.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/content/model/index.js';
import type { MembersDecision, Trace } from '../../../../src/engine/query/explain/trace.js';
import { type Plan, planHas } from '../../../../src/engine/query/plan/plan.js';
import { membersOf } from '../../../../src/engine/query/run/combine.js';
import {
  allMembers,
  bitMembers,
  listedMembers,
  type Members,
  sourceMembers,
} from '../../../../src/engine/query/run/members.js';
import { docList } from '../../../../src/engine/query/sources/list-source.js';
import type { Source } from '../../../../src/engine/query/sources/source.js';
import { LIST_BITS, MARK_DOC, PASS_BITS, SIFT_BITS } from '../../../../src/index/costs/index.js';
import { Arena } from '../../../../src/index/docset/index.js';
import { amount } from '../../../../testing/amount.js';
import { deafTrace } from '../../../../testing/structures/trace.js';

const size = 130;
const every = Array.from({ length: size }, (_, doc) => doc);

/** A plan, and the docs it must select. */
interface Known {
  readonly plan: Plan;
  readonly docs: readonly number[];
}

const costs = fc.record({
  // From cheap to far above the cost at which missing docs are counted first.
  listCost: fc.constantFrom(0, 10, 60_000, 90_000),
  fillCost: fc.constantFrom(0, 20, 1e6),
  testCost: fc.constantFrom(0.5, 300, 5000),
});

const someDocs = fc.oneof(
  fc.subarray(every),
  fc.subarray(every, { maxLength: 9 }),
  fc.subarray(every, { minLength: 110 }),
);

const planWithDocs: fc.Arbitrary<Known> = fc.letrec<{ tree: Known; source: Known; fold: Known; group: Known }>(
  (tie) => ({
    tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('source'), tie('fold'), tie('group')),
    source: fc.tuple(someDocs, costs, fc.boolean()).map(([docs, figures, ascends]) => {
      const list = Uint32Array.from(ascends ? docs : docs.toReversed());
      const held: Source = { ...docList(Uint32Array.from(docs), 'docs'), ...figures, ascends, docs: () => list };
      return { plan: { kind: 'source', source: held }, docs };
    }),
    fold: fc.constantFrom<Known>({ plan: { kind: 'all' }, docs: every }, { plan: { kind: 'none' }, docs: [] }),
    group: fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('tree'), { minLength: 2, maxLength: 4 }),
        fc.nat(4),
        fc.nat(1e6),
      )
      .map(([kind, children, filled, cost]) => {
        const has = (doc: number): boolean =>
          kind === 'and'
            ? children.every(({ docs }) => docs.includes(doc))
            : children.some(({ docs }) => docs.includes(doc));
        const plans = children.map(({ plan }) => plan);
        // An AND of which nothing is filled walks its first child.
        const strategy =
          kind === 'or'
            ? { combined: plans, tested: [], cost }
            : filled === 0
              ? { combined: [], tested: plans.slice(1), cost }
              : { combined: plans.slice(0, filled), tested: plans.slice(filled), cost };
        return { plan: { kind, children: plans, strategy, sizeMaximum: size }, docs: every.filter(has) };
      }),
  }),
).tree;

/** Expects the members to be the docs, in every form. */
function expectMembers(members: Members, docs: readonly number[]): void {
  expect(members.count).toBe(docs.length);
  expect(members.isAll).toBe(docs.length === size);
  const listed = [...members.docs()];
  expect(listed.toSorted((a, b) => a - b)).toEqual(docs);
  if (members.ascends) expect(listed).toEqual(docs);
  const bits = members.bits();
  expect([...bits.toList(bits.count())]).toEqual(docs);
  expect(members.bits()).toBe(bits);
  const testedDocs = Uint32Array.of(100, 3, 4, 129, 0, 64);
  const out = new Uint32Array(testedDocs.length);
  const passedCount = members.sift(testedDocs, out);
  expect([...out.subarray(0, passedCount)]).toEqual([...testedDocs].filter((doc) => docs.includes(doc)));
}

describe('membersOf', () => {
  it('any tree of plans, by any strategy › the docs that sets of numbers give', () => {
    fc.assert(
      fc.property(planWithDocs, ({ plan, docs }) => {
        expect(every.filter((doc) => planHas(plan, docId(doc)))).toEqual(docs);
        const arena = new Arena(size);
        // What an earlier query has left there.
        for (let i = 0; i < 20; i += 1) arena.bitset().setToAll();
        arena.release({ chunk: 0, used: 0 });
        expectMembers(membersOf(plan, arena), docs);
      }),
      { numRuns: amount(400, 80) },
    );
  });
});

describe('an OR of costly alternatives', () => {
  const calls: string[] = [];
  const dear = (name: string, docs: readonly number[], listCost: number, testCost: number): Plan => {
    const held = docList(Uint32Array.from(docs), name);
    const source: Source = {
      ...held,
      listCost,
      testCost,
      fillCost: 1e9,
      docs(arena) {
        calls.push(`list ${name}`);
        return held.docs(arena);
      },
      has(doc) {
        calls.push(`test ${name}`);
        return held.has(doc);
      },
    };
    return { kind: 'source', source };
  };
  const union = (...children: readonly Plan[]): number[] => {
    calls.length = 0;
    const plan: Plan = {
      kind: 'or',
      children,
      sizeMaximum: size,
      strategy: { combined: children, tested: [], cost: 1 },
    };
    return [...membersOf(plan, new Arena(size)).docs()];
  };
  const most = docList(Uint32Array.from(every.slice(0, 128)), 'most');
  const large: Plan = { kind: 'source', source: { ...most, fillCost: 0, listCost: 1e9 } };

  it('few docs remain › they are tested, cheapest test first', () => {
    const docs = union(large, dear('one', [5, 128], 60_000, 9), dear('other', [7, 129], 60_000, 8));
    expect(docs).toEqual(every);
    // The other alternative lacks doc 128 and has doc 129: it is tested for both, the costlier one for the remaining doc.
    expect(calls).toEqual(['test other', 'test one', 'test other']);
  });

  it('testing the remaining docs costs more › the alternative is listed, and fewer docs remain', () => {
    const docs = union(large, dear('one', [5, 128], 60_000, 30_001), dear('other', [7, 129], 80_000, 40_001));
    expect(docs).toEqual(every);
    // Two docs left at 30,001 each are dearer than the list; of the one that is left then, testing is cheaper.
    expect(calls).toEqual(['list one', 'test other']);
  });

  it('several to list › the cheapest first, in any order', () => {
    union(large, dear('one', [5, 128], 80_000, 40_001), dear('other', [7, 129], 60_000, 30_001));
    expect(calls).toEqual(['list other', 'test one']);
  });

  it('equal costs › is listed', () => {
    union(large, dear('one', [5, 128], 60_000, 30_000));
    expect(calls).toEqual(['list one']);
  });

  it('no docs remain › nothing is tested', () => {
    const remainingPlan: Plan = { kind: 'source', source: docList(Uint32Array.of(128, 129), 'rest') };
    expect(union(large, remainingPlan, dear('one', [5], 60_000, 1))).toEqual(every);
    expect(calls).toEqual([]);
  });

  it('not costly › is listed at once', () => {
    union(large, dear('one', [5, 128], 50_000 - 2 * MARK_DOC, 1));
    expect(calls).toEqual(['list one']);
    union(large, dear('one', [5, 128], 50_001, 1));
    expect(calls).toEqual(['test one', 'test one']);
  });
});

describe('an OR', () => {
  const callsFor = (listCost: number, fillCost: number): string[] => {
    const calls: string[] = [];
    const docs = docList(Uint32Array.of(1, 2, 3), 'docs');
    const watched: Plan = {
      kind: 'source',
      source: {
        ...docs,
        listCost,
        fillCost,
        docs: (arena) => {
          calls.push('listed');
          return docs.docs(arena);
        },
        fill: (bits, arena) => {
          calls.push('filled');
          docs.fill(bits, arena);
        },
      },
    };
    const children = [watched, watched];
    const plan: Plan = { kind: 'or', children, sizeMaximum: 6, strategy: { combined: children, tested: [], cost: 1 } };
    expect([...membersOf(plan, new Arena(size)).docs()]).toEqual([1, 2, 3]);
    return calls;
  };

  it('of sources › each is listed into the set, or filled and combined, whichever is cheaper', () => {
    const even = 10 + PASS_BITS * size - 3 * MARK_DOC;
    expect(callsFor(even - 0.01, 10)).toEqual(['listed', 'listed']);
    expect(callsFor(even + 0.01, 10)).toEqual(['filled', 'filled']);
  });
});

describe('testing docs for a group', () => {
  /** @returns the calls when a group of two sources tests three docs */
  const waysAsked = (testCost: number, cost: number, fillCost: number): string[] => {
    const calls = new Set<string>();
    const docs = docList(Uint32Array.of(1, 2, 90), 'docs');
    const watched: Plan = {
      kind: 'source',
      source: {
        ...docs,
        testCost,
        has: (doc) => {
          calls.add('tested');
          return docs.has(doc);
        },
        fill: (bits, arena) => {
          calls.add('filled');
          docs.fill(bits, arena);
        },
        listCost: 1e9,
        fillCost,
      },
    };
    const group: Plan = {
      kind: 'or',
      children: [watched, watched],
      sizeMaximum: 6,
      strategy: { combined: [watched, watched], tested: [], cost },
    };
    const list: Plan = { kind: 'source', source: docList(Uint32Array.of(2, 3, 90), 'list') };
    const and: Plan = {
      kind: 'and',
      children: [list, group],
      sizeMaximum: 3,
      strategy: { combined: [], tested: [group], cost: 1 },
    };
    expect([...membersOf(and, new Arena(size)).docs()]).toEqual([2, 90]);
    return [...calls];
  };

  it('doc by doc › if that is cheaper than a set', () => {
    // Three docs, each tested by two sources of 10.
    const set = 3 * 20 - 3 * SIFT_BITS;
    expect(waysAsked(10, set + 0.1, 1e9)).toEqual(['tested']);
    expect(waysAsked(10, set - 0.1, 1e9)).toEqual(['filled']);
  });
});

describe('no docs at all', () => {
  it('ascend', () => {
    expect(membersOf({ kind: 'none' }, new Arena(size)).ascends).toBe(true);
  });
});

describe('a trace', () => {
  const source = (docs: readonly number[]): Plan => ({
    kind: 'source',
    source: docList(Uint32Array.from(docs), 'docs'),
  });
  const [one, two, three] = [source([1, 2, 3]), source([2, 3, 4]), source([3, 4, 5])];
  const decisions = (plan: Plan): [Plan, MembersDecision][] => {
    const tracedDecisions: [Plan, MembersDecision][] = [];
    const trace: Trace = { ...deafTrace, members: (of, decision) => void tracedDecisions.push([of, decision]) };
    membersOf(plan, new Arena(size), trace);
    return tracedDecisions;
  };
  const and = (combined: readonly Plan[], tested: readonly Plan[], rejectedCost?: number): Plan => ({
    kind: 'and',
    children: [one, two, three],
    sizeMaximum: 3,
    strategy: { combined, tested, cost: 7, ...(rejectedCost === undefined ? {} : { rejectedCost }) },
  });

  it('the trace › receives the walked and tested children, and the rejected cost', () => {
    const plan = and([], [two, three], 9);
    expect(decisions(plan)).toEqual([
      [plan, { way: 'walk', cost: 7, combineCost: 9, listed: one, tests: [two, three] }],
    ]);
    const alone = and([], [two, three]);
    expect(decisions(alone)[0]?.[1]).toMatchObject({ way: 'walk', combineCost: 7 });
  });

  it('the trace › receives the combined children', () => {
    const plan = and([one, two], [three], 9);
    expect(decisions(plan)).toEqual([[plan, { way: 'combine', cost: 7, walkCost: 9, tests: [three] }]]);
    expect(decisions(and([one, two, three], []))[0]?.[1]).toEqual({ way: 'combine', cost: 7, tests: [] });
  });

  it('the trace › receives every combined group, the outer one first', () => {
    const inner = and([one, two, three], [], 9);
    const outer: Plan = {
      kind: 'or',
      children: [inner, one],
      sizeMaximum: 6,
      strategy: { combined: [inner, one], tested: [], cost: 8 },
    };
    expect(decisions(outer).map(([plan]) => plan)).toEqual([outer, inner]);
    expect(decisions(outer)[0]?.[1]).toEqual({ way: 'combine', cost: 8, tests: [] });
  });
});

describe('members', () => {
  const arena = new Arena(size);
  const docs = [3, 64, 100];
  const source = docList(Uint32Array.from(docs), 'docs');

  it('of every kind › are the docs, with the costs of their form', () => {
    const bits = arena.emptyBitset();
    bits.addAll(Uint32Array.from(docs));
    expectMembers(allMembers(arena), every);
    expect(allMembers(arena)).toMatchObject({
      testCost: 0,
      setupCost: 0,
      listCost: size,
      bitsCost: PASS_BITS * size,
      ascends: true,
    });
    expectMembers(bitMembers(bits, 3, arena), docs);
    expect(bitMembers(bits, 3, arena)).toMatchObject({
      testCost: SIFT_BITS,
      setupCost: 0,
      listCost: LIST_BITS * size + 3,
      bitsCost: 0,
      ascends: true,
    });
    const marking = PASS_BITS * size + 3 * MARK_DOC;
    const list = Uint32Array.of(100, 3, 64);
    const listed = listedMembers(list, false, arena);
    expectMembers(listed, docs);
    expect(listed.docs()).toBe(list);
    expect(listed).toMatchObject({
      testCost: SIFT_BITS,
      setupCost: marking,
      listCost: 0,
      bitsCost: marking,
      ascends: false,
    });
    expectMembers(sourceMembers(source, arena), docs);
    const { testCost, listCost, fillCost } = source;
    expect(sourceMembers(source, arena)).toMatchObject({ testCost, setupCost: 0, listCost, bitsCost: fillCost });
  });

  it('of a source › have its interval and first docs, and list and fill it once', () => {
    expect(sourceMembers(source, arena)).not.toHaveProperty('interval');
    expect(sourceMembers(source, arena)).not.toHaveProperty('first');
    const interval = { column: new Uint8Array(size), ordinals: { low: 1, span: 2 } };
    const first = Uint32Array.of(3);
    let listed = 0;
    const counted = sourceMembers(
      {
        ...source,
        interval,
        first,
        docs: (of) => {
          listed += 1;
          return source.docs(of);
        },
      },
      arena,
    );
    expect(counted.interval).toBe(interval);
    expect(counted.first).toBe(first);
    counted.docs();
    counted.docs();
    expect(listed).toBe(1);
  });

  it('of a source with stored bits › have these, at no cost', () => {
    const readyBits = arena.bitset();
    source.fill(readyBits, arena);
    const members = sourceMembers({ ...source, readyBits }, arena);
    expect(members.bits()).toBe(readyBits);
    expect(members.bitsCost).toBe(0);
  });
});
