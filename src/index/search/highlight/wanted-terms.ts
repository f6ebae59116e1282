/**
 * Which words of a text may answer a question at all: hardly any do, so that it is worth knowing before they are looked
 * up in the dictionary.
 */
import type { Expansion } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import { STOP_MARK, type WordReader } from '../words/word-reader.js';

export class WantedTerms {
  readonly #reader: WordReader;
  /** Of the lists that answer. */
  readonly #stems = new Set<string>();
  /** What all words have in common that begin with a word of the question. */
  readonly #beginnings: string[] = [];
  /** How these begin: a stem begins as its word does, but for the mark of a stop word. */
  readonly #firsts = new Set<string>();

  constructor(index: SearchIndex, expansions: readonly Expansion[], reader: WordReader) {
    this.#reader = reader;
    const { stems, words } = index.tables;
    for (const { matches, words: found } of expansions) {
      for (const { list, kind } of matches) {
        if (kind !== 'beginning') this.#stems.add(Buffer.from(stems.at(list)).toString());
        else if ('start' in found) {
          const [first, last] = [found.start, found.end - 1].map((word) => Buffer.from(words.at(word)).toString());
          this.#beginnings.push(inCommon(first ?? '', last ?? ''));
        }
      }
    }
    for (const text of [...this.#stems, ...this.#beginnings]) this.#firsts.add(text.replace(STOP_MARK, '').slice(0, 1));
  }

  /** Cost: O(beginnings), of what begins as they do; and stemming the word where it is a new one. */
  mayAnswer(term: string): boolean {
    if (!this.#firsts.has(term.slice(0, 1))) return false;
    return this.#stems.has(this.#reader.stem(term)) || this.#beginnings.some((beginning) => term.startsWith(beginning));
  }
}

function inCommon(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
