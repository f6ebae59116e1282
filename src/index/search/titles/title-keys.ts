/**
 * Title keys: hashes by which items are found by their whole title, or by neighbouring words of it.
 *
 * The build and the search compute them from words that the same reader cut, so case, accents and punctuation do not matter.
 * Elsewhere: the title field of a type (content/model), the sections with the keys (build/words/title-index).
 */
import type { WordMark } from '../../../content/model/index.js';
import type { WordReader } from '../words/word-reader.js';

/** Pairs of neighbours that are stored for a title; a title of more words is found by its first ones. */
export const TITLE_PAIRS = 32;

const wholeSeed = 0x811c9dc5;
const pairSeed = 0x2545f491;
const checkSeed = 0x9e3779b9;

/** @returns the FNV-1a hash of a text's UTF-16 units, mixed so that all its bits depend on all units; a whole number below 2^32 */
function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // The last steps of MurmurHash3: Austin Appleby, public domain.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Words are joined without a space, so that `Add-on` and `addon` have the same key.
 *
 * @param words all words of a title, in order
 */
export const wholeTitleKey = (words: readonly string[]): number => hashText(words.join(''), wholeSeed);

/**
 * A second hash of a whole title. Its lowest bit is set if the title is one word.
 *
 * @param words all words of a title, in order
 * @returns 0 only if there are no words
 */
export function wholeTitleCheck(words: readonly string[]): number {
  if (words.length === 0) return 0;
  const hash = hashText(words.join(''), checkSeed) & ~3;
  return (hash | 2 | Number(words.length === 1)) >>> 0;
}

/** Whether two checks are of the same title, joined without spaces, whatever the number of its words. */
export const isSameTitle = (check: number, otherCheck: number): boolean => (check ^ otherCheck) >>> 1 === 0;

/** Whether the title of a check is one word. */
export const isOneWord = (check: number): boolean => (check & 1) === 1;

/** @param mark of the title field. @returns the key of two neighbouring terms; words match in all their forms */
export const titlePairKey = (reader: WordReader, term: string, nextTerm: string, mark: WordMark): number =>
  hashText(`${reader.stem(mark + term)} ${reader.stem(mark + nextTerm)}`, pairSeed);

/**
 * @param terms of a title, from `searchTerms`; stop words are among them
 * @param mark  of the title field
 * @returns a key for each two neighbours, in order; at most TITLE_PAIRS
 */
export function titlePairKeys(reader: WordReader, terms: readonly string[], mark: WordMark): number[] {
  const pairCount = Math.min(terms.length - 1, TITLE_PAIRS);
  const keys: number[] = [];
  for (let place = 0; place < pairCount; place += 1) {
    keys.push(titlePairKey(reader, terms[place]!, terms[place + 1]!, mark));
  }
  return keys;
}
