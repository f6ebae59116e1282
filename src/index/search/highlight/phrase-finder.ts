/**
 * Finds phrases in a text by the rule of the index: consecutive stems, where a joined word has the place of its last part.
 */
import type { WordMark } from '../../../content/model/index.js';
import { countBelow } from '../../termdict/index.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { isCjk, JOINED_MARK } from '../words/word-reader.js';
import type { JoinedSpan } from './joined-spans.js';
import type { Span } from './spans.js';

/** Stem of a word that is not in the dictionary. */
const NO_STEM = -1;

/** Indexes of the spans, and of the joined spans, that belong to a phrase. */
export interface PhraseSpans {
  readonly spans: ReadonlySet<number>;
  readonly joined: ReadonlySet<number>;
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
    /** End of a part → indexes of the joined spans whose last part it is. */
    const joinedByEnd = new Map<number, number[]>();
    for (const [index, { partEnd }] of joined.entries())
      joinedByEnd.set(partEnd, [...(joinedByEnd.get(partEnd) ?? []), index]);
    /** Position → its joined spans and their stems. */
    const joinedAt = new Map<number, readonly { readonly index: number; readonly stem: number }[]>();
    const stems: number[] = [];
    /** Position → index of its span. */
    const spanOfPosition: number[] = [];
    let previous: string | undefined;
    for (const [spanIndex, { terms, end }] of spans.entries()) {
      for (const term of terms) {
        // A repeated word counts once.
        if (term === previous && !isCjk(term)) continue;
        previous = term;
        stems.push(this.#findStem(mark + term));
        spanOfPosition.push(spanIndex);
      }
      const joinedHere = joinedByEnd.get(end) ?? [];
      if (joinedHere.length === 0) continue;
      const joinedStems = joinedHere.map((index) => {
        return { index, stem: this.#findStem(mark + JOINED_MARK + joined[index]!.word) };
      });
      joinedAt.set(stems.length - 1, joinedStems);
    }
    const spanIndexes = new Set<number>();
    const joinedIndexes = new Set<number>();
    for (const phrase of this.#phrases) {
      for (let start = 0; start < stems.length; start += 1) {
        const findJoined = ({ stems: wanted, offset }: Phrase[number]): number | undefined =>
          joinedAt.get(start + offset)?.find(({ stem }) => wanted.includes(stem))?.index;
        const isAt = (word: Phrase[number]): boolean =>
          word.stems.includes(stems[start + word.offset] ?? NO_STEM) || findJoined(word) !== undefined;
        if (!phrase.every(isAt)) continue;
        for (const word of phrase) {
          const joinedIndex = findJoined(word);
          if (joinedIndex === undefined) spanIndexes.add(spanOfPosition[start + word.offset] ?? 0);
          else joinedIndexes.add(joinedIndex);
        }
      }
    }
    return { spans: spanIndexes, joined: joinedIndexes };
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
