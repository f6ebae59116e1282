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
import { JOINED_MARK } from '../words/word-reader.js';
import { findJoinedSpans, type JoinedSpan } from './joined-spans.js';
import { choosePassage, type Hit, type Range } from './passage.js';
import { PhraseFinder } from './phrase-finder.js';
import { findSpans, type Span, type TermCache } from './spans.js';
import { WantedTerms } from './wanted-terms.js';

/** Offsets are UTF-16 units of `text`. */
export interface Highlight {
  readonly text: string;
  /** Ascending and non-overlapping. */
  readonly words: readonly Range[];
}

const noMatches: readonly number[] = [];
const noJoinedSpans: readonly JoinedSpan[] = [];

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
    const phrases = filters?.required?.flat() ?? [];
    const isByPlace = index.tables.positions !== undefined && phrases.length > 0;
    this.#finder = isByPlace ? new PhraseFinder(index, phrases) : undefined;
  }

  /** @returns undefined if the text has none of the words. Cost: O(length), and a look-up in the dictionary per distinct word. */
  highlight(text: string, mark: WordMark = ''): Highlight | undefined {
    const spans = findSpans(text, this.#reader, this.#termCache);
    const joined = this.#wantedTerms.hasJoined ? findJoinedSpans(text, this.#reader) : noJoinedSpans;
    const hits = this.#findHits(spans, joined, mark);
    const passage = choosePassage(text.length, spans, hits, this.#rarities);
    if (passage === undefined) return undefined;
    return { text: text.slice(passage.start, passage.end), words: listRanges(hits, passage) };
  }

  /** @returns the spans that match words of the query; words of phrases match only inside their phrase */
  #findHits(spans: readonly Span[], joined: readonly JoinedSpan[], mark: WordMark): Hit[] {
    const inPhrases = this.#finder?.findPhraseSpans(spans, joined, mark);
    const hits: Hit[] = [];
    const addHit = ({ start, end }: Range, matches: readonly number[], isInPhrase: boolean): void => {
      const words = isInPhrase ? matches : matches.filter((word) => this.#expansions[word]?.word.isQuoted === false);
      if (words.length > 0) hits.push({ start, end, words });
    };
    for (const [spanIndex, span] of spans.entries()) {
      const matches = this.#findMatchesOfTerms(span.terms, mark);
      addHit(span, matches, inPhrases === undefined || inPhrases.spans.has(spanIndex));
    }
    const wordHits = hits.length;
    for (const [joinedIndex, span] of joined.entries()) {
      const matches = this.#findMatches(mark + JOINED_MARK + span.word).filter(
        (word) => !isShownByPart(span, word, spans, hits.slice(0, wordHits)),
      );
      addHit(span, matches, inPhrases === undefined || inPhrases.joined.has(joinedIndex));
    }
    if (hits.length > wordHits) hits.sort((a, b) => a.start - b.start || a.end - b.end);
    return hits;
  }

  #findMatchesOfTerms(terms: readonly string[], mark: WordMark): readonly number[] {
    const [first = ''] = terms;
    // Most spans have one term, whose list of matches is used as it is stored.
    if (terms.length === 1) return this.#findMatches(mark + first);
    return terms.flatMap((term) => this.#findMatches(mark + term));
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

/**
 * Whether a word of the query matches a part of a joined word, but not all parts: then only the part is highlighted, such as
 * `auto` in `auto.example`.
 */
function isShownByPart(joined: JoinedSpan, word: number, spans: readonly Span[], wordHits: readonly Hit[]): boolean {
  const isInside = ({ start, end }: Range): boolean => start >= joined.start && end <= joined.end;
  const matchedParts = wordHits.filter((hit) => isInside(hit) && hit.words.includes(word)).length;
  return matchedParts > 0 && matchedParts < spans.filter(isInside).length;
}

/** @returns the hits within the passage as ranges of its text; hits that overlap are merged, as pairs of Chinese characters do */
function listRanges(hits: readonly Hit[], passage: Range): Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const hit of hits) {
    if (hit.start < passage.start || hit.end > passage.end) continue;
    const start = hit.start - passage.start;
    const end = hit.end - passage.start;
    const lastRange = ranges.at(-1);
    if (lastRange !== undefined && start < lastRange.end) lastRange.end = Math.max(lastRange.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}
