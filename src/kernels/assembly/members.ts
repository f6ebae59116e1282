/**
 * Members of a bitset: adding listed docs, and listing the docs in the set.
 *
 * Lists and bitsets are arrays of 32-bit numbers. The array that determines the loop is given by its start and end, other arrays by
 * their start; the output has room for all results.
 */
import { VECTOR_BYTES, WORD_BYTES, wordAddress } from './columns';

/** Adds every listed doc; a doc may be listed more than once. */
export function addDocs(docs: usize, docsEnd: usize, words: usize): void {
  for (; docs < docsEnd; docs += WORD_BYTES) {
    const doc = load<u32>(docs);
    const word = wordAddress(words, doc);
    store<u32>(word, load<u32>(word) | (1 << doc));
  }
}

/** Adds the listed docs that are not members, and removes the listed docs that are. */
export function toggleDocs(docs: usize, docsEnd: usize, words: usize): void {
  for (; docs < docsEnd; docs += WORD_BYTES) {
    const doc = load<u32>(docs);
    const word = wordAddress(words, doc);
    store<u32>(word, load<u32>(word) ^ (1 << doc));
  }
}

/** Writes the members, ascending. @returns the number of members */
export function listMembers(words: usize, wordsEnd: usize, out: usize): u32 {
  const outStart = out;
  for (let firstDoc: u32 = 0; words < wordsEnd; words += WORD_BYTES, firstDoc += 32) {
    for (let word = load<u32>(words); word !== 0; word &= word - 1) {
      store<u32>(out, firstDoc + ctz(word));
      out += WORD_BYTES;
    }
  }
  return (out - outStart) / WORD_BYTES;
}

/**
 * Fills `words` with the docs of some terms; the docs of term t are `docs[starts[t], starts[t + 1])`.
 *
 * First a byte is set for each doc, then 32 bytes become a word: a store of a byte does not wait for the previous store, as a store
 * into a shared word does.
 *
 * @param flags scratch memory: a byte for each bit of `words`
 */
export function fillRuns(
  words: usize,
  wordsEnd: usize,
  terms: usize,
  termCount: u32,
  starts: usize,
  docs: usize,
  flags: usize,
): void {
  const termsEnd = terms + termCount * WORD_BYTES;
  memory.fill(flags, 0, (wordsEnd - words) * 8);
  for (; terms < termsEnd; terms += WORD_BYTES) {
    const start = starts + load<u32>(terms) * WORD_BYTES;
    const runEnd = docs + load<u32>(start, 4) * WORD_BYTES;
    for (let doc = docs + load<u32>(start) * WORD_BYTES; doc < runEnd; doc += WORD_BYTES) {
      store<u8>(flags + load<u32>(doc), 0xff);
    }
  }
  for (; words < wordsEnd; words += WORD_BYTES) {
    const low = i8x16.bitmask(v128.load(flags));
    const high = i8x16.bitmask(v128.load(flags, 16));
    store<u32>(words, low | (high << 16));
    flags += 2 * VECTOR_BYTES;
  }
}
