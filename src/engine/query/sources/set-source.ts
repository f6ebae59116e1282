/**
 * Sources whose docs are a set of bits, stored in the snapshot or computed during planning.
 */
import * as ns from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { Source } from './source.js';

/** @param words a stored set, with no bit beyond the docs */
export function storedSetSource(words: Uint32Array, structure: string, arena: Arena): Source {
  const bits = arena.bitset();
  bits.setTo(words);
  return setSource(bits, bits.count(), structure);
}

/**
 * @param bits with no bit beyond the docs; the caller must not change them afterwards
 * @param size number of docs in the set
 */
export function setSource(bits: Bitset, size: number, structure: string): Source {
  return {
    size,
    ascends: true,
    structure,
    testCost: ns.SIFT_BITS,
    has: (doc) => bits.has(doc),
    readyBits: bits,
    docs: (arena) => bits.toList(size, arena.list(size)),
    listCost: ns.LIST_BITS * bits.size + size,
    fill: (target) => target.setTo(bits.words),
    fillCost: ns.COMBINE_STORED * bits.size,
  };
}
