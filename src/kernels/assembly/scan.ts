/**
 * Scans of a whole column: the docs whose ordinal is in an interval, and the set of docs whose term is in a set of terms.
 *
 * Docs are counted from 0 at the start of the column.
 */
import { termBit, VECTOR_BYTES, WORD_BYTES } from './columns';

/** @returns a mask with a bit for each ordinal of the vector in `[low, low + span)`: unsigned `ordinal - low < span` */
function compareOrdinals<T>(ordinals: v128, lows: v128, spans: v128): u32 {
  return v128.bitmask<T>(v128.lt<T>(v128.sub<T>(ordinals, lows), spans));
}

function scanColumn<T>(column: usize, columnEnd: usize, low: u32, span: u32, wanted: u32, out: usize): u32 {
  const outStart = out;
  const full = out + wanted * WORD_BYTES;
  const lows = v128.splat<T>(low as T);
  const spans = v128.splat<T>(span as T);
  let firstDoc: u32 = 0;
  if (column >= columnEnd) return 0;
  // The loop tests at its end, with one jump per iteration: a test at the beginning takes 6 % longer.
  do {
    let mask = compareOrdinals<T>(v128.load(column), lows, spans);
    if (mask !== 0) {
      do {
        store<u32>(out, firstDoc + ctz(mask));
        out += WORD_BYTES;
        mask &= mask - 1;
      } while (mask !== 0);
      if (out >= full) break;
    }
    firstDoc += VECTOR_BYTES / sizeof<T>();
    column += VECTOR_BYTES;
  } while (column < columnEnd);
  return (out - outStart) / WORD_BYTES;
}

/**
 * Writes the docs whose ordinal is in `[low, low + span)`, ascending, until at least `wanted` docs are written or the column ends;
 * ordinals of 8 bits. The length of the column is a multiple of 16 bytes.
 *
 * @param out room for `wanted` + 15 docs
 * @returns the number of written docs, at most `wanted` + 15
 */
export function scanColumn8(column: usize, columnEnd: usize, low: u32, span: u32, wanted: u32, out: usize): u32 {
  return scanColumn<u8>(column, columnEnd, low, span, wanted, out);
}

/** As `scanColumn8`, of ordinals of 16 bits. */
export function scanColumn16(column: usize, columnEnd: usize, low: u32, span: u32, wanted: u32, out: usize): u32 {
  return scanColumn<u16>(column, columnEnd, low, span, wanted, out);
}

/** As `scanColumn8`, of ordinals of 32 bits. */
export function scanColumn32(column: usize, columnEnd: usize, low: u32, span: u32, wanted: u32, out: usize): u32 {
  return scanColumn<u32>(column, columnEnd, low, span, wanted, out);
}

/** Each bit enters its word at the top and is shifted down by the next bits. */
function fillTerms<T>(out: usize, outEnd: usize, column: usize, terms: usize): void {
  for (let doc: u32 = 0; out < outEnd; out += WORD_BYTES) {
    let word: u32 = 0;
    do {
      word = (word >>> 1) | (termBit<T>(column, doc, terms) << 31);
      doc += 1;
    } while ((doc & 31) !== 0);
    store<u32>(out, word);
  }
}

/** Fills `out` with the set of docs whose term is in the set (TERM_LEAD), 32 docs a word; ordinals of 8 bits. */
export function fillTerms8(out: usize, outEnd: usize, column: usize, terms: usize): void {
  fillTerms<u8>(out, outEnd, column, terms);
}

/** As `fillTerms8`, of ordinals of 16 bits. */
export function fillTerms16(out: usize, outEnd: usize, column: usize, terms: usize): void {
  fillTerms<u16>(out, outEnd, column, terms);
}

/** As `fillTerms8`, of ordinals of 32 bits. */
export function fillTerms32(out: usize, outEnd: usize, column: usize, terms: usize): void {
  fillTerms<u32>(out, outEnd, column, terms);
}
