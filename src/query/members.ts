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
  has(doc: number): boolean;
  /** The docs, each once; not to be changed. Cost: at most O(segment). */
  docs(): Uint32Array;
}

/** @param size docs of the segment. Cost: O(size of the smallest child of each AND, of all children of each OR). */
export function membersOf(plan: Plan, size: number): Members {
  switch (plan.kind) {
    case 'all':
      return { count: size, all: true, ascends: true, has: () => true, docs: () => sequence(size) };
    case 'none':
      return { count: 0, all: false, ascends: true, has: () => false, docs: () => new Uint32Array(0) };
    case 'source': {
      const { source } = plan;
      return {
        count: source.size,
        all: false,
        ascends: source.ascends,
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
  return listed(kept.subarray(0, count), base.ascends, (doc) => children.every((child) => planHas(child, doc)));
}

function union(children: readonly Plan[], size: number): Members {
  const bits = new Bitset(size);
  for (const child of children) bits.addAll(membersOf(child, size).docs());
  const count = bits.count();
  return {
    count,
    all: count === size,
    ascends: true,
    has: (doc) => bits.has(doc),
    docs: () => bits.toList(count),
  };
}

function listed(docs: Uint32Array, ascends: boolean, has: (doc: number) => boolean): Members {
  return { count: docs.length, all: false, ascends, has, docs: () => docs };
}
