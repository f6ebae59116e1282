/**
 * Orama as a contestant: saved as JSON, without copies of documents and sort orders.
 *
 * Orama matches every word as a prefix, and requires all words of a query in one field, so its matches for several
 * words differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderBytes } from '../../engine/results.js';
import type { Asking, Corpus, OpenedIndex, SearchEngine } from './contestant.js';
import { englishStemmer, fillPage, loadPackage, packageVersion, STOP_WORDS, wordsOf } from './packages.js';

interface Found {
  readonly hits: readonly { readonly id: string }[];
}

interface OramaModule {
  create(options: object): object;
  insert(database: object, document: object): unknown;
  search(database: object, options: object): Found | Promise<Found>;
  save(database: object): object;
  load(database: object, raw: object): void;
}

const fileName = 'index.json';

/** A store of documents that keeps only how many there are: a page shows ids. */
const countingStore = {
  create: () => ({ count: 0 }),
  get: () => ({}),
  getMultiple: (_store: object, ids: readonly unknown[]) => ids.map(() => ({})),
  getAll: () => ({}),
  store: (store: { count: number }) => {
    store.count += 1;
    return true;
  },
  remove: () => false,
  count: ({ count }: { readonly count: number }) => count,
  load: (_ids: object, raw: { readonly count: number }) => ({ count: raw.count }),
  save: ({ count }: { readonly count: number }) => ({ count }),
};

function tokenizerOf(language: Corpus['language']): object {
  const stem = language === 'english' ? englishStemmer() : undefined;
  const tokens = (text: string): string[] =>
    stem === undefined
      ? wordsOf(text)
      : wordsOf(text)
          .filter((word) => !STOP_WORDS.has(word))
          .map(stem);
  // Words repeated in a text count; Orama's own tokenizer would drop them by default.
  return { language: 'english', normalizationCache: new Map(), tokenize: tokens };
}

const all = { threshold: 0 };
const any = { threshold: 1 };

/** Queries that run in order until the page is full: a search box requires all words first, then any word, then typos. */
const ASKING: Readonly<Record<Asking, readonly object[]>> = {
  words: [all],
  prefix: [all],
  typos: [{ ...all, tolerance: 1 }],
  any: [any],
  box: [all, any, { ...any, tolerance: 1 }],
};

export function orama(): SearchEngine {
  const { create, insert, search, save, load } = loadPackage<OramaModule>('@orama/orama');
  const database = ({ fields, language }: Corpus): object =>
    create({
      schema: Object.fromEntries(fields.map(({ name }) => [name, 'string'])),
      sort: { enabled: false },
      components: { tokenizer: tokenizerOf(language), documentsStore: countingStore },
    });
  return {
    name: 'orama',
    version: packageVersion('@orama/orama'),
    rule: { begins: 'every', exactWords: 1, enough: 0, beyond: 'others' },
    responds: false,
    forgivesTypos: true,
    hitsMaximum: Number.POSITIVE_INFINITY,
    build: async (corpus, folder) => {
      const builtDatabase = database(corpus);
      for (const { id, texts } of corpus.plainDocuments()) {
        insert(
          builtDatabase,
          Object.fromEntries([['id', id], ...corpus.fields.map(({ name }, i) => [name, texts[i] ?? ''])]),
        );
      }
      writeFileSync(join(folder, fileName), JSON.stringify(save(builtDatabase)));
    },
    open: async (corpus, folder): Promise<OpenedIndex> => {
      const opened = database(corpus);
      load(opened, JSON.parse(readFileSync(join(folder, fileName), 'utf8')));
      const boost = Object.fromEntries(corpus.fields.map(({ name, weight }) => [name, weight]));
      return {
        search: ({ words, asking }, limit) =>
          fillPage(ASKING[asking], limit, (options) => {
            const found = search(opened, { term: words, boost, limit, ...options });
            if (found instanceof Promise)
              throw new Error('Orama has answered with a promise: it would be timed wrongly.');
            return found.hits.map(({ id }) => id);
          }),
        close: () => {},
      };
    },
    indexBytes: async (folder) => folderBytes(folder),
  };
}
