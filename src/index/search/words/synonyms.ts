/**
 * Synonyms and pinned items of a model, cut and stemmed like queries.
 *
 * They apply to queries only: the index does not depend on them. A synonym of a synonym is not followed.
 */
import { LIMITS, type SearchTuning } from '../../../content/model/index.js';
import { type PhraseWord, phraseWords, searchTerms } from './phrase-words.js';
import type { WordReader } from './word-reader.js';

/** A synonym: one word, or several that form a phrase. */
export type Synonym = readonly PhraseWord[];

/** Synonyms are not applied to queries of more words, repeated ones included. */
const termsMaximum = 2 * LIMITS.searchWords;

export class SynonymTable {
  /** Stems joined by spaces → their synonyms. */
  readonly #synonyms = new Map<string, Synonym[]>();
  /** Stems of a query joined by spaces → content type → ids of pinned items. */
  readonly #pinned = new Map<string, Map<string, readonly string[]>>();
  /** Maximum number of stems of a text with synonyms. */
  #maximumStems = 0;

  /** Cost: O(texts), a few microseconds each. */
  constructor({ synonyms = [], first = [] }: SearchTuning, reader: WordReader) {
    for (const { search, type, ids } of first) this.#addPinned(search, type, ids, reader);
    for (const { from, to } of synonyms) {
      const targets = to.map((text) => phraseWords(reader.read(text)));
      if (from !== undefined) {
        for (const text of from) this.#addSynonyms(text, targets, reader);
        continue;
      }
      // Without `from`, each text has all other texts of the rule as synonyms.
      for (const [index, text] of to.entries()) {
        const otherTargets = targets.filter((_, targetIndex) => targetIndex !== index);
        this.#addSynonyms(text, otherTargets, reader);
      }
    }
  }

  #addPinned(search: string, type: string, ids: readonly string[], reader: WordReader): void {
    const key = readQueryStems(search, reader).join(' ');
    const idsByType = this.#pinned.get(key) ?? new Map<string, readonly string[]>();
    this.#pinned.set(key, idsByType);
    idsByType.set(type, ids);
  }

  #addSynonyms(text: string, synonyms: readonly Synonym[], reader: WordReader): void {
    const stems = readQueryStems(text, reader);
    this.#maximumStems = Math.max(this.#maximumStems, stems.length);
    const key = stems.join(' ');
    const synonymsOfKey = this.#synonyms.get(key) ?? [];
    this.#synonyms.set(key, synonymsOfKey);
    synonymsOfKey.push(...synonyms);
  }

  /** @param terms of a query, without stop words. @returns content type → ids of the items that come first */
  findPinned(terms: readonly string[], reader: WordReader): ReadonlyMap<string, readonly string[]> | undefined {
    if (this.#pinned.size === 0) return undefined;
    return this.#pinned.get(terms.map((term) => reader.stem(term)).join(' '));
  }

  /** @param terms of a query, in order. @returns term → its synonyms. Cost: O(terms · words of a text). */
  findSynonyms(terms: readonly string[], reader: WordReader): ReadonlyMap<string, ReadonlySet<Synonym>> {
    const synonymsByTerm = new Map<string, Set<Synonym>>();
    if (terms.length > termsMaximum) return synonymsByTerm;
    const stems = terms.map((term) => reader.stem(term));
    for (let start = 0; start < stems.length; start += 1) {
      const endMaximum = Math.min(stems.length, start + this.#maximumStems);
      for (let end = start + 1; end <= endMaximum; end += 1) {
        const synonyms = this.#synonyms.get(stems.slice(start, end).join(' '));
        if (synonyms === undefined) continue;
        for (const term of terms.slice(start, end)) addAll(synonymsByTerm, term, synonyms);
      }
    }
    return synonymsByTerm;
  }
}

function addAll(synonymsByTerm: Map<string, Set<Synonym>>, term: string, synonyms: readonly Synonym[]): void {
  if (synonyms.length === 0) return;
  const synonymsOfTerm = synonymsByTerm.get(term) ?? new Set<Synonym>();
  synonymsByTerm.set(term, synonymsOfTerm);
  for (const synonym of synonyms) synonymsOfTerm.add(synonym);
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
