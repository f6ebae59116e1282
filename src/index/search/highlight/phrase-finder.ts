/**
 * Finds phrases in a text by the rule of the index: the stems of a phrase follow each other.
 *
 * A joined word (`addon`, from *add-on*) has the positions of its parts. So a phrase may match the parts or the joined word.
 * Elsewhere: finding joined words in a text (joined-spans).
 */
import type { WordMark } from '../../../content/model/index.js';
import { countBelow } from '../../termdict/index.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { isCjk } from '../words/letters.js';
import { JOINED_MARK } from '../words/word-reader.js';
import type { JoinedSpan } from './joined-spans.js';
import type { Span } from './spans.js';

const noIndexes: readonly number[] = [];

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
  /** Position of its last part. */
  readonly lastPosition: number;
}

/** The words of a text, by position. */
interface PositionedWords {
  /** Position → stem of the word. */
  readonly stems: readonly number[];
  /** Position → index of the word's span. */
  readonly spanIndexes: readonly number[];
  /** Position → joined words whose first part is there. */
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
    /** Start of a span → position of its last term. */
    const positionByStart = new Map<number, number>();
    let previousTerm: string | undefined;
    for (const [spanIndex, { terms, start, end }] of spans.entries()) {
      for (const term of terms) {
        // As in the index: a word that is repeated at once has one position, except CJK words.
        if (term === previousTerm && !isCjk(term)) continue;
        previousTerm = term;
        stems.push(this.#findStem(mark + term));
        spanIndexes.push(spanIndex);
      }
      const lastPosition = stems.length - 1;
      if (joined.length > 0) positionByStart.set(start, lastPosition);
      for (const index of joinedByPartEnd.get(end) ?? noIndexes) {
        const { word, partStart } = joined[index]!;
        const position = positionByStart.get(partStart) ?? lastPosition;
        const joinedStem = { index, stem: this.#findStem(mark + JOINED_MARK + word), lastPosition };
        const joinedStems = joinedWords.get(position);
        if (joinedStems === undefined) joinedWords.set(position, [joinedStem]);
        else joinedStems.push(joinedStem);
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
  words: PositionedWords,
  phraseSpans: { readonly spans: Set<number>; readonly joined: Set<number> },
): void {
  const steps = followPhrase(phrase, 0, start, words);
  if (steps === undefined) return;
  for (const { spanIndex, joinedIndex } of steps) {
    if (joinedIndex === undefined) phraseSpans.spans.add(spanIndex);
    else phraseSpans.joined.add(joinedIndex);
  }
}

/** A word of a phrase in a text: a span, or a joined span that begins with it. */
interface PhraseStep {
  readonly spanIndex: number;
  readonly joinedIndex: number | undefined;
}

/**
 * Follows the words of a phrase from its word `next` on.
 *
 * @param position where the word must begin
 * @returns a step for each word, the last one first; undefined if the text does not continue so
 */
function followPhrase(
  phrase: Phrase,
  next: number,
  position: number,
  words: PositionedWords,
): PhraseStep[] | undefined {
  const word = phrase[next];
  if (word === undefined) return [];
  const gap = (phrase[next + 1]?.offset ?? word.offset) - word.offset;
  const spanIndex = words.spanIndexes[position] ?? 0;
  for (const { index, stem, lastPosition } of words.joinedWords.get(position) ?? []) {
    if (!word.stems.includes(stem)) continue;
    const steps = followPhrase(phrase, next + 1, lastPosition + gap, words);
    if (steps === undefined) continue;
    steps.push({ spanIndex, joinedIndex: index });
    return steps;
  }
  if (!word.stems.includes(words.stems[position] ?? NO_STEM)) return undefined;
  const steps = followPhrase(phrase, next + 1, position + gap, words);
  steps?.push({ spanIndex, joinedIndex: undefined });
  return steps;
}
