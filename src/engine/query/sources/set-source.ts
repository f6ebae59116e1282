/**
 * Sources whose docs are a set of bits, stored in the snapshot or made during planning.
 */
import * as ns from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { Source } from './source.js';

/** A set that is stored as bits. @param words of the set, with no bit beyond the docs */
export function storedSet(words: Uint32Array, structure: string, arena: Arena): Source {
  const bits = arena.bitset();
  bits.setTo(words);
  return madeSet(bits, bits.count(), structure);
}

/**
 * @param made with no bit beyond the docs, from now on not to be changed
 * @param size how many docs it has
 */
export function madeSet(made: Bitset, size: number, structure: string): Source {
  return {
    size,
    ascends: true,
    structure,
    testCost: ns.SIFT_BITS,
    has: (doc) => made.has(doc),
    made,
    docs: (arena) => made.toList(size, arena.list(size)),
    listCost: ns.LIST_BITS * made.size + size,
    fill: (bits) => bits.setTo(made.words),
    fillCost: ns.COMBINE_STORED * made.size,
  };
}
