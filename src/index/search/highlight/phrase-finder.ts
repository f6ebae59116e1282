/**
 * Finds phrases in a text by the rule of the index: consecutive stems.
 */
import type { WordMark } from '../../../content/model/index.js';
import { countBelow } from '../../termdict/index.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { isCjk } from '../words/word-reader.js';
import type { Span } from './spans.js';

/** Stem of a word that is not in the dictionary. */
const NO_STEM = -1;

export class PhraseFinder {
  readonly #index: SearchIndex;
  readonly #phrases: readonly Phrase[];
  /** Term → its stem. */
  readonly #stemByTerm = new Map<string, number>();

  constructor(index: SearchIndex, phrases: readonly Phrase[]) {
    this.#index = index;
    this.#phrases = phrases;
  }

  /** @returns indexes of the spans that belong to a phrase. Cost: O(terms) per phrase. */
  findPhraseSpans(spans: readonly Span[], mark: WordMark): ReadonlySet<number> {
    const stems: number[] = [];
    /** Position → index of its span. */
    const spanOfPosition: number[] = [];
    let previous: string | undefined;
    for (const [spanIndex, { terms }] of spans.entries()) {
      for (const term of terms) {
        // A repeated word counts once.
        if (term === previous && !isCjk(term)) continue;
        previous = term;
        stems.push(this.#findStem(mark + term));
        spanOfPosition.push(spanIndex);
      }
    }
    const spanIndexes = new Set<number>();
    for (const phrase of this.#phrases) {
      for (let start = 0; start < stems.length; start += 1) {
        if (!phrase.every((word) => word.stems.includes(stems[start + word.offset] ?? NO_STEM))) continue;
        for (const { offset } of phrase) spanIndexes.add(spanOfPosition[start + offset] ?? 0);
      }
    }
    return spanIndexes;
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
