/**
 * Builds the sections that depend only on the words, their stems, and the number of docs of each stem: dictionaries, the stem
 * of each word, beginnings with a list, misspelt words and compounds.
 *
 * Elsewhere: posting lists (stem-lists), lists of beginnings (beginnings/gather-lists).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { Language, WordTuning } from '../../src/content/model/index.js';
import { GrowingRecords, type RecordParts, type SectionInput } from '../../src/format/index.js';
import { COMPOUND_LINKS, getWordReader, type WordReader, withoutMark } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';
import { HEAD_EVERY, headCount, prefixNumber } from '../../src/index/termdict/index.js';
import { buildDictionary } from '../sorting/index.js';
import type { Job } from '../work/index.js';
import { findPrefixes, type Prefixes } from './beginnings/prefixes.js';
import { buildSuggestedWords } from './beginnings/suggested-words.js';
import { buildCompoundSections } from './compounds.js';
import { buildMisspeltSections } from './misspelt-words.js';

interface DictionaryInput {
  readonly language: Language | undefined;
  readonly tuning: WordTuning | undefined;
  /** Ascending. */
  readonly stems: RecordParts;
  /** Ascending; empty if words are their own stems. */
  readonly words: RecordParts;
  /** Stem → number of docs that have it. */
  readonly counts: Uint32Array;
}

interface SearchDictionary {
  /** Word → stem. */
  readonly wordStems: Uint32Array;
  readonly prefixes: Prefixes;
  /** Sections of stems, words, and the stem of each word. */
  readonly terms: readonly SectionInput[];
  readonly misspelt: readonly SectionInput[];
  /** Empty unless the model asks for compounds. */
  readonly compounds: readonly SectionInput[];
  /** The most frequent words of each beginning. */
  readonly suggested: SectionInput;
}

/** Cost: O(bytes of the words + words · log words). Memory: the words, and some 60 bytes per word. */
function buildSearchDictionary({
  language,
  tuning,
  stems: stemParts,
  words: wordParts,
  counts,
}: DictionaryInput): SearchDictionary {
  const reader = getWordReader(language, tuning);
  const stems = GrowingRecords.of(stemParts);
  const isStemmed = language !== undefined;
  const words = isStemmed ? GrowingRecords.of(wordParts) : stems;
  const wordStems = isStemmed ? findStems(words, reader, stems.count) : counts.map((_, stem) => stem);
  const prefixes = findPrefixes(words, wordStems, counts);
  const terms: SectionInput[] = [
    ...stems.sections(SEARCH.stems),
    { name: SEARCH.stemHeads, data: computeHeads(stems) },
  ];
  if (isStemmed) {
    terms.push(
      ...words.sections(SEARCH.words),
      { name: SEARCH.wordHeads, data: computeHeads(words) },
      { name: SEARCH.wordStems, data: wordStems },
    );
  }
  const links = tuning?.compounds === true && language !== undefined ? COMPOUND_LINKS[language] : undefined;
  const mayBeMistyped = (word: string): boolean => withoutMark(word) === word && !reader.isKeptWhole(word);
  return {
    wordStems,
    prefixes,
    suggested: buildSuggestedWords(prefixes, wordStems, counts),
    terms,
    compounds: links === undefined ? [] : buildCompoundSections({ stems, words, wordStems, reader, links }),
    misspelt: buildMisspeltSections(words, wordStems, counts, mayBeMistyped),
  };
}

/** @returns word → stem. Each stem is the stem of some word, so the sorted, distinct stems of all words are all stems. */
function findStems(words: GrowingRecords, reader: WordReader, stems: number): Uint32Array {
  const records = new GrowingRecords();
  for (let word = 0; word < words.count; word += 1) records.pushText(reader.stem(words.view(word).toString()));
  const allWords = Uint32Array.from({ length: words.count }, (_, word) => word);
  const { terms, ordinals } = buildDictionary(records, allWords);
  if (terms.count !== stems) throw new InvariantError(`${words.count} words have ${terms.count} stems, not ${stems}`);
  return ordinals.map((ordinal) => ordinal - 1);
}

/** @returns the first bytes of every HEAD_EVERY-th term, as numbers */
const computeHeads = (terms: GrowingRecords): Float64Array =>
  Float64Array.from({ length: headCount(terms.count) }, (_, head) => prefixNumber(terms.view(head * HEAD_EVERY), 0));

export const dictionaryJob: Job<DictionaryInput, SearchDictionary> = {
  name: 'dictionary',
  structure: 'search',
  work: buildSearchDictionary,
};
