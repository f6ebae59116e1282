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
   * @param last the last address at which the pattern may begin, at least `text`
   * @param first and `final` the pattern's first and last byte, in each lane
   * @returns the address of the first match in the text; 0: none
   */
  @inline
  static find(text: usize, last: usize, pattern: usize, length: usize, first: v128, final: v128): usize {
    let at = text;
    let match: usize = 0;
    do {
      const firstMatches = i8x16.eq(v128.load(at), first);
      const finalMatches = i8x16.eq(v128.load(at + length - 1), final);
      let mask: u32 = i8x16.bitmask(v128.and(firstMatches, finalMatches));
      const remaining: u32 = last - at;
      if (remaining < VECTOR_BYTES - 1) mask &= (2 << remaining) - 1;
      if (mask !== 0) {
        do {
          const place = at + ctz(mask);
          let matchedBytes: usize = 0;
          do matchedBytes += 1;
          while (u32(matchedBytes < length) & u32(load<u8>(place + matchedBytes) === load<u8>(pattern + matchedBytes)));
          mask &= mask - 1;
          if (matchedBytes >= length) {
            match = place;
            mask = 0;
          }
        } while (mask !== 0);
      }
      at += VECTOR_BYTES;
    } while (u32(match === 0) & u32(at <= last));
    return match;
  }

  /** @returns UNSURE if a backslash is in the ESCAPE_BYTES bytes of the text before `match`, otherwise 0 */
  @inline
  static escapeFlag(text: usize, match: usize): u32 {
    let flag: u32 = 0;
    const from = match - text > ESCAPE_BYTES ? match - ESCAPE_BYTES : text;
    for (let at = from; at < match; at += 1) if (load<u8>(at) === BACKSLASH) flag = UNSURE as u32;
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
  const first = i8x16.splat(load<u8>(pattern));
  const final = i8x16.splat(load<u8>(pattern + length - 1));
  for (let place: u32 = 0; texts < textsEnd; texts += 2 * WORD_BYTES, place += 1) {
    const text: usize = load<u32>(texts);
    const last = load<u32>(texts, 4) - length;
    if (text > last) continue;
    const match = Inlined.find(text, last, pattern, length, first, final);
    if (match === 0) continue;
    store<u32>(out, place | Inlined.escapeFlag(text, match));
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
  const first = i8x16.splat(load<u8>(pattern));
  const final = i8x16.splat(load<u8>(pattern + length - 1));
  for (let place: u32 = 0; records < recordsEnd; records += WORD_BYTES, place += 1) {
    let at: usize = load<u32>(records);
    // Each attribute before it is followed by a comma.
    let skipped = attribute;
    let value: u32 = 0;
    for (let partsBefore = attribute + 2; ; partsBefore -= 1) {
      value = load<u8>(at);
      at += 1;
      if (value >= 128) {
        value &= 127;
        let byte: u32 = 0;
        let shift: u32 = 7;
        do {
          byte = load<u8>(at);
          at += 1;
          value |= (byte & 127) << shift;
          shift += 7;
        } while (byte >= 128);
      }
      if (partsBefore === 0) break;
      skipped += value;
    }
    for (let part = after; part !== 0; part -= 1) {
      while (load<u8>(at) >= 128) at += 1;
      at += 1;
    }
    const start = at + skipped;
    const last = start + value - 1 - length;
    const text = start + lead;
    if (text > last) continue;
    const match = Inlined.find(text, last, pattern, length, first, final);
    if (match === 0) continue;
    store<u32>(out, place | Inlined.escapeFlag(text, match));
    out += WORD_BYTES;
  }
  return (out - outStart) / WORD_BYTES;
}
