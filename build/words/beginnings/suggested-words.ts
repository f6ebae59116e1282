/**
 * The most frequent words of each beginning with a list, precomputed for suggestions.
 *
 * A beginning may have thousands of words, too many to compare for each request.
 */
import type { SectionInput } from '../../../src/format/index.js';
import { iterateWords, NO_WORD, SHOWN_WORDS, selectMostFrequent } from '../../../src/index/search/index.js';
import { SEARCH } from '../../../src/index/segment/index.js';
import type { Prefixes } from './prefixes.js';

/**
 * @param wordStems word → stem
 * @param counts    stem → number of docs that have it
 * Cost: O(words of all beginnings).
 */
export function buildSuggestedWords(
  { starts, ends }: Prefixes,
  wordStems: Uint32Array,
  counts: Uint32Array,
): SectionInput {
  const data = new Uint32Array(starts.length * SHOWN_WORDS).fill(NO_WORD);
  for (const [prefix, start] of starts.entries()) {
    const words = iterateWords(start, ends[prefix]!);
    data.set(
      selectMostFrequent(words, (word) => counts[wordStems[word]!]!),
      prefix * SHOWN_WORDS,
    );
  }
  return { name: SEARCH.prefixWords, data };
}
