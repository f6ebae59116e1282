/**
 * Packs the terms of a bucket as gaps. The layout of a list: assembly/packed-lists, which decodes it.
 *
 * The loops test their condition at the end, behind one test before them: that saves a jump for each term.
 */
import { SUFFIX_BYTES, SUFFIX_TERM } from '../layout/suffixes';
import { WORD_BYTES } from './columns';

/** At most five of eight gaps have more bits than the low bits: such lists are at most 1 % longer than the shortest ones. */
const GAPS: u32 = 8;
const LONGER_GAPS: u32 = 5;
/** Entries of the table of bit counts: 0 to 32. */
const BIT_COUNTS: usize = 33;

/** @returns number of bits up to the leading one */
function bitLength(value: u32): u32 {
  return 32 - clz(value);
}

/** Functions that are inlined at their only call. */
class Inlined {
  /** Writes the gaps between distinct terms, and counts them by their bits. @returns the address after the last gap */
  @inline
  static collectGaps(suffixes: usize, suffixesEnd: usize, bitCounts: usize, gaps: usize): usize {
    memory.fill(bitCounts, 0, BIT_COUNTS * WORD_BYTES);
    let previous: u32 = -1;
    if (suffixes < suffixesEnd) {
      do {
        const term = load<u32>(suffixes, SUFFIX_TERM);
        if (term !== previous) {
          const gap = term - previous - 1;
          previous = term;
          store<u32>(gaps, gap);
          gaps += WORD_BYTES;
          const count = bitCounts + bitLength(gap) * WORD_BYTES;
          store<u32>(count, load<u32>(count) + 1);
        }
        suffixes += SUFFIX_BYTES;
      } while (suffixes < suffixesEnd);
    }
    return gaps;
  }

  @inline
  static chooseLowBits(gapCount: u32, bitCounts: usize): u32 {
    let low: u32 = 0;
    let longerGaps = gapCount - load<u32>(bitCounts);
    while (longerGaps * GAPS > gapCount * LONGER_GAPS) {
      low += 1;
      longerGaps -= load<u32>(bitCounts + low * WORD_BYTES);
    }
    return low;
  }

  /** Writes the bit lengths of the gaps in unary. @returns the address after the last byte */
  @inline
  static writePart1(gaps: usize, gapsEnd: usize, low: u32, out: usize): usize {
    const addend: u32 = 1 << low;
    /** Bits that are not yet written, and their number: at most 7. */
    let pending: u64 = 0;
    let pendingCount: u32 = 0;
    if (gaps < gapsEnd) {
      do {
        const zeros = bitLength(load<u32>(gaps) + addend) - 1 - low;
        pending |= u64(1) << (pendingCount + zeros);
        pendingCount += zeros + 1;
        store<u64>(out, pending);
        out += pendingCount >>> 3;
        pending >>= pendingCount & ~7;
        pendingCount &= 7;
        gaps += WORD_BYTES;
      } while (gaps < gapsEnd);
    }
    return out + usize(pendingCount > 0);
  }

  /** Writes the bits below the leading one of each gap. @returns the address after the last byte */
  @inline
  static writePart2(gaps: usize, gapsEnd: usize, low: u32, out: usize): usize {
    const addend: u32 = 1 << low;
    let pending: u64 = 0;
    let pendingCount: u32 = 0;
    if (gaps < gapsEnd) {
      do {
        const number = load<u32>(gaps) + addend;
        const bits = bitLength(number) - 1;
        pending |= u64(number ^ (1 << bits)) << pendingCount;
        pendingCount += bits;
        store<u64>(out, pending);
        out += pendingCount >>> 3;
        pending >>= pendingCount & ~7;
        pendingCount &= 7;
        gaps += WORD_BYTES;
      } while (gaps < gapsEnd);
    }
    return out + usize(pendingCount > 0);
  }
}

/**
 * Writes the list of a bucket. The terms of its suffixes ascend and may repeat; the first term is less than 2^31.
 *
 * @param scratch room for 33 numbers, and then 9 bytes for each suffix and 8 more
 * @param out room for the list: 9 bytes for each suffix and 14 more, which may be overwritten
 * @returns the byte length of the list
 */
export function packTerms(suffixes: usize, suffixesEnd: usize, scratch: usize, out: usize): u32 {
  const gaps = scratch + BIT_COUNTS * WORD_BYTES;
  const gapsEnd = Inlined.collectGaps(suffixes, suffixesEnd, scratch, gaps);
  const low = Inlined.chooseLowBits((gapsEnd - gaps) / WORD_BYTES, scratch);
  // The length of part 1 precedes it, so it is written elsewhere first.
  const part1Length: u32 = Inlined.writePart1(gaps, gapsEnd, low, gapsEnd) - gapsEnd;
  let end = out;
  store<u8>(end, low);
  end += 1;
  let length = part1Length;
  while (length >= 128) {
    store<u8>(end, (length & 127) | 128);
    end += 1;
    length >>>= 7;
  }
  store<u8>(end, length);
  end += 1;
  memory.copy(end, gapsEnd, part1Length);
  return Inlined.writePart2(gaps, gapsEnd, low, end + part1Length) - out;
}
