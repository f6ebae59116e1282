/**
 * Words that are likely to be misspelt: few docs have them, and very many have a word that is one mistake away.
 *
 * Two words are at most one mistake apart only if they are equal, or one is the other without a character, or both are
 * the same without one.
 */
import { type GrowingRecords, GrowingU32, type SectionInput } from '../../../src/format/index.js';
import { isForgiving, isNear } from '../../../src/search/index.js';
import { SEARCH } from '../../../src/segment/index.js';
import type { Postings } from './postings.js';

/** So many docs at most have a word that is taken for misspelt. */
const docsMaximum = 5;
/** In so many times as many docs the word must be that it is misspelt from. */
const timesMore = 100;

/**
 * @param words     in order
 * @param wordStems word → stem
 * Cost: O(characters of the words) look-ups.
 */
export function misspeltSections(words: GrowingRecords, wordStems: Uint32Array, { starts }: Postings): SectionInput[] {
  const countOf = (word: number): number => starts[wordStems[word]! + 1]! - starts[wordStems[word]!]!;
  const frequent = new Map<string, number[]>();
  for (let word = 0; word < words.count; word += 1) {
    const text = countOf(word) < timesMore ? '' : words.view(word).toString();
    if (!isForgiving(text)) continue;
    for (const key of keysOf(text)) {
      const known = frequent.get(key);
      if (known === undefined) frequent.set(key, [word]);
      else known.push(word);
    }
  }
  const misspelt = new GrowingU32();
  const meant = new GrowingU32();
  for (let word = 0; word < words.count; word += 1) {
    const text = countOf(word) > docsMaximum ? '' : words.view(word).toString();
    if (!isForgiving(text)) continue;
    const near = new Set([...keysOf(text)].flatMap((key) => frequent.get(key) ?? []));
    for (const other of [...near].sort((a, b) => a - b)) {
      if (countOf(other) < timesMore * countOf(word) || !isNear(text, words.view(other).toString())) continue;
      misspelt.push(word);
      meant.push(other);
    }
  }
  return [
    { name: SEARCH.misspelt, data: misspelt.view().slice() },
    { name: SEARCH.meant, data: meant.view().slice() },
  ];
}

/** The word, and the word without each of its characters. */
function* keysOf(text: string): Generator<string> {
  const characters = [...text];
  yield text;
  for (let at = 0; at < characters.length; at += 1) yield characters.toSpliced(at, 1).join('');
}
