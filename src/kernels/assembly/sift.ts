/**
 * Filters a list of docs: keeps docs whose bit is set, whose ordinal is in an interval, or whose term is in a set.
 *
 * No kernel branches on the test, because a processor cannot predict its result: every doc is written, and `out` advances only after
 * a doc that passes. So `out` needs room for all docs; it may be the list itself.
 */
import { readOrdinal, termBit, WORD_BYTES, wordAddress } from './columns';

/** Keeps the docs that are members of a bitset. @returns the number of kept docs. */
export function siftBits(docs: usize, docsEnd: usize, words: usize, out: usize): u32 {
  const outStart = out;
  for (; docs < docsEnd; docs += WORD_BYTES) {
    const doc = load<u32>(docs);
    store<u32>(out, doc);
    out += ((load<u32>(wordAddress(words, doc)) >>> doc) & 1) * WORD_BYTES;
  }
  return (out - outStart) / WORD_BYTES;
}

function siftColumn<T>(docs: usize, docsEnd: usize, column: usize, low: u32, span: u32, out: usize): u32 {
  const outStart = out;
  for (; docs < docsEnd; docs += WORD_BYTES) {
    const doc = load<u32>(docs);
    store<u32>(out, doc);
    out += u32(readOrdinal<T>(column, doc) - low < span) * WORD_BYTES;
  }
  return (out - outStart) / WORD_BYTES;
}

/** Keeps the docs whose ordinal is in `[low, low + span)`; ordinals of 8 bits. @returns the number of kept docs. */
export function siftColumn8(docs: usize, docsEnd: usize, column: usize, low: u32, span: u32, out: usize): u32 {
  return siftColumn<u8>(docs, docsEnd, column, low, span, out);
}

/** As `siftColumn8`, of ordinals of 16 bits. */
export function siftColumn16(docs: usize, docsEnd: usize, column: usize, low: u32, span: u32, out: usize): u32 {
  return siftColumn<u16>(docs, docsEnd, column, low, span, out);
}

/** As `siftColumn8`, of ordinals of 32 bits. */
export function siftColumn32(docs: usize, docsEnd: usize, column: usize, low: u32, span: u32, out: usize): u32 {
  return siftColumn<u32>(docs, docsEnd, column, low, span, out);
}

function siftTerms<T>(docs: usize, docsEnd: usize, column: usize, terms: usize, out: usize): u32 {
  const outStart = out;
  for (; docs < docsEnd; docs += WORD_BYTES) {
    const doc = load<u32>(docs);
    store<u32>(out, doc);
    out += (termBit<T>(column, doc, terms) & 1) * WORD_BYTES;
  }
  return (out - outStart) / WORD_BYTES;
}

/** Keeps the docs whose term is in the set (TERM_LEAD); ordinals of 8 bits. @returns the number of kept docs. */
export function siftTerms8(docs: usize, docsEnd: usize, column: usize, terms: usize, out: usize): u32 {
  return siftTerms<u8>(docs, docsEnd, column, terms, out);
}

/** As `siftTerms8`, of ordinals of 16 bits. */
export function siftTerms16(docs: usize, docsEnd: usize, column: usize, terms: usize, out: usize): u32 {
  return siftTerms<u16>(docs, docsEnd, column, terms, out);
}

/** As `siftTerms8`, of ordinals of 32 bits. */
export function siftTerms32(docs: usize, docsEnd: usize, column: usize, terms: usize, out: usize): u32 {
  return siftTerms<u32>(docs, docsEnd, column, terms, out);
}
