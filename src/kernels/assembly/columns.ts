/**
 * Addresses that several kernels compute: of the word of a bit in a bitset, and of the ordinal of a doc in a column.
 *
 *     bitset   doc d is bit d mod 32 of the 32-bit word ⌊d / 32⌋
 *     column   one ordinal per doc, of type T: 8, 16 or 32 bits
 */
import { TERM_LEAD } from '../layout/terms';

/** Bytes of a word of a bitset, and of a doc in a list. */
export const WORD_BYTES: usize = 4;
/** Bytes of a vector. */
export const VECTOR_BYTES: usize = 16;

/** @returns the address of the word that contains the bit */
export function wordAddress(words: usize, bit: u32): usize {
  return words + ((bit >>> 5) << 2);
}

/** @returns the ordinal of the doc */
export function readOrdinal<T>(column: usize, doc: u32): u32 {
  return load<T>(column + doc * sizeof<T>());
}

/** @returns in the lowest bit: 1 if the doc's term is in the set of terms, otherwise 0. The other bits are undefined. */
export function termBit<T>(column: usize, doc: u32, terms: usize): u32 {
  const bit = readOrdinal<T>(column, doc) + (TERM_LEAD - 1);
  return load<u32>(wordAddress(terms, bit)) >>> bit;
}
