/**
 * Counts docs by their ordinals, and reads the ordinals of listed docs.
 *
 * `counts` has a 32-bit number for each ordinal, to which a kernel adds. The array that determines the loop is given by its start
 * and end, other arrays by their start.
 */
import { readOrdinal, WORD_BYTES } from './columns';

function addOne(counts: usize, ordinal: u32): void {
  const count = counts + ordinal * WORD_BYTES;
  store<u32>(count, load<u32>(count) + 1);
}

function tallyBits<T>(words: usize, wordsEnd: usize, column: usize, counts: usize): void {
  for (let firstDoc: u32 = 0; words < wordsEnd; words += WORD_BYTES, firstDoc += 32) {
    let word = load<u32>(words);
    if (word === 0) continue;
    do {
      addOne(counts, readOrdinal<T>(column, firstDoc + ctz(word)));
      word &= word - 1;
    } while (word !== 0);
  }
}

/** Counts the members of a bitset; ordinals of 8 bits. */
export function tallyBits8(words: usize, wordsEnd: usize, column: usize, counts: usize): void {
  tallyBits<u8>(words, wordsEnd, column, counts);
}

/** As `tallyBits8`, of ordinals of 16 bits. */
export function tallyBits16(words: usize, wordsEnd: usize, column: usize, counts: usize): void {
  tallyBits<u16>(words, wordsEnd, column, counts);
}

/** As `tallyBits8`, of ordinals of 32 bits. */
export function tallyBits32(words: usize, wordsEnd: usize, column: usize, counts: usize): void {
  tallyBits<u32>(words, wordsEnd, column, counts);
}

function tallyList<T>(docs: usize, docsEnd: usize, column: usize, counts: usize): void {
  for (; docs < docsEnd; docs += WORD_BYTES) addOne(counts, readOrdinal<T>(column, load<u32>(docs)));
}

/** Counts the listed docs; ordinals of 8 bits. */
export function tallyList8(docs: usize, docsEnd: usize, column: usize, counts: usize): void {
  tallyList<u8>(docs, docsEnd, column, counts);
}

/** As `tallyList8`, of ordinals of 16 bits. */
export function tallyList16(docs: usize, docsEnd: usize, column: usize, counts: usize): void {
  tallyList<u16>(docs, docsEnd, column, counts);
}

/** As `tallyList8`, of ordinals of 32 bits. */
export function tallyList32(docs: usize, docsEnd: usize, column: usize, counts: usize): void {
  tallyList<u32>(docs, docsEnd, column, counts);
}

/**
 * Counts the links of the listed docs by their targets; the links of doc d are `targets[starts[d], starts[d + 1])`.
 *
 * @returns the number of docs with a link
 */
export function tallyLinks(docs: usize, docsEnd: usize, starts: usize, targets: usize, counts: usize): u32 {
  let linkedDocs: u32 = 0;
  for (; docs < docsEnd; docs += WORD_BYTES) {
    const start = starts + load<u32>(docs) * WORD_BYTES;
    const linksEnd = targets + load<u32>(start, 4) * WORD_BYTES;
    let link = targets + load<u32>(start) * WORD_BYTES;
    if (link >= linksEnd) continue;
    linkedDocs += 1;
    do {
      addOne(counts, load<u32>(link));
      link += WORD_BYTES;
    } while (link < linksEnd);
  }
  return linkedDocs;
}

function gatherOrdinals<T>(docs: usize, docsEnd: usize, column: usize, out: usize): void {
  for (; docs < docsEnd; docs += WORD_BYTES) {
    store<u32>(out, readOrdinal<T>(column, load<u32>(docs)));
    out += WORD_BYTES;
  }
}

/** Writes the ordinal of each listed doc as a 32-bit number; `out` may be the list itself. Ordinals of 8 bits. */
export function gatherOrdinals8(docs: usize, docsEnd: usize, column: usize, out: usize): void {
  gatherOrdinals<u8>(docs, docsEnd, column, out);
}

/** As `gatherOrdinals8`, of ordinals of 16 bits. */
export function gatherOrdinals16(docs: usize, docsEnd: usize, column: usize, out: usize): void {
  gatherOrdinals<u16>(docs, docsEnd, column, out);
}

/** As `gatherOrdinals8`, of ordinals of 32 bits. */
export function gatherOrdinals32(docs: usize, docsEnd: usize, column: usize, out: usize): void {
  gatherOrdinals<u32>(docs, docsEnd, column, out);
}
