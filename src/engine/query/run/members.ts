/**
 * Members: the docs that a plan selects, counted exactly, as a list or as bits, whichever was cheaper to compute. The other
 * form is computed on demand. Both are in the arena, so they are valid until the query ends.
 *
 * Elsewhere: choosing the form (combine), ordering and paging (page).
 */
import { choose } from '../../../content/choices/index.js';
import { LIST_BITS, MARK_DOC, PASS_BITS, SIFT_BITS } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { SelectedDocs } from '../../facets/index.js';
import { type SetTest, type Sift, setTest, siftOneByOne } from '../sources/sift.js';
import type { ColumnInterval, Source } from '../sources/source.js';

export interface Members extends SelectedDocs {
  /** The first docs in export order, if they are stored. */
  readonly first?: Uint32Array;
  /** Writes the docs that are members into `out`, in their order. @returns their number */
  sift(docs: Uint32Array, out: Uint32Array): number;
  /** Cost of testing one doc, after the setup. */
  readonly testCost: number;
  /** Additional cost of the first test: computing the set, if it needs one. */
  readonly setupCost: number;
  /** Costs with a set that is computed once, which is cheaper for many docs. */
  readonly setCosts?: { readonly setupCost: number; readonly testCost: number };
  /** The ordinals that exactly the members have. */
  readonly interval?: ColumnInterval;
}

/** Whether the members are counted exactly; otherwise they are only found by testing docs, and their count is an estimate. */
export const areCounted = ({ bitsCost }: Members): boolean => bitsCost < Number.POSITIVE_INFINITY;

export function allMembers(arena: Arena): Members {
  const docs = (): Uint32Array => {
    arena.budget.spend(arena.size);
    const out = arena.list(arena.size);
    for (let doc = 0; doc < out.length; doc += 1) out[doc] = doc;
    return out;
  };
  return {
    count: arena.size,
    isAll: true,
    ascends: true,
    sift(tested, out) {
      out.set(tested);
      return tested.length;
    },
    testCost: 0,
    setupCost: 0,
    docs,
    listCost: arena.size,
    bits: once(() => {
      const bits = arena.bitset();
      bits.setToAll();
      return bits;
    }),
    bitsCost: PASS_BITS * arena.size,
  };
}

/** @returns the cost of testing `count` docs, block by block */
export function siftingCost({ setupCost, testCost, setCosts }: Members, count: number): number {
  const each = setupCost + count * testCost;
  // `adaptiveSift` spends up to the cost of the set on single tests before it computes the set.
  return setCosts === undefined ? each : Math.min(each, 2 * setCosts.setupCost + count * setCosts.testCost);
}

export function sourceMembers(source: Source, arena: Arena): Members {
  const { interval, first, readyBits } = source;
  const setCosts = setTest(source, arena.size);
  return {
    count: source.size,
    isAll: source.size === arena.size,
    ascends: source.ascends,
    sift: setCosts === undefined ? plainSift(source, arena) : adaptiveSift(source, setCosts, arena),
    ...(setCosts === undefined ? {} : { setCosts }),
    testCost: source.testCost,
    setupCost: 0,
    docs: once(() => {
      arena.budget.spend(source.listCost);
      return source.docs(arena);
    }),
    listCost: source.listCost,
    bits: once(() => {
      if (readyBits !== undefined) return readyBits;
      arena.budget.spend(source.fillCost);
      const bits = arena.bitset();
      source.fill(bits, arena);
      return bits;
    }),
    bitsCost: readyBits === undefined ? source.fillCost : 0,
    ...(interval === undefined ? {} : { interval }),
    ...(first === undefined ? {} : { first }),
  };
}

const plainSift =
  (source: Source, arena: Arena): Sift =>
  (docs, out) => {
    arena.budget.spend(docs.length * source.testCost);
    return siftOneByOne(arena, source, docs, out);
  };

/** Computes the set as soon as the tests so far have cost as much: the total is at most twice the minimum. */
function adaptiveSift(source: Source, set: SetTest, arena: Arena): Sift {
  const each = plainSift(source, arena);
  let tested = 0;
  let setSift: Sift | undefined;
  return (docs, out) => {
    tested += docs.length;
    if (setSift === undefined) {
      const isEach = tested * source.testCost <= set.setupCost + tested * set.testCost;
      if (choose('sift.often', isEach ? 'each' : 'set') === 'each') return each(docs, out);
      arena.budget.spend(set.setupCost);
      setSift = set.setUp(arena);
    }
    arena.budget.spend(docs.length * set.testCost);
    return setSift(docs, out);
  };
}

/**
 * @param bits  in the arena; the caller must not change them afterwards
 * @param count number of docs in the set
 */
export function bitMembers(bits: Bitset, count: number, arena: Arena): Members {
  return {
    count,
    isAll: count === arena.size,
    ascends: true,
    sift(docs, out) {
      arena.budget.spend(docs.length * SIFT_BITS);
      return arena.routines.siftBits(docs, bits.words, out);
    },
    testCost: SIFT_BITS,
    setupCost: 0,
    docs: once(() => {
      arena.budget.spend(LIST_BITS * arena.size + count);
      return bits.toList(count, arena.list(count));
    }),
    listCost: LIST_BITS * arena.size + count,
    bits: () => bits,
    bitsCost: 0,
  };
}

/** @returns members from a list of docs; the first test computes their bits */
export function listedMembers(docs: Uint32Array, ascends: boolean, arena: Arena): Members {
  const bits = once(() => {
    arena.budget.spend(bitsCost);
    const docBits = arena.emptyBitset();
    docBits.addAll(docs);
    return docBits;
  });
  const bitsCost = PASS_BITS * arena.size + docs.length * MARK_DOC;
  return {
    count: docs.length,
    isAll: docs.length === arena.size,
    ascends,
    sift(tested, out) {
      arena.budget.spend(tested.length * SIFT_BITS);
      return arena.routines.siftBits(tested, bits().words, out);
    },
    testCost: SIFT_BITS,
    setupCost: bitsCost,
    docs: () => docs,
    listCost: 0,
    bits,
    bitsCost,
  };
}

/** @returns a function that computes its value in the first call */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
