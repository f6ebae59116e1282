/**
 * Synonyms and pinned results of a model, cut and stemmed like queries.
 *
 * They apply to queries only: the index does not depend on them. A synonym of a synonym is not followed.
 */
import { LIMITS, type SearchTuning } from '../../../content/model/index.js';
import { type PhraseWord, phraseWords, searchTerms } from './phrase-words.js';
import type { WordReader } from './word-reader.js';

/** A synonym: one word, or several that form a phrase. */
export type StandIn = readonly PhraseWord[];

/** Synonyms are not applied to queries of more words, repeated ones included. */
const termsMaximum = 2 * LIMITS.searchWords;

export class SynonymTable {
  /** Stems joined by spaces → their synonyms. */
  readonly #standIns = new Map<string, StandIn[]>();
  /** Stems of a query joined by spaces → content type → ids of pinned items. */
  readonly #pinned = new Map<string, Map<string, readonly string[]>>();
  /** Maximum number of stems of a text with synonyms. */
  #maximumStems = 0;

  /** Cost: O(texts), a few microseconds each. */
  constructor({ synonyms = [], first = [] }: SearchTuning, reader: WordReader) {
    for (const { search, type, ids } of first) {
      const key = readQueryStems(search, reader).join(' ');
      this.#pinned.set(key, (this.#pinned.get(key) ?? new Map<string, readonly string[]>()).set(type, ids));
    }
    for (const { from, to } of synonyms) {
      const standIns = to.map((text) => phraseWords(reader.words(text)));
      for (const [place, text] of (from ?? to).entries()) {
        const stems = readQueryStems(text, reader);
        const key = stems.join(' ');
        this.#maximumStems = Math.max(this.#maximumStems, stems.length);
        const standInsOfKey = this.#standIns.get(key) ?? [];
        this.#standIns.set(key, standInsOfKey);
        standInsOfKey.push(...standIns.filter((_, otherPlace) => from !== undefined || otherPlace !== place));
      }
    }
  }

  /** @param words of a query, without stop words. @returns content type → ids of the items that come first */
  findPinned(words: readonly string[], reader: WordReader): ReadonlyMap<string, readonly string[]> | undefined {
    return this.#pinned.size === 0 ? undefined : this.#pinned.get(words.map((word) => reader.stem(word)).join(' '));
  }

  /** @param terms of a query, in order. @returns term → its synonyms. Cost: O(terms · words of a text). */
  findStandIns(terms: readonly string[], reader: WordReader): ReadonlyMap<string, ReadonlySet<StandIn>> {
    const byTerm = new Map<string, Set<StandIn>>();
    if (terms.length > termsMaximum) return byTerm;
    const stems = terms.map((term) => reader.stem(term));
    for (let start = 0; start < stems.length; start += 1) {
      for (let end = start + 1; end <= Math.min(stems.length, start + this.#maximumStems); end += 1) {
        const standIns = this.#standIns.get(stems.slice(start, end).join(' ')) ?? [];
        if (standIns.length === 0) continue;
        for (const term of terms.slice(start, end)) {
          const termStandIns = byTerm.get(term) ?? new Set<StandIn>();
          byTerm.set(term, termStandIns);
          for (const standIn of standIns) termStandIns.add(standIn);
        }
      }
    }
    return byTerm;
  }
}

/** @returns the stems of a text read as a query, without stop words */
export const readQueryStems = (text: string, reader: WordReader): readonly string[] =>
  reader
    .words(text)
    .filter((word) => !reader.isStopWord(word))
    .flatMap(searchTerms)
    .map((term) => reader.stem(term));

const tables = new WeakMap<SearchTuning, SynonymTable>();

/** @returns the thread's table of a model's synonyms; made in the first call */
export function getSynonymTable(tuning: SearchTuning, reader: WordReader): SynonymTable {
  const table = tables.get(tuning) ?? new SynonymTable(tuning, reader);
  tables.set(tuning, table);
  return table;
}
