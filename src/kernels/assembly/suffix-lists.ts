/**
 * Lists the suffixes of a part of a text, block by block: their positions, or their positions, terms and the docs of the terms.
 *
 * Layouts: layout/suffixes. A kernel continues where the list ended, and returns the number of suffixes of the block: 0 at the end.
 * `ends` and `docStarts` are the addresses of the first term of the text; they may be below the memory, as addresses are computed
 * modulo 2³². The loops test their condition at the end, behind one test before them: that saves a jump for each suffix.
 */
import { BLOCK_BYTES, LIST_GAP, LIST_POSITION, LIST_TERM, SELECTION_GAP_MAXIMUM } from '../layout/suffixes';
import { WORD_BYTES } from './columns';

/** Inlined at each call, so that `withTerms` is a constant and its test costs nothing. */
class Inlined {
  @inline
  static countDocs(docStarts: usize, term: u32): u32 {
    const start = docStarts + term * WORD_BYTES;
    return load<u32>(start, 4) - load<u32>(start);
  }

  @inline
  static listAll(
    withTerms: bool,
    list: usize,
    end: u32,
    codes: usize,
    begins: usize,
    ends: usize,
    docStarts: usize,
    out: usize,
  ): u32 {
    let position = load<u32>(list, LIST_POSITION);
    if (position >= end) return 0;
    let term: u32 = 0;
    let termEnd: u32 = 0;
    let docs: u32 = 0;
    if (withTerms) {
      term = load<u32>(list, LIST_TERM);
      termEnd = load<u32>(ends + term * WORD_BYTES);
      docs = Inlined.countDocs(docStarts, term);
    }
    const outStart = out;
    const outEnd = out + BLOCK_BYTES;
    do {
      if (withTerms) {
        if (position === termEnd) {
          term += 1;
          termEnd = load<u32>(ends + term * WORD_BYTES);
          docs = Inlined.countDocs(docStarts, term);
        }
        store<u32>(out, term, BLOCK_BYTES);
        store<u32>(out, docs, 2 * BLOCK_BYTES);
      }
      store<u32>(out, position);
      // The next suffix overwrites this one if no character begins here.
      out += load<u8>(begins + load<u8>(codes + position)) * WORD_BYTES;
      position += 1;
    } while (position < end && out < outEnd);
    store<u32>(list, position, LIST_POSITION);
    if (withTerms) store<u32>(list, term, LIST_TERM);
    return (out - outStart) / WORD_BYTES;
  }

  @inline
  static listSelected(withTerms: bool, list: usize, gapsEnd: usize, ends: usize, docStarts: usize, out: usize): u32 {
    let gaps: usize = load<u32>(list, LIST_GAP);
    if (gaps >= gapsEnd) return 0;
    let position = load<u32>(list, LIST_POSITION);
    let term: u32 = 0;
    let termEnd: u32 = 0;
    let docs: u32 = 0;
    if (withTerms) {
      term = load<u32>(list, LIST_TERM);
      termEnd = load<u32>(ends + term * WORD_BYTES);
      docs = Inlined.countDocs(docStarts, term);
    }
    const outStart = out;
    const outEnd = out + BLOCK_BYTES;
    do {
      const gap: u32 = load<u8>(gaps);
      gaps += 1;
      position += gap;
      if (withTerms) {
        if (position >= termEnd) {
          do {
            term += 1;
            termEnd = load<u32>(ends + term * WORD_BYTES);
          } while (position >= termEnd);
          docs = Inlined.countDocs(docStarts, term);
        }
        store<u32>(out, term, BLOCK_BYTES);
        store<u32>(out, docs, 2 * BLOCK_BYTES);
      }
      store<u32>(out, position);
      // The maximum gap only advances the position.
      out += u32(gap !== SELECTION_GAP_MAXIMUM) * WORD_BYTES;
    } while (gaps < gapsEnd && out < outEnd);
    store<u32>(list, position, LIST_POSITION);
    store<u32>(list, gaps, LIST_GAP);
    if (withTerms) store<u32>(list, term, LIST_TERM);
    return (out - outStart) / WORD_BYTES;
  }
}

/** Lists positions of suffixes before `end`. */
export function listPositions(list: usize, end: u32, codes: usize, begins: usize, out: usize): u32 {
  return Inlined.listAll(false, list, end, codes, begins, 0, 0, out);
}

/** As `listPositions`, with terms and docs. */
export function listSuffixes(
  list: usize,
  end: u32,
  codes: usize,
  begins: usize,
  ends: usize,
  docStarts: usize,
  out: usize,
): u32 {
  return Inlined.listAll(true, list, end, codes, begins, ends, docStarts, out);
}

/** Lists positions of selected suffixes. @param gapsEnd address after the last gap of the selection */
export function listSelectedPositions(list: usize, gapsEnd: usize, out: usize): u32 {
  return Inlined.listSelected(false, list, gapsEnd, 0, 0, out);
}

/** As `listSelectedPositions`, with terms and docs. */
export function listSelectedSuffixes(list: usize, gapsEnd: usize, ends: usize, docStarts: usize, out: usize): u32 {
  return Inlined.listSelected(true, list, gapsEnd, ends, docStarts, out);
}
