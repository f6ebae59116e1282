/**
 * FlexSearch as a contestant: its exported chunks, one file each, and the ids of its documents.
 *
 * The texts of a document are joined into one field, the most important first, because FlexSearch ranks by position.
 * The index matches beginnings of words ("forward"), as a search box needs, and tolerates no typing errors.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderBytes } from '../../engine/results.js';
import type { Asking, Corpus, OpenedIndex, SearchEngine } from './contestant.js';
import { englishStemmer, loadPackage, packageVersion, STOP_WORDS, wordsOf } from './packages.js';

interface FieldHits {
  readonly result: readonly unknown[];
}

interface DocumentIndex {
  add(document: object): unknown;
  search(words: string, options: object): readonly FieldHits[];
  export(handler: (key: string, data: string) => Promise<void>): Promise<void>;
  import(key: string, data: string): unknown;
}

interface FlexSearchModule {
  readonly Document: new (options: object) => DocumentIndex;
}

const idsFile = 'ids.json';
/** Limit of a query for all hits; FlexSearch allocates memory for the limit. */
const hitsMaximum = 10_000_000;

const ASKING: Readonly<Record<Asking, object>> = {
  words: {},
  prefix: {},
  typos: {},
  any: { suggest: true },
  // If no document has all words, documents with the most words.
  box: { suggest: true },
};

function encoder(language: Corpus['language']): (text: string) => string[] {
  if (language === 'none') return wordsOf;
  const stem = englishStemmer();
  return (text) =>
    wordsOf(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem);
}

export function flexSearch(): SearchEngine {
  const { Document } = loadPackage<FlexSearchModule>('flexsearch');
  const index = ({ language }: Corpus): DocumentIndex =>
    new Document({
      document: { id: 'id', index: ['all'] },
      tokenize: 'forward',
      encode: encoder(language),
    });
  return {
    name: 'flexsearch',
    version: packageVersion('flexsearch'),
    rule: { begins: 'every', exactWords: Number.POSITIVE_INFINITY, enough: 0, beyond: 'more' },
    responds: false,
    forgivesTypos: false,
    hitsMaximum,
    build: async (corpus, folder) => {
      const builtIndex = index(corpus);
      const order = corpus.fields.map((_, place) => place);
      order.sort((a, b) => (corpus.fields[b]?.weight ?? 0) - (corpus.fields[a]?.weight ?? 0));
      const ids: string[] = [];
      for (const { id, texts } of corpus.plainDocuments()) {
        builtIndex.add({ id: ids.length, all: order.map((place) => texts[place] ?? '').join('\n') });
        ids.push(id);
      }
      await builtIndex.export(async (key, data) => writeFileSync(join(folder, `chunk-${key}`), data));
      writeFileSync(join(folder, idsFile), JSON.stringify(ids));
    },
    open: async (corpus, folder): Promise<OpenedIndex> => {
      const opened = index(corpus);
      for (const name of readdirSync(folder).filter((file) => file.startsWith('chunk-'))) {
        opened.import(name.slice('chunk-'.length), readFileSync(join(folder, name), 'utf8'));
      }
      const ids: readonly string[] = JSON.parse(readFileSync(join(folder, idsFile), 'utf8'));
      return {
        search: ({ words, asking }, limit) => {
          const [field] = opened.search(words, { limit: Math.min(limit, hitsMaximum), ...ASKING[asking] });
          return (field?.result ?? []).map((number) => ids[Number(number)] ?? '');
        },
        close: () => {},
      };
    },
    indexBytes: async (folder) => folderBytes(folder),
  };
}
