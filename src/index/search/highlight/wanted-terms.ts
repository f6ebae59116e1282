/**
 * A quick test whether a word of a text can match a query: hardly any does, so it saves most look-ups in the dictionary.
 */
import { termId } from '../../../content/model/index.js';
import type { ByteTerms } from '../../termdict/index.js';
import type { Expansion } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import type { WordReader } from '../words/word-reader.js';
import { isJoinedWord, STOP_MARK } from '../words/word-reader.js';

export class WantedTerms {
  readonly #reader: WordReader;
  /** Stems of the lists that match the query. */
  readonly #stems = new Set<string>();
  /** Common prefix of the words that complete a word of the query. */
  readonly #beginnings: string[] = [];
  /** Whether a joined word matches the query. */
  readonly hasJoined: boolean;
  /** First characters of these: a stem begins as its word does, except for the mark of a stop word. */
  readonly #firstCharacters = new Set<string>();

  constructor(index: SearchIndex, expansions: readonly Expansion[], reader: WordReader) {
    this.#reader = reader;
    const { stems, words } = index.tables;
    for (const { matches } of expansions) {
      for (const { list, words: wordRange, phrase } of matches) {
        if (wordRange !== undefined) {
          const firstWord = readTerm(words, wordRange.start);
          const lastWord = readTerm(words, wordRange.end - 1);
          this.#beginnings.push(commonPrefix(firstWord, lastWord));
          continue;
        }
        const matchedStems = phrase?.flatMap((word) => word.stems) ?? [list];
        for (const stem of matchedStems) this.#stems.add(readTerm(stems, stem));
      }
    }
    this.hasJoined = [...this.#stems].some(isJoinedWord);
    for (const term of [...this.#stems, ...this.#beginnings]) {
      this.#firstCharacters.add(term.replace(STOP_MARK, '').slice(0, 1));
    }
  }

  /** Cost: O(beginnings) for a term with the first character of one, and stemming it the first time. */
  mayMatch(term: string): boolean {
    if (!this.#firstCharacters.has(term.slice(0, 1))) return false;
    return this.#stems.has(this.#reader.stem(term)) || this.#beginnings.some((beginning) => term.startsWith(beginning));
  }
}

const readTerm = (terms: ByteTerms, term: number): string => Buffer.from(terms.at(termId(term))).toString();

function commonPrefix(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return left.slice(0, length);
}
