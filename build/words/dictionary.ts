/**
 * What follows from the dictionaries alone, and from how many docs each stem has: which stem each word has, beginnings
 * that deserve a list, and words that are misspelt.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { Language, WordTuning } from '../../src/content/model/index.js';
import { GrowingRecords, type RecordParts, type SectionInput } from '../../src/format/index.js';
import { isForgiving, isNear, unmarked, type WordReader, wordReader } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';
import { HEAD_EVERY, headCount, prefixNumber } from '../../src/index/termdict/index.js';
import { buildDictionary } from '../sorting/index.js';
import type { Job } from '../work/index.js';
import { findPrefixes, type Prefixes, shownSection } from './beginnings/prefixes.js';

interface DictionaryInput {
  readonly language: Language | undefined;
  readonly tuning: WordTuning | undefined;
  /** Ascending. */
  readonly stems: RecordParts;
  /** Ascending; none where words are their own stems. */
  readonly words: RecordParts;
  /** Stem → in how many docs it stands. */
  readonly counts: Uint32Array;
}

interface SearchDictionary {
  /** Word → stem. */
  readonly wordStems: Uint32Array;
  readonly prefixes: Prefixes;
  /** Stems, words, and which stem each word has. */
  readonly terms: readonly SectionInput[];
  readonly misspelt: readonly SectionInput[];
  readonly shown: SectionInput;
}

/** Cost: O(bytes of the words, and words · log words). Memory: some 60 bytes a word beside its own. */
function searchDictionary({
  language,
  tuning,
  stems: stemParts,
  words: wordParts,
  counts,
}: DictionaryInput): SearchDictionary {
  const reader = wordReader(language, tuning);
  const stems = GrowingRecords.of(stemParts);
  const isStemmed = language !== undefined;
  const words = isStemmed ? GrowingRecords.of(wordParts) : stems;
  const wordStems = isStemmed ? stemsOf(words, reader, stems.count) : counts.map((_, stem) => stem);
  const prefixes = findPrefixes(words, wordStems, counts);
  return {
    wordStems,
    prefixes,
    shown: shownSection(prefixes, wordStems, counts),
    terms: [
      ...stems.sections(SEARCH.stems),
      { name: SEARCH.stemHeads, data: termHeads(stems) },
      ...(isStemmed
        ? [
            ...words.sections(SEARCH.words),
            { name: SEARCH.wordHeads, data: termHeads(words) },
            { name: SEARCH.wordStems, data: wordStems },
          ]
        : []),
    ],
    misspelt: misspeltSections(words, wordStems, counts, (word) => unmarked(word) === word && !reader.isWhole(word)),
  };
}

/** @returns word → stem: every stem is that of a word, so theirs in order are all */
function stemsOf(words: GrowingRecords, reader: WordReader, stems: number): Uint32Array {
  const records = new GrowingRecords();
  for (let word = 0; word < words.count; word += 1) records.pushText(reader.stem(words.view(word).toString()));
  const every = Uint32Array.from({ length: words.count }, (_, word) => word);
  const { terms, ordinals } = buildDictionary(records, every);
  if (terms.count !== stems) throw new InvariantError(`${words.count} words have ${terms.count} stems, not ${stems}`);
  return ordinals.map((ordinal) => ordinal - 1);
}

const termHeads = (terms: GrowingRecords): Float64Array =>
  Float64Array.from({ length: headCount(terms.count) }, (_, head) => prefixNumber(terms.view(head * HEAD_EVERY), 0));

export const dictionaryJob: Job<DictionaryInput, SearchDictionary> = {
  name: 'dictionary',
  structure: 'search',
  work: searchDictionary,
};

// Words that are likely to be misspelt: few docs have them, and very many have a word that is one mistake away.
//
// Two words are at most one mistake apart only if they are equal, or one is the other without a character, or both are
// the same without one.

/** So many docs at most have a word that is taken for misspelt. */
const docsMaximum = 5;
/** In so many times as many docs the word must be that it is misspelt from. */
const timesMore = 100;

/** So many frequent words at most are looked for at once: each takes a kilobyte. */
const frequentAtOnce = 2 ** 16;

/**
 * @param words     in order
 * @param wordStems word → stem
 * @param counts    stem → in how many docs it stands
 * @param takes     whether a word may be mistyped, or another for it
 * @param atOnce    how many frequent words are looked for at once
 * Cost: O(characters of the words) look-ups, for every 65,536 frequent words anew.
 */
export function misspeltSections(
  words: GrowingRecords,
  wordStems: Uint32Array,
  counts: Uint32Array,
  takes: (word: string) => boolean = () => true,
  atOnce = frequentAtOnce,
): SectionInput[] {
  const countOf = (word: number): number => counts[wordStems[word]!]!;
  const pairs: { readonly misspelt: number; readonly meant: number }[] = [];
  for (let next = 0; next < words.count; ) {
    const frequent = new Map<string, number[]>();
    let taken = 0;
    for (; next < words.count && taken < atOnce; next += 1) {
      const text = countOf(next) < timesMore ? '' : words.view(next).toString();
      if (!isForgiving(text) || !takes(text)) continue;
      taken += 1;
      for (const key of keysOf(text)) {
        const known = frequent.get(key);
        if (known === undefined) frequent.set(key, [next]);
        else known.push(next);
      }
    }
    if (taken === 0) break;
    for (let misspelt = 0; misspelt < words.count; misspelt += 1) {
      const text = countOf(misspelt) > docsMaximum ? '' : words.view(misspelt).toString();
      if (!isForgiving(text) || !takes(text)) continue;
      for (const meant of new Set([...keysOf(text)].flatMap((key) => frequent.get(key) ?? []))) {
        if (countOf(meant) < timesMore * countOf(misspelt) || !isNear(text, words.view(meant).toString())) continue;
        pairs.push({ misspelt, meant });
      }
    }
  }
  pairs.sort((a, b) => a.misspelt - b.misspelt || a.meant - b.meant);
  return [
    { name: SEARCH.misspelt, data: Uint32Array.from(pairs, ({ misspelt }) => misspelt) },
    { name: SEARCH.meant, data: Uint32Array.from(pairs, ({ meant }) => meant) },
  ];
}

/** The word, and the word without each of its characters. */
function* keysOf(text: string): Generator<string> {
  const characters = [...text];
  yield text;
  for (let at = 0; at < characters.length; at += 1) yield characters.toSpliced(at, 1).join('');
}
