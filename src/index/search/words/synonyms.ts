/**
 * The synonyms of a model, and what comes first, cut and stemmed as questions are: which words of a question others stand
 * in for, and which items are put before all others.
 *
 * Only reading knows of them: what stands in an index does not depend on them. One does not lead to the next.
 */
import { LIMITS, type SearchTuning } from '../../../content/model/index.js';
import { type PhraseWord, phraseOf, termsOf } from './phrase-words.js';
import type { WordReader } from './word-reader.js';

/** What stands in for a word: one word or several, which are a phrase. */
export type StandIn = readonly PhraseWord[];

/** A question of more words, repeated ones counted, has no synonyms: nobody types so many. */
const termsMaximum = 2 * LIMITS.searchWords;

export class SynonymTable {
  /** Stems, with spaces between → what stands in for all of them. */
  readonly #standIns = new Map<string, StandIn[]>();
  /** Stems of a search, with spaces between → by content type what comes first. */
  readonly #first = new Map<string, Map<string, readonly string[]>>();
  /** Of a text the most stems. */
  #longest = 0;

  /** Cost: O(texts), some microseconds each. */
  constructor({ synonyms = [], first = [] }: SearchTuning, reader: WordReader) {
    for (const { search, type, ids } of first) {
      const key = stemsAsked(search, reader).join(' ');
      this.#first.set(key, (this.#first.get(key) ?? new Map<string, readonly string[]>()).set(type, ids));
    }
    for (const { from, to } of synonyms) {
      const standIns = to.map((text) => phraseOf(reader.words(text)));
      for (const [place, text] of (from ?? to).entries()) {
        const stems = stemsAsked(text, reader);
        const key = stems.join(' ');
        this.#longest = Math.max(this.#longest, stems.length);
        const known = this.#standIns.get(key) ?? [];
        this.#standIns.set(key, known);
        known.push(...standIns.filter((_, other) => from !== undefined || other !== place));
      }
    }
  }

  /** @param words of a question, without stop words. @returns by content type the ids of what comes first */
  firstFor(words: readonly string[], reader: WordReader): ReadonlyMap<string, readonly string[]> | undefined {
    return this.#first.size === 0 ? undefined : this.#first.get(words.map((word) => reader.stem(word)).join(' '));
  }

  /** @param terms of a question, in order. @returns term → what stands in for it. Cost: O(terms · words of a text). */
  find(terms: readonly string[], reader: WordReader): ReadonlyMap<string, ReadonlySet<StandIn>> {
    const found = new Map<string, Set<StandIn>>();
    if (terms.length > termsMaximum) return found;
    const stems = terms.map((term) => reader.stem(term));
    for (let start = 0; start < stems.length; start += 1) {
      for (let end = start + 1; end <= Math.min(stems.length, start + this.#longest); end += 1) {
        const standIns = this.#standIns.get(stems.slice(start, end).join(' ')) ?? [];
        if (standIns.length === 0) continue;
        for (const term of terms.slice(start, end)) {
          const own = found.get(term) ?? new Set<StandIn>();
          found.set(term, own);
          for (const standIn of standIns) own.add(standIn);
        }
      }
    }
    return found;
  }
}

/** The stems that a question of the text has: without stop words. */
export const stemsAsked = (text: string, reader: WordReader): readonly string[] =>
  reader
    .words(text)
    .filter((word) => !reader.isStopWord(word))
    .flatMap(termsOf)
    .map((term) => reader.stem(term));

const tables = new WeakMap<SearchTuning, SynonymTable>();

/** The thread's table of a model's synonyms. Cost: that of making it, the first time. */
export function synonymsOf(tuning: SearchTuning, reader: WordReader): SynonymTable {
  const known = tables.get(tuning) ?? new SynonymTable(tuning, reader);
  tables.set(tuning, known);
  return known;
}
