/**
 * Members: the docs that a plan selects, counted exactly, in whatever form was cheapest to come by.
 *
 * An AND walks its smallest child and tests the others, or combines bits where its children are large; an OR always
 * combines bits.
 */
import { Bitset } from '../docset/index.js';
import { type Plan, planHas, sizeMaximum } from './plan.js';
import { sift } from './sources.js';
import type { Trace } from './trace.js';

export interface Members {
  /** Exactly how many. */
  readonly count: number;
  /** Whether these are all docs of the segment. */
  readonly all: boolean;
  /** Whether `docs()` ascends. */
  readonly ascends: boolean;
  /** The first docs in the export's order, where they are stored. */
  readonly first?: Uint32Array;
  /** The set as bits, where it was come by so. */
  readonly bits?: Bitset;
  /** What one `has` costs, beside one that reads a column. */
  readonly testCost: number;
  /** What `docs()` costs a doc, beside reading a list that is there. */
  readonly listCost: number;
  has(doc: number): boolean;
  /** The docs, each once; not to be changed. Cost: at most O(segment). */
  docs(): Uint32Array;
}

/** What walking costs a doc beside the tests. */
const walkCost = 1;
/** What combining two sets of bits costs a doc of the segment. */
const combineCost = 1 / 64;

/** @param size docs of the segment */
export function membersOf(plan: Plan, size: number, trace?: Trace): Members {
  switch (plan.kind) {
    case 'all':
      return {
        count: size,
        all: true,
        ascends: true,
        testCost: 0,
        listCost: 0,
        has: () => true,
        docs: () => Uint32Array.from({ length: size }, (_, doc) => doc),
      };
    case 'none':
      return listed(new Uint32Array(0), true, size);
    case 'source': {
      const { source } = plan;
      return {
        count: source.size,
        all: false,
        ascends: source.ascends,
        ...(source.first === undefined ? {} : { first: source.first }),
        testCost: source.testCost,
        listCost: source.listCost,
        has: (doc) => source.has(doc),
        docs: () => source.docs(),
      };
    }
    case 'and': {
      const walking = walkingCost(plan.children, size);
      const combining = fillCost(plan, size);
      if (walking > combining) {
        trace?.members(plan, { way: 'combine', cost: combining, walkCost: walking });
        return combined(plan, size, trace);
      }
      // The cheapest test first: what it drops, the dearer ones need not look at.
      const [listed, ...tests] = plan.children;
      if (listed === undefined) return membersOf({ kind: 'all' }, size);
      tests.sort((a, b) => testCost(a) - testCost(b));
      trace?.members(plan, { way: 'walk', cost: walking, combineCost: combining, listed, tests });
      return walked(listed, tests, size, trace);
    }
    case 'or':
      trace?.members(plan, { way: 'combine', cost: fillCost(plan, size) });
      return combined(plan, size, trace);
  }
}

/** What one test costs, in tests of a column. */
function testCost(plan: Plan): number {
  switch (plan.kind) {
    case 'all':
    case 'none':
      return 0;
    case 'source':
      return plan.source.testCost;
    case 'and':
    case 'or':
      return plan.children.reduce((sum, child) => sum + testCost(child), 0);
  }
}

/** What making the plan's docs a set of bits costs. */
function fillCost(plan: Plan, size: number): number {
  switch (plan.kind) {
    case 'all':
    case 'none':
      return 0;
    case 'source':
      return plan.source.fillCost;
    case 'and':
    case 'or':
      return plan.children.reduce((sum, child) => sum + fillCost(child, size) + size * combineCost, 0);
  }
}

/** What listing the smallest child and testing the others costs. */
function walkingCost([smallest, ...others]: readonly Plan[], size: number): number {
  if (smallest === undefined) return 0;
  const list = smallest.kind === 'source' ? smallest.source.size * smallest.source.listCost : fillCost(smallest, size);
  const tests = others.reduce((sum, child) => sum + testCost(child), walkCost);
  return list + sizeMaximum(smallest, size) * tests;
}

/** The docs of the smallest that pass the tests. */
function walked(smallest: Plan, tests: readonly Plan[], size: number, trace: Trace | undefined): Members {
  const base = membersOf(smallest, size, trace);
  let from = base.docs();
  let count = from.length;
  const kept = new Uint32Array(count);
  for (const child of tests) {
    const source = child.kind === 'source' ? child.source : undefined;
    if (source?.sift !== undefined) count = source.sift(from, count, kept);
    else count = sift((doc) => planHas(child, doc), from, count, kept);
    from = kept;
  }
  return listed(kept.subarray(0, count), base.ascends, size);
}

function combined(plan: Plan, size: number, trace: Trace | undefined): Members {
  const bits = filled(plan, size, trace);
  const count = bits.count();
  return {
    count,
    all: count === size,
    ascends: true,
    bits,
    testCost: 1,
    listCost: 1,
    has: (doc) => bits.has(doc),
    docs: () => bits.toList(count),
  };
}

function filled(plan: Plan, size: number, trace: Trace | undefined): Bitset {
  const bits = new Bitset(size);
  switch (plan.kind) {
    case 'all':
      bits.words.fill(0xffffffff);
      bits.clearBeyond();
      return bits;
    case 'none':
      return bits;
    case 'source':
      plan.source.fill(bits);
      return bits;
    case 'and':
    case 'or': {
      const [first, ...others] = plan.children;
      if (first === undefined) return bits;
      const result = filledChild(first, size, trace);
      for (const child of others) {
        if (plan.kind === 'and') result.and(filledChild(child, size, trace));
        else result.or(filledChild(child, size, trace));
      }
      return result;
    }
  }
}

/** A group inside a group may be cheaper walked than combined. */
function filledChild(plan: Plan, size: number, trace: Trace | undefined): Bitset {
  if (plan.kind !== 'and') return filled(plan, size, trace);
  const members = membersOf(plan, size, trace);
  return members.bits ?? Bitset.of(size, members.docs());
}

/** Docs that were listed one by one; whether a doc is among them is asked of bits, made when first asked. */
function listed(docs: Uint32Array, ascends: boolean, size: number): Members {
  let bits: Bitset | undefined;
  return {
    count: docs.length,
    all: false,
    ascends,
    testCost: 2,
    listCost: 0,
    has(doc) {
      bits ??= Bitset.of(size, docs);
      return bits.has(doc);
    },
    docs: () => docs,
  };
}
