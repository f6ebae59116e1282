/**
 * Members: the docs that a plan selects, counted exactly, in whatever form was cheapest to come by.
 *
 * An AND walks its smallest child and tests the others; an OR marks bits.
 */
import { Bitset } from '../docset/index.js';
import { type Plan, planHas } from './plan.js';

export interface Members {
  /** Exactly how many. */
  readonly count: number;
  /** Whether these are all docs of the segment. */
  readonly all: boolean;
  /** Whether `docs()` ascends. */
  readonly ascends: boolean;
  /** What one `has` costs, beside one that reads a column. */
  readonly testCost: number;
  /** What `docs()` costs a doc, beside reading a list that is there. */
  readonly listCost: number;
  has(doc: number): boolean;
  /** The docs, each once; not to be changed. Cost: at most O(segment). */
  docs(): Uint32Array;
}

/** @param size docs of the segment. Cost: O(size of the smallest child of each AND, of all children of each OR). */
export function membersOf(plan: Plan, size: number): Members {
  switch (plan.kind) {
    case 'all':
      return {
        count: size,
        all: true,
        ascends: true,
        testCost: 0,
        listCost: 0,
        has: () => true,
        docs: () => sequence(size),
      };
    case 'none':
      return {
        count: 0,
        all: false,
        ascends: true,
        testCost: 0,
        listCost: 0,
        has: () => false,
        docs: () => new Uint32Array(0),
      };
    case 'source': {
      const { source } = plan;
      return {
        count: source.size,
        all: false,
        ascends: source.ascends,
        testCost: source.testCost,
        listCost: source.listCost,
        has: (doc) => source.has(doc),
        docs: () => source.docs(),
      };
    }
    case 'and':
      return intersection(plan.children, size);
    case 'or':
      return union(plan.children, size);
  }
}

const sequence = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, doc) => doc);

function intersection(children: readonly Plan[], size: number): Members {
  const [smallest, ...others] = children;
  if (smallest === undefined) return membersOf({ kind: 'all' }, size);
  const base = membersOf(smallest, size);
  const from = base.docs();
  const kept = new Uint32Array(from.length);
  let count = 0;
  for (let i = 0; i < from.length; i += 1) {
    const doc = from[i]!;
    let inAll = true;
    for (let other = 0; inAll && other < others.length; other += 1) inAll = planHas(others[other]!, doc);
    if (inAll) {
      kept[count] = doc;
      count += 1;
    }
  }
  return listed(kept.subarray(0, count), base.ascends, size);
}

function union(children: readonly Plan[], size: number): Members {
  const bits = new Bitset(size);
  for (const child of children) bits.addAll(membersOf(child, size).docs());
  const count = bits.count();
  return {
    count,
    all: count === size,
    ascends: true,
    testCost: 1,
    listCost: 1,
    has: (doc) => bits.has(doc),
    docs: () => bits.toList(count),
  };
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
