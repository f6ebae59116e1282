/**
 * Addresses that several kernels compute: of a bit's word in a bitset, and of a doc's ordinal in a column.
 *
 * A bitset is an array of 32-bit words; doc d is bit `d mod 32` of word `⌊d / 32⌋`. A column holds one ordinal per doc, of 8, 16 or
 * 32 bits; `T` is their type.
 */
import { TERM_LEAD } from '../layout/terms';

/** Bytes of a bitset's word, and of a doc in a list. */
export const WORD_BYTES: usize = 4;
/** Bytes of a vector. */
export const VECTOR_BYTES: usize = 16;

/** @returns the address of the word that holds the bit */
export function wordAddress(words: usize, bit: u32): usize {
  return words + ((bit >>> 5) << 2);
}

/** @returns the ordinal of the doc */
export function ordinalOf<T>(column: usize, doc: u32): u32 {
  return load<T>(column + doc * sizeof<T>());
}

/** @returns 1 in the lowest bit if the doc's term is in the set of terms, else 0 there; the other bits mean nothing */
export function termBit<T>(column: usize, doc: u32, terms: usize): u32 {
  const bit = ordinalOf<T>(column, doc) + (TERM_LEAD - 1);
  return load<u32>(wordAddress(terms, bit)) >>> bit;
}
