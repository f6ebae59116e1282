/**
 * Where phrases stand in a text, by the same rule as in the index: their stems one behind the other.
 */
import { below } from '../../termdict/index.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { isCjk } from '../words/word-reader.js';
import type { Span } from './spans.js';

/** The stem of what is not in the dictionary. */
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

  /** @returns the numbers of the spans that are words of a phrase. Cost: O(terms) a phrase. */
  spansIn(spans: readonly Span[]): ReadonlySet<number> {
    const stems: number[] = [];
    /** Place → its span. */
    const owners: number[] = [];
    let before: string | undefined;
    for (const [number, { terms }] of spans.entries()) {
      for (const term of terms) {
        // A word twice in a row is one.
        if (term === before && !isCjk(term)) continue;
        before = term;
        stems.push(this.#stemOf(term));
        owners.push(number);
      }
    }
    const found = new Set<number>();
    for (const phrase of this.#phrases) {
      for (let start = 0; start < stems.length; start += 1) {
        if (!phrase.every(({ stem, offset }) => stems[start + offset] === stem)) continue;
        for (const { offset } of phrase) found.add(owners[start + offset] ?? 0);
      }
    }
    return found;
  }

  #stemOf(term: string): number {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const { words } = this.#index.tables;
    const bytes = Buffer.from(term);
    const at = below(words, bytes);
    const stem = at < words.size && words.compare(at, bytes) === 0 ? this.#index.stemOf(at) : NO_STEM;
    this.#known.set(term, stem);
    return stem;
  }
}
