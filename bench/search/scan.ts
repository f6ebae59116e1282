/**
 * The plain scan: every document is read for every question. Nothing is timed against it; it says which documents an
 * engine must find.
 */
import type { Corpus } from './contestants/contestant.js';
import { wordsOf } from './contestants/words.js';

export class Scan {
  readonly #ids: readonly string[];
  /** Of each document, its words in their order, with a space before and behind each. */
  readonly #texts: readonly string[];

  /** Cost: one pass; all texts in memory. */
  constructor(corpus: Corpus) {
    const documents = [...corpus.plainDocuments()];
    this.#ids = documents.map(({ id }) => id);
    this.#texts = documents.map(({ texts }) => ` ${texts.flatMap(wordsOf).join(' ')} `);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** @returns the ids of the documents that have any of the words, in the corpus's order. Cost: O(characters of the corpus · words). */
  findAny(words: readonly string[]): string[] {
    const parts = words.map((word) => ` ${word} `);
    return this.#ids.filter((_, place) => parts.some((part) => (this.#texts[place] ?? '').includes(part)));
  }

  /**
   * @param whole    words that must stand in the document
   * @param beginnings what words of the document must begin with
   * @returns the ids of the documents that have all, in the corpus's order. Cost: O(characters of the corpus).
   */
  find(whole: readonly string[], beginnings: readonly string[]): string[] {
    const parts = [...whole.map((word) => ` ${word} `), ...beginnings.map((prefix) => ` ${prefix}`)];
    return this.#ids.filter((_, place) => {
      const text = this.#texts[place] ?? '';
      return parts.every((part) => text.includes(part));
    });
  }
}
