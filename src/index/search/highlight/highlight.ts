/**
 * Highlights: the passage of a text that shows most words of a query, and the ranges of those words in it.
 *
 * A word is highlighted if the search found its item by it (expand): as typed, with another ending, as a completion, or as the
 * correction of a typing error. If the index stores positions, a word that the query has only in phrases is highlighted only
 * inside such a phrase.
 */
import type { WordMark } from '../../../content/model/index.js';
import { countBelow } from '../../termdict/index.js';
import type { Expansion } from '../match/matches.js';
import type { PlannedSearch } from '../rank/evaluate.js';
import { scoreFactor } from '../rank/score-word.js';
import type { SearchIndex } from '../search-index.js';
import type { WordReader } from '../words/word-reader.js';
import { choosePassage, type Hit } from './passage.js';
import { PhraseFinder } from './phrase-finder.js';
import { findSpans, type TermCache } from './spans.js';
import { WantedTerms } from './wanted-terms.js';

/** Offsets are UTF-16 units of `text`. */
export interface Highlight {
  readonly text: string;
  /** Ascending and non-overlapping. */
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

const noMatches: readonly number[] = [];

/** Highlights the words of one query in any number of texts. */
export class Highlighter {
  readonly #index: SearchIndex;
  readonly #reader: WordReader;
  readonly #expansions: readonly Expansion[];
  readonly #rarities: readonly number[];
  readonly #wantedTerms: WantedTerms;
  /** Undefined if words of phrases are highlighted outside of the phrases too. */
  readonly #finder: PhraseFinder | undefined;
  /** Term of a text with its field mark → indexes of the query's words that it matches. */
  readonly #matchesByTerm = new Map<string, readonly number[]>();
  readonly #termCache: TermCache = new Map();

  /** @param reader word reader of the index's language */
  constructor(index: SearchIndex, { matched, filters }: PlannedSearch, reader: WordReader) {
    this.#index = index;
    this.#reader = reader;
    this.#expansions = matched;
    this.#wantedTerms = new WantedTerms(index, matched, reader);
    this.#rarities = matched.map((expansion) => scoreFactor(index, expansion));
    const phrases = filters?.required ?? [];
    const isByPlace = index.tables.positions !== undefined && phrases.length > 0;
    this.#finder = isByPlace ? new PhraseFinder(index, phrases) : undefined;
  }

  /** @returns undefined if the text has none of the words. Cost: O(length), and a look-up in the dictionary per distinct word. */
  highlight(text: string, mark: WordMark = ''): Highlight | undefined {
    const starts: number[] = [];
    const ends: number[] = [];
    const hits: Hit[] = [];
    const spans = findSpans(text, this.#reader, this.#termCache);
    const inPhrases = this.#finder?.findPhraseSpans(spans, mark);
    for (const [spanIndex, { start, end, terms }] of spans.entries()) {
      starts.push(start);
      ends.push(end);
      const [first = ''] = terms;
      const matches =
        terms.length === 1 ? this.#findMatches(mark + first) : terms.flatMap((term) => this.#findMatches(mark + term));
      const isAllowed = inPhrases === undefined || inPhrases.has(spanIndex);
      const words = isAllowed
        ? matches
        : matches.filter((expansionIndex) => this.#expansions[expansionIndex]?.word.isQuoted === false);
      if (words.length > 0) hits.push({ start, end, words });
    }
    const passage = choosePassage(text.length, starts, ends, hits, this.#rarities);
    if (passage === undefined) return undefined;
    const words: { start: number; end: number }[] = [];
    for (const { start, end } of hits) {
      if (start < passage.start || end > passage.end) continue;
      const lastRange = words.at(-1);
      if (lastRange !== undefined && start - passage.start < lastRange.end) lastRange.end = end - passage.start;
      else words.push({ start: start - passage.start, end: end - passage.start });
    }
    return { text: text.slice(passage.start, passage.end), words };
  }

  #findMatches(term: string): readonly number[] {
    const cachedMatches = this.#matchesByTerm.get(term);
    if (cachedMatches !== undefined) return cachedMatches;
    if (!this.#wantedTerms.mayMatch(term)) {
      this.#matchesByTerm.set(term, noMatches);
      return noMatches;
    }
    const { words } = this.#index.tables;
    const bytes = Buffer.from(term);
    const wordIndex = countBelow(words, bytes);
    const isInDictionary = wordIndex < words.size && words.compare(wordIndex, bytes) === 0;
    const matches = isInDictionary ? this.#findMatchedWords(wordIndex) : noMatches;
    this.#matchesByTerm.set(term, matches);
    return matches;
  }

  #findMatchedWords(word: number): readonly number[] {
    const stem = this.#index.stemOf(word);
    return this.#expansions.flatMap(({ matches }, expansionIndex) => {
      const isMatched = matches.some(({ list, words, phrase = [] }) => {
        if (words === undefined) return list === stem || phrase.some(({ stems }) => stems.includes(stem));
        return words.start <= word && word < words.end;
      });
      return isMatched ? [expansionIndex] : [];
    });
  }
}
