/**
 * MiniSearch as a contestant: saved as JSON, with BM25+, prefix and fuzzy search as its documentation recommends for a
 * search box.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderBytes } from '../../engine/results.js';
import type { Asking, Corpus, OpenedIndex, SearchEngine } from './contestant.js';
import { englishStemmer, fillPage, loadPackage, normalised, packageVersion, STOP_WORDS, wordsOf } from './packages.js';

interface MiniSearchIndex {
  addAll(documents: readonly Readonly<Record<string, string>>[]): void;
  search(words: string, options: object): readonly { readonly id: unknown }[];
}

interface MiniSearchClass {
  new (options: object): MiniSearchIndex;
  loadJSON(json: string, options: object): MiniSearchIndex;
}

const fileName = 'index.json';
const batchSize = 1000;

function optionsOf({ fields, language }: Corpus): object {
  const stem = language === 'english' ? englishStemmer() : undefined;
  const processTerm = (term: string): string | null => {
    const word = normalised(term);
    if (stem === undefined) return word;
    return STOP_WORDS.has(word) ? null : stem(word);
  };
  return { idField: '_id', fields: fields.map(({ name }) => name), tokenize: wordsOf, processTerm };
}

const isLast = (_term: string, place: number, terms: readonly string[]): boolean => place === terms.length - 1;
/** One letter in five, and none of a short word: as its documentation has it. */
const fuzzy = (term: string): number | false => (term.length > 3 ? 0.2 : false);

/** Queries that run in order until the page is full: a search box requires all words first, then any word, also mistyped. */
const ASKING: Readonly<Record<Asking, readonly object[]>> = {
  words: [{ combineWith: 'AND' }],
  prefix: [{ combineWith: 'AND', prefix: isLast }],
  typos: [{ combineWith: 'AND', prefix: isLast, fuzzy }],
  any: [{ combineWith: 'OR' }],
  box: [
    { combineWith: 'AND', prefix: isLast },
    { combineWith: 'OR', prefix: isLast, fuzzy },
  ],
};

export function miniSearch(): SearchEngine {
  const MiniSearch = loadPackage<MiniSearchClass>('minisearch');
  return {
    name: 'minisearch',
    version: packageVersion('minisearch'),
    rule: { begins: 'asked', exactWords: Number.POSITIVE_INFINITY, enough: 0, beyond: 'more' },
    responds: false,
    forgivesTypos: true,
    hitsMaximum: Number.POSITIVE_INFINITY,
    build: async (corpus, folder) => {
      const index = new MiniSearch(optionsOf(corpus));
      let batch: Record<string, string>[] = [];
      for (const { id, texts } of corpus.plainDocuments()) {
        batch.push(Object.fromEntries([['_id', id], ...corpus.fields.map(({ name }, i) => [name, texts[i] ?? ''])]));
        if (batch.length < batchSize) continue;
        index.addAll(batch);
        batch = [];
      }
      index.addAll(batch);
      writeFileSync(join(folder, fileName), JSON.stringify(index));
    },
    open: async (corpus, folder): Promise<OpenedIndex> => {
      const index = MiniSearch.loadJSON(readFileSync(join(folder, fileName), 'utf8'), optionsOf(corpus));
      const boost = Object.fromEntries(corpus.fields.map(({ name, weight }) => [name, weight]));
      return {
        search: ({ words, asking }, limit) =>
          fillPage(ASKING[asking], limit, (options) =>
            index
              .search(words, { ...options, boost })
              .slice(0, limit)
              .map(({ id }) => String(id)),
          ),
        close: () => {},
      };
    },
    indexBytes: async (folder) => folderBytes(folder),
  };
}
