/**
 * Tests many docs against one source: doc by doc, or with a set that is computed first if that is cheaper.
 */
import { choose } from '../../../content/choices/index.js';
import { type DocId, docId } from '../../../content/model/index.js';
import { PASS_BITS, SIFT_BITS, SIFT_TERM } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { Source } from './source.js';
import { termSet, termSetCost } from './term-set.js';

/** Writes the docs that pass into `out`, in their order, and returns their number. `out` may be `docs` itself. */
export type Sift = (docs: Uint32Array, out: Uint32Array) => number;

/** Tests by a set that is computed for them. */
export interface SetTest {
  /** Cost of computing the set. */
  readonly setupCost: number;
  /** Cost of testing one doc afterwards. */
  readonly testCost: number;
  /** Computes the set, in the arena. */
  setUp(arena: Arena): Sift;
}

/** @param size docs of the segment. @returns undefined if a test needs no set */
export function setTest(source: Source, size: number): SetTest | undefined {
  const { readyBits, interval, terms, fillCost } = source;
  if (readyBits !== undefined || interval !== undefined) return undefined;
  const termsCost = terms === undefined ? Number.POSITIVE_INFINITY : termSetCost([terms]);
  if (terms !== undefined && choose('sift.set', termsCost < fillCost ? 'terms' : 'bits') === 'terms') {
    return {
      setupCost: termsCost,
      testCost: SIFT_TERM,
      setUp(arena) {
        const words = termSet([terms], arena);
        return (docs, out) => arena.routines.siftTerms(docs, terms.values.column, words, out);
      },
    };
  }
  return {
    setupCost: fillCost + PASS_BITS * size,
    testCost: SIFT_BITS,
    setUp(arena) {
      const bits = arena.bitset();
      source.fill(bits, arena);
      return (docs, out) => arena.routines.siftBits(docs, bits.words, out);
    },
  };
}

/** @returns the cost of testing `count` docs in one call */
export function siftCost(source: Source, count: number, size: number): number {
  const set = setTest(source, size);
  const each = count * source.testCost;
  return set === undefined ? each : Math.min(each, set.setupCost + count * set.testCost);
}

/**
 * Writes the docs that pass the test into `out`, in their order.
 *
 * @param out at least as long as `docs`; may be `docs` itself
 * @returns the number of docs that passed
 */
export function siftBy(has: (doc: DocId) => boolean, docs: Uint32Array, out: Uint32Array): number {
  let passed = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    if (!has(docId(doc))) continue;
    out[passed] = doc;
    passed += 1;
  }
  return passed;
}

/** As `siftBy`, with the test of the source. */
export function siftOneByOne({ routines }: Arena, source: Source, docs: Uint32Array, out: Uint32Array): number {
  const { interval, readyBits } = source;
  if (readyBits !== undefined) return routines.siftBits(docs, readyBits.words, out);
  if (interval === undefined) return siftBy((doc) => source.has(doc), docs, out);
  return routines.siftColumn(docs, interval.column, interval.ordinals, out);
}

/** As `siftOneByOne`, with a set if that is cheaper. Cost: `siftCost`. */
export function siftSource(arena: Arena, source: Source, docs: Uint32Array, out: Uint32Array): number {
  const set = setTest(source, arena.size);
  if (set === undefined) return siftOneByOne(arena, source, docs, out);
  const isEach = docs.length * source.testCost <= set.setupCost + docs.length * set.testCost;
  if (choose('sift.source', isEach ? 'each' : 'set') === 'each') return siftOneByOne(arena, source, docs, out);
  const mark = arena.mark();
  const passed = set.setUp(arena)(docs, out);
  arena.release(mark);
  return passed;
}
