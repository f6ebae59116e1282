/**
 * Finds phrases in a text by the rule of the index: the stems of a phrase follow each other.
 *
 * A joined word (`addon`, from *add-on*) is at the position of its last part, and at the position before. So a phrase may
 * match the parts or the joined word. Elsewhere: finding joined words in a text (joined-spans).
 */
import type { WordMark } from '../../../content/model/index.js';
import { countBelow } from '../../termdict/index.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { hasSign, isCjk, JOINED_MARK } from '../words/word-reader.js';
import type { JoinedSpan } from './joined-spans.js';
import type { Span } from './spans.js';

/** Stem of a word that is not in the dictionary. */
const NO_STEM = -1;

/** Indexes of the spans, and of the joined spans, that belong to a phrase. */
export interface PhraseSpans {
  readonly spans: ReadonlySet<number>;
  readonly joined: ReadonlySet<number>;
}

/** A joined word, by its index among the joined spans. */
interface JoinedStem {
  readonly index: number;
  readonly stem: number;
}

/** The words of a text, by position. */
interface PositionedWords {
  /** Position → stem of the word. */
  readonly stems: readonly number[];
  /** Position → index of the word's span. */
  readonly spanIndexes: readonly number[];
  /** Position → joined words that are there. */
  readonly joinedWords: ReadonlyMap<number, readonly JoinedStem[]>;
}

export class PhraseFinder {
  readonly #index: SearchIndex;
  readonly #phrases: readonly Phrase[];
  /** Term → its stem. */
  readonly #stemByTerm = new Map<string, number>();

  constructor(index: SearchIndex, phrases: readonly Phrase[]) {
    this.#index = index;
    this.#phrases = phrases;
  }

  /** @returns the spans that belong to a phrase. Cost: O(terms) per phrase. */
  findPhraseSpans(spans: readonly Span[], joined: readonly JoinedSpan[], mark: WordMark): PhraseSpans {
    const words = this.#positionWords(spans, joined, mark);
    const phraseSpans = { spans: new Set<number>(), joined: new Set<number>() };
    for (const phrase of this.#phrases) {
      for (let start = 0; start < words.stems.length; start += 1) addPhraseAt(start, phrase, words, phraseSpans);
    }
    return phraseSpans;
  }

  /** Gives each word of the text the position that it has in the index. */
  #positionWords(spans: readonly Span[], joined: readonly JoinedSpan[], mark: WordMark): PositionedWords {
    const joinedByPartEnd = groupByPartEnd(joined);
    const stems: number[] = [];
    const spanIndexes: number[] = [];
    const joinedWords = new Map<number, JoinedStem[]>();
    const addJoined = (position: number, joinedStem: JoinedStem): void => {
      const joinedStems = joinedWords.get(position);
      if (joinedStems === undefined) joinedWords.set(position, [joinedStem]);
      else joinedStems.push(joinedStem);
    };
    let previousTerm: string | undefined;
    for (const [spanIndex, { terms, end }] of spans.entries()) {
      for (const term of terms) {
        // As in the index: a word that is repeated at once has one position, except CJK words.
        if (term === previousTerm && !isCjk(term)) continue;
        previousTerm = term;
        stems.push(this.#findStem(mark + term));
        spanIndexes.push(spanIndex);
      }
      const joinedIndexes = joinedByPartEnd.get(end);
      if (joinedIndexes === undefined) continue;
      for (const index of joinedIndexes) {
        const { word } = joined[index]!;
        const joinedStem = { index, stem: this.#findStem(mark + JOINED_MARK + word) };
        addJoined(stems.length - 1, joinedStem);
        if (!hasSign(word) && stems.length > 1) addJoined(stems.length - 2, joinedStem);
      }
    }
    return { stems, spanIndexes, joinedWords };
  }

  #findStem(term: string): number {
    const cachedStem = this.#stemByTerm.get(term);
    if (cachedStem !== undefined) return cachedStem;
    const { words } = this.#index.tables;
    const bytes = Buffer.from(term);
    const wordIndex = countBelow(words, bytes);
    const stem =
      wordIndex < words.size && words.compare(wordIndex, bytes) === 0 ? this.#index.stemOf(wordIndex) : NO_STEM;
    this.#stemByTerm.set(term, stem);
    return stem;
  }
}

/** @returns end of a part → indexes of the joined spans whose last part ends there */
function groupByPartEnd(joined: readonly JoinedSpan[]): ReadonlyMap<number, readonly number[]> {
  const indexesByEnd = new Map<number, number[]>();
  for (const [index, { partEnd }] of joined.entries()) {
    const indexes = indexesByEnd.get(partEnd);
    if (indexes === undefined) indexesByEnd.set(partEnd, [index]);
    else indexes.push(index);
  }
  return indexesByEnd;
}

/** Adds the spans of a phrase if it begins at a position. */
function addPhraseAt(
  start: number,
  phrase: Phrase,
  { stems, spanIndexes, joinedWords }: PositionedWords,
  phraseSpans: { readonly spans: Set<number>; readonly joined: Set<number> },
): void {
  const findJoinedWord = (word: Phrase[number]): JoinedStem | undefined =>
    joinedWords.get(start + word.offset)?.find(({ stem }) => word.stems.includes(stem));
  const hasWord = (word: Phrase[number]): boolean =>
    word.stems.includes(stems[start + word.offset] ?? NO_STEM) || findJoinedWord(word) !== undefined;
  if (!phrase.every(hasWord)) return;
  for (const word of phrase) {
    const joinedWord = findJoinedWord(word);
    if (joinedWord === undefined) phraseSpans.spans.add(spanIndexes[start + word.offset] ?? 0);
    else phraseSpans.joined.add(joinedWord.index);
  }
}
