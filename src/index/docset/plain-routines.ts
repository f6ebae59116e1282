/**
 * The plain implementation of `Routines`, in JavaScript: for arrays in any memory.
 */
import { VarintCursor } from '../../format/index.js';
import { type Interval, type Ordinals, type Routines, TERM_LEAD } from './routines.js';

/** Counts the bits that are set in a 32-bit word. Source: Warren, Hacker's Delight, 2nd ed., section 5-1. */
export function countOnes(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  word = (word + (word >>> 4)) & 0x0f0f0f0f;
  return Math.imul(word, 0x01010101) >>> 24;
}

function siftColumn(docs: Uint32Array, column: Ordinals, { low, span }: Interval, out: Uint32Array): number {
  let keptCount = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    out[keptCount] = doc;
    // No branch, because a processor cannot predict which docs pass. The subtraction is unsigned: one test for both bounds.
    keptCount += Number((column[doc]! - low) >>> 0 < span);
  }
  return keptCount;
}

function siftBits(docs: Uint32Array, words: Uint32Array, out: Uint32Array): number {
  let keptCount = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    out[keptCount] = doc;
    keptCount += (words[doc >>> 5]! >>> (doc & 31)) & 1;
  }
  return keptCount;
}

/** @returns 1 if the term of the doc is in the set of terms, otherwise 0 */
function termBit(column: Ordinals, doc: number, terms: Uint32Array): number {
  const bit = column[doc]! + TERM_LEAD - 1;
  return (terms[bit >>> 5]! >>> (bit & 31)) & 1;
}

function siftTerms(docs: Uint32Array, column: Ordinals, terms: Uint32Array, out: Uint32Array): number {
  let keptCount = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    out[keptCount] = doc;
    keptCount += termBit(column, doc, terms);
  }
  return keptCount;
}

/** Does the same as `Routines.fillTerms`, for docs from `firstDoc` on, a multiple of 32. */
export function fillTermsFrom(column: Ordinals, firstDoc: number, terms: Uint32Array, out: Uint32Array): void {
  for (let start = firstDoc; start < column.length; start += 32) {
    const end = Math.min(column.length, start + 32);
    let word = 0;
    for (let doc = start; doc < end; doc += 1) word |= termBit(column, doc, terms) << (doc - start);
    out[start >>> 5] = word;
  }
}

/** Does the same as `Routines.scanColumn`, for docs from `firstDoc` on. @param written number of docs that are already in `out` */
export function scanColumnFrom(
  column: Ordinals,
  firstDoc: number,
  { low, span }: Interval,
  docsWanted: number,
  out: Uint32Array,
  written: number,
): number {
  for (let doc = firstDoc; doc < column.length && written < docsWanted; doc += 1) {
    if ((column[doc]! - low) >>> 0 < span) out[written++] = doc;
  }
  return written;
}

function listBits(words: Uint32Array, out: Uint32Array): number {
  let written = 0;
  for (let index = 0; index < words.length; index += 1) {
    for (let word = words[index]!; word !== 0; word &= word - 1) {
      out[written++] = index * 32 + 31 - Math.clz32(word & -word);
    }
  }
  return written;
}

export const plainRoutines: Routines = {
  and(out, left, right) {
    for (let i = 0; i < out.length; i += 1) out[i] = left[i]! & right[i]!;
  },
  or(out, left, right) {
    for (let i = 0; i < out.length; i += 1) out[i] = left[i]! | right[i]!;
  },
  xor(out, left, right) {
    for (let i = 0; i < out.length; i += 1) out[i] = left[i]! ^ right[i]!;
  },
  andNot(out, left, right) {
    for (let i = 0; i < out.length; i += 1) out[i] = left[i]! & ~right[i]!;
  },
  fill(words, ones) {
    words.fill(ones ? 0xffffffff : 0);
  },
  copy(out, words) {
    out.set(words);
  },
  countAnd(left, right) {
    let total = 0;
    for (let i = 0; i < left.length; i += 1) total += countOnes(left[i]! & right[i]!);
    return total;
  },
  addAll(words, docs) {
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      words[doc >>> 5]! |= 1 << (doc & 31);
    }
  },
  fillRuns(words, terms, starts, docs) {
    words.fill(0);
    for (let i = 0; i < terms.length; i += 1) {
      const end = starts[terms[i]! + 1]!;
      for (let docIndex = starts[terms[i]!]!; docIndex < end; docIndex += 1)
        words[docs[docIndex]! >>> 5]! |= 1 << (docs[docIndex]! & 31);
    }
  },
  toggleAll(words, docs) {
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      words[doc >>> 5]! ^= 1 << (doc & 31);
    }
  },
  siftBits,
  siftColumn,
  siftTerms,
  fillTerms: (column, terms, out) => fillTermsFrom(column, 0, terms, out),
  scanColumn: (column, interval, docsWanted, out) => scanColumnFrom(column, 0, interval, docsWanted, out, 0),
  listBits,
  tallyBits(words, column, counts) {
    for (let index = 0; index < words.length; index += 1) {
      for (let word = words[index]!; word !== 0; word &= word - 1) {
        counts[column[index * 32 + 31 - Math.clz32(word & -word)]!]! += 1;
      }
    }
  },
  tallyList(docs, column, counts) {
    for (let i = 0; i < docs.length; i += 1) counts[column[docs[i]!]!]! += 1;
  },
  tallyLinks(docs, starts, targets, counts) {
    let linkedDocs = 0;
    for (let i = 0; i < docs.length; i += 1) {
      const start = starts[docs[i]!]!;
      const end = starts[docs[i]! + 1]!;
      if (end > start) linkedDocs += 1;
      for (let link = start; link < end; link += 1) counts[targets[link]!]! += 1;
    }
    return linkedDocs;
  },
  gather(docs, column, out) {
    for (let i = 0; i < docs.length; i += 1) out[i] = column[docs[i]!]!;
  },
  sumMarked(docs, scores, factor, base, sums, marks) {
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      sums[doc] = markSum(doc, sums, marks) + Math.imul(scores[i]!, factor) + base;
    }
  },
  raiseMarked(docs, scores, factor, base, sums, marks) {
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      sums[doc] = Math.max(markSum(doc, sums, marks) >>> 0, (Math.imul(scores[i]!, factor) + base) >>> 0);
    }
  },
  readAscending(bytes, out) {
    const cursor = new VarintCursor();
    cursor.ascending(bytes, out);
    return cursor.at;
  },
};

/** Marks a doc. @returns its previous sum: 0 if it was not marked */
function markSum(doc: number, sums: Uint32Array, marks: Uint32Array): number {
  const word = marks[doc >>> 5]!;
  const isMarked = (word >>> (doc & 31)) & 1;
  marks[doc >>> 5] = word | (1 << (doc & 31));
  // No branch: -1 is a mask of all bits, and -0 of none.
  return sums[doc]! & -isMarked;
}
