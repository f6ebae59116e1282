/**
 * Searching for a pattern in many texts, sixteen places at once: the pattern's first and last byte are compared at all of them, and the
 * bytes between only where both fit.
 *
 * Up to SEARCH_SLACK bytes behind a text and behind the pattern are read, and mean nothing. Source: "generic SIMD" in W. Muła,
 * "SIMD-friendly algorithms for substring searching", 2016.
 */
import { UNSURE } from '../layout/text-search';
import { VECTOR_BYTES, WORD_BYTES } from './columns';

const BACKSLASH: u32 = 0x5c;
/** Bytes that an escape sequence may have before its last one: `\u001f`. */
const ESCAPE_BYTES: usize = 5;

/** Inlined where they are called: once for a text, which often is short. */
class Inlined {
  /**
   * @param last the last address at which the pattern may begin, not before `text`
   * @param first and `final` the pattern's first and last byte, in each lane
   * @returns the address of the pattern in the text, 0 if it is not there
   */
  @inline
  static find(text: usize, last: usize, pattern: usize, length: usize, first: v128, final: v128): usize {
    let at = text;
    let found: usize = 0;
    do {
      const firstFits = i8x16.eq(v128.load(at), first);
      const finalFits = i8x16.eq(v128.load(at + length - 1), final);
      let mask: u32 = i8x16.bitmask(v128.and(firstFits, finalFits));
      const left: u32 = last - at;
      if (left < VECTOR_BYTES - 1) mask &= (2 << left) - 1;
      if (mask !== 0) {
        do {
          const place = at + ctz(mask);
          let fits: usize = 0;
          do fits += 1;
          while (u32(fits < length) & u32(load<u8>(place + fits) === load<u8>(pattern + fits)));
          mask &= mask - 1;
          if (fits >= length) {
            found = place;
            mask = 0;
          }
        } while (mask !== 0);
      }
      at += VECTOR_BYTES;
    } while (u32(found === 0) & u32(at <= last));
    return found;
  }

  /** @returns UNSURE if a backslash stands in the few bytes of the text before `found`, else 0 */
  @inline
  static doubt(text: usize, found: usize): u32 {
    let doubt: u32 = 0;
    const from = found - text > ESCAPE_BYTES ? found - ESCAPE_BYTES : text;
    for (let at = from; at < found; at += 1) if (load<u8>(at) === BACKSLASH) doubt = UNSURE as u32;
    return doubt;
  }
}

/**
 * Searches texts that lie by themselves.
 *
 * @param texts the addresses of the start and the end of each text
 * @param pattern `length` bytes, at least one
 * @param out room for a number per text
 * @returns how many texts hold the pattern: their places are written, those in doubt with UNSURE
 */
export function searchTexts(texts: usize, textsEnd: usize, pattern: usize, length: usize, out: usize): u32 {
  const outStart = out;
  const first = i8x16.splat(load<u8>(pattern));
  const final = i8x16.splat(load<u8>(pattern + length - 1));
  for (let place: u32 = 0; texts < textsEnd; texts += 2 * WORD_BYTES, place += 1) {
    const text: usize = load<u32>(texts);
    const last = load<u32>(texts, 4) - length;
    if (text > last) continue;
    const found = Inlined.find(text, last, pattern, length, first, final);
    if (found === 0) continue;
    store<u32>(out, place | Inlined.doubt(text, found));
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
 * @param attribute how many attributes stand before it
 * @param behind how many attributes stand behind it
 * @param lead bytes of the attribute before its text; one byte stands behind it
 * @param pattern `length` bytes, at least one
 * @param out room for a number per record
 * @returns how many texts hold the pattern: the places of their records are written, those in doubt with UNSURE
 */
export function searchRecords(
  records: usize,
  recordsEnd: usize,
  attribute: u32,
  behind: u32,
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
    // A comma stands behind each attribute before it.
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
    for (let part = behind; part !== 0; part -= 1) {
      while (load<u8>(at) >= 128) at += 1;
      at += 1;
    }
    const start = at + skipped;
    const last = start + value - 1 - length;
    const text = start + lead;
    if (text > last) continue;
    const found = Inlined.find(text, last, pattern, length, first, final);
    if (found === 0) continue;
    store<u32>(out, place | Inlined.doubt(text, found));
    out += WORD_BYTES;
  }
  return (out - outStart) / WORD_BYTES;
}
