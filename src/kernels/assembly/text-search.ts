/**
 * Searches a pattern in many texts, at sixteen positions at once: the first and last byte of the pattern are compared at all of them,
 * and the bytes between only where both match.
 *
 * Up to SEARCH_SLACK bytes after a text and after the pattern are read and ignored. Source: "generic SIMD" in W. Muła,
 * "SIMD-friendly algorithms for substring searching", 2016.
 */
import { UNSURE } from '../layout/text-search';
import { VECTOR_BYTES, WORD_BYTES } from './columns';

const BACKSLASH: u32 = 0x5c;
/** Maximum number of bytes of an escape sequence before its last byte: `\u001f`. */
const ESCAPE_BYTES: usize = 5;

/** Inlined at each call, as texts are often short. */
class Inlined {
  /**
   * @param lastStart the last address at which the pattern may begin, at least `text`
   * @param firstByte and `lastByte` the pattern's first and last byte, in each lane
   * @returns the address of the first match in the text; 0: none
   */
  @inline
  static find(text: usize, lastStart: usize, pattern: usize, length: usize, firstByte: v128, lastByte: v128): usize {
    let starts = text;
    let match: usize = 0;
    do {
      const firstMatches = i8x16.eq(v128.load(starts), firstByte);
      const lastMatches = i8x16.eq(v128.load(starts + length - 1), lastByte);
      // One bit for each of the sixteen starts; starts after the last one are dropped.
      let candidates: u32 = i8x16.bitmask(v128.and(firstMatches, lastMatches));
      const remaining: u32 = lastStart - starts;
      if (remaining < VECTOR_BYTES - 1) candidates &= (2 << remaining) - 1;
      if (candidates !== 0) {
        do {
          const start = starts + ctz(candidates);
          const matchedBytes = Inlined.countMatchedBytes(start, pattern, length);
          candidates &= candidates - 1;
          if (matchedBytes >= length) {
            match = start;
            candidates = 0;
          }
        } while (candidates !== 0);
      }
      starts += VECTOR_BYTES;
    } while (u32(match === 0) & u32(starts <= lastStart));
    return match;
  }

  /** @returns the number of equal bytes at the start of the text and of the pattern, whose first bytes are equal */
  @inline
  static countMatchedBytes(text: usize, pattern: usize, length: usize): usize {
    let matchedBytes: usize = 0;
    do matchedBytes += 1;
    while (u32(matchedBytes < length) & u32(load<u8>(text + matchedBytes) === load<u8>(pattern + matchedBytes)));
    return matchedBytes;
  }

  /** @returns UNSURE if a backslash is in the ESCAPE_BYTES bytes of the text before `match`, otherwise 0 */
  @inline
  static escapeFlag(text: usize, match: usize): u32 {
    let flag: u32 = 0;
    const start = match - text > ESCAPE_BYTES ? match - ESCAPE_BYTES : text;
    for (let address = start; address < match; address += 1) if (load<u8>(address) === BACKSLASH) flag = UNSURE as u32;
    return flag;
  }
}

/**
 * Searches texts at separate addresses.
 *
 * @param texts the addresses of the start and the end of each text
 * @param pattern `length` bytes, at least one
 * @param out room for a number per text
 * @returns the number of texts with the pattern; their indexes are written, with UNSURE if the match may be part of an escape
 */
export function searchTexts(texts: usize, textsEnd: usize, pattern: usize, length: usize, out: usize): u32 {
  const outStart = out;
  const firstByte = i8x16.splat(load<u8>(pattern));
  const lastByte = i8x16.splat(load<u8>(pattern + length - 1));
  for (let index: u32 = 0; texts < textsEnd; texts += 2 * WORD_BYTES, index += 1) {
    const text: usize = load<u32>(texts);
    const lastStart = load<u32>(texts, 4) - length;
    if (text > lastStart) continue;
    const match = Inlined.find(text, lastStart, pattern, length, firstByte, lastByte);
    if (match === 0) continue;
    store<u32>(out, index | Inlined.escapeFlag(text, match));
    out += WORD_BYTES;
  }
  return (out - outStart) / WORD_BYTES;
}

/**
 * Searches one attribute of rendered items, as quoted text.
 *
 *     lengths, as varints       bytes
 *     id   URL   attributes     id   URL   attributes, joined by commas
 *
 * @param records the addresses of the items' records
 * @param attribute number of attributes before it
 * @param after number of attributes after it
 * @param lead number of bytes of the attribute before its text; one byte follows the text
 * @param pattern `length` bytes, at least one
 * @param out room for a number per record
 * @returns the number of texts with the pattern; the indexes of their records are written, with UNSURE as in `searchTexts`
 */
export function searchRecords(
  records: usize,
  recordsEnd: usize,
  attribute: u32,
  after: u32,
  lead: u32,
  pattern: usize,
  length: usize,
  out: usize,
): u32 {
  const outStart = out;
  const firstByte = i8x16.splat(load<u8>(pattern));
  const lastByte = i8x16.splat(load<u8>(pattern + length - 1));
  for (let index: u32 = 0; records < recordsEnd; records += WORD_BYTES, index += 1) {
    let lengths: usize = load<u32>(records);
    // Bytes between the lengths and the attribute: the parts before it, and a comma after each attribute before it.
    let bytesBefore = attribute;
    let partLength: u32 = 0;
    // The id, the URL and the attributes before it; the length read last is its own.
    for (let partsBefore = attribute + 2; ; partsBefore -= 1) {
      partLength = load<u8>(lengths);
      lengths += 1;
      if (partLength >= 128) {
        partLength &= 127;
        let byte: u32 = 0;
        let shift: u32 = 7;
        do {
          byte = load<u8>(lengths);
          lengths += 1;
          partLength |= (byte & 127) << shift;
          shift += 7;
        } while (byte >= 128);
      }
      if (partsBefore === 0) break;
      bytesBefore += partLength;
    }
    // Skip the lengths of the attributes after it.
    for (let part = after; part !== 0; part -= 1) {
      while (load<u8>(lengths) >= 128) lengths += 1;
      lengths += 1;
    }
    const start = lengths + bytesBefore;
    const lastStart = start + partLength - 1 - length;
    const text = start + lead;
    if (text > lastStart) continue;
    const match = Inlined.find(text, lastStart, pattern, length, firstByte, lastByte);
    if (match === 0) continue;
    store<u32>(out, index | Inlined.escapeFlag(text, match));
    out += WORD_BYTES;
  }
  return (out - outStart) / WORD_BYTES;
}
