/**
 * The most frequent words of each beginning with a list, precomputed for suggestions.
 */
import type { SectionInput } from '../../../src/format/index.js';
import { mostFrequent, NO_WORD, SHOWN_WORDS, wordsBetween } from '../../../src/index/search/index.js';
import { SEARCH } from '../../../src/index/segment/index.js';
import type { Prefixes } from './prefixes.js';

// The words that are shown for each beginning that has a list: to choose among thousands would take every question anew.
/**
 * @param wordStems word → stem
 * @param counts    stem → in how many docs it stands
 * Cost: O(words of all beginnings).
 */
export function shownSection({ starts, ends }: Prefixes, wordStems: Uint32Array, counts: Uint32Array): SectionInput {
  const data = new Uint32Array(starts.length * SHOWN_WORDS).fill(NO_WORD);
  for (const [prefix, start] of starts.entries()) {
    const words = wordsBetween(start, ends[prefix]!);
    data.set(
      mostFrequent(words, (word) => counts[wordStems[word]!]!),
      prefix * SHOWN_WORDS,
    );
  }
  return { name: SEARCH.prefixWords, data };
}
