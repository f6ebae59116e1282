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
  readonly #known = new Map<string, number>();

  constructor(index: SearchIndex, phrases: readonly Phrase[]) {
    this.#index = index;
    this.#phrases = phrases;
  }

  /** @returns indexes of the spans that belong to a phrase. Cost: O(terms) per phrase. */
  spansIn(spans: readonly Span[], mark: WordMark): ReadonlySet<number> {
    const stems: number[] = [];
    /** Position → index of its span. */
    const spanOfPosition: number[] = [];
    let previous: string | undefined;
    for (const [number, { terms }] of spans.entries()) {
      for (const term of terms) {
        // A repeated word counts once.
        if (term === previous && !isCjk(term)) continue;
        previous = term;
        stems.push(this.#stemOf(mark + term));
        spanOfPosition.push(number);
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

  #stemOf(term: string): number {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const { words } = this.#index.tables;
    const bytes = Buffer.from(term);
    const at = countBelow(words, bytes);
    const stem = at < words.size && words.compare(at, bytes) === 0 ? this.#index.stemOf(at) : NO_STEM;
    this.#known.set(term, stem);
    return stem;
  }
}
