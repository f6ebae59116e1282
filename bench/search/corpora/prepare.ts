/**
 * Prepares the corpora of the search benchmark, cached outside version control by items, seed and a hash of the code.
 */
import { join } from 'node:path';
import { cached, fingerprint } from '../../harness/input/prepare.js';
import { CACHE_FOLDER } from '../../harness/root.js';
import type { SearchDocument, SearchField } from '../contestants/contestant.js';
import { ARTICLE_FIELDS, articles } from './articles.js';
import { writeCorpus } from './corpus-file.js';
import { isTateThere, RECORD_FIELDS, TATE_FIELDS, tateArtworks, tateRecords } from './tate.js';

export const CORPORA = ['articles', 'tate'] as const;

/** `records` is for judging alone. */
export type CorpusName = (typeof CORPORA)[number] | 'records';

const FIELDS: Readonly<Record<CorpusName, readonly SearchField[]>> = {
  articles: ARTICLE_FIELDS,
  tate: TATE_FIELDS,
  records: RECORD_FIELDS,
};

function documentsOf(name: CorpusName, items: number, seed: number): Iterable<SearchDocument> {
  switch (name) {
    case 'articles':
      return articles(items, seed);
    case 'tate':
      return first(items, tateArtworks());
    case 'records':
      return first(items, tateRecords());
  }
}

/**
 * @param items    number of articles, and maximum number of Tate artworks
 * @param say      receives a message if a corpus is not available
 * @returns        the corpus's folder, or undefined if it is missing
 */
export async function prepareCorpus(
  name: CorpusName,
  items: number,
  seed: number,
  say: (line: string) => void,
): Promise<string | undefined> {
  if (name !== 'articles' && !isTateThere()) {
    say('THE TATE DATA SET IS NOT AT ../shared/datasets/tate AND IS LEFT OUT');
    return undefined;
  }
  const code = fingerprint(['data/generate', 'bench/search/corpora']);
  const folder = join(CACHE_FOLDER, `search-${name}-${items}-${seed}-${code}`);
  await cached(folder, (unfinished) =>
    writeCorpus(unfinished, { name, fields: FIELDS[name], language: 'none' }, documentsOf(name, items, seed)),
  );
  return folder;
}

function* first(count: number, documents: Iterable<SearchDocument>): Generator<SearchDocument> {
  let given = 0;
  for (const document of documents) {
    if (given === count) return;
    given += 1;
    yield document;
  }
}
