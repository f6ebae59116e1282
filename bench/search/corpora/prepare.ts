/**
 * The corpora of the benchmark, written once and cached outside version control by items, seed and the code that made
 * them.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../harness/input/prepare.js';
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
 * @param items    articles; of the Tate artworks at most so many
 * @param say      is told, loudly, when a corpus cannot be had
 * @returns        the corpus's folder, or undefined where it is missing
 */
export function prepareCorpus(
  name: CorpusName,
  items: number,
  seed: number,
  say: (line: string) => void,
): string | undefined {
  if (name !== 'articles' && !isTateThere()) {
    say('THE TATE DATA SET IS NOT AT ../shared/datasets/tate AND IS LEFT OUT');
    return undefined;
  }
  const code = fingerprint(['data/generate', 'bench/search/corpora']);
  const folder = join(CACHE_FOLDER, `search-${name}-${items}-${seed}-${code}`);
  if (existsSync(folder)) return folder;
  say(`making ${name}`);
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const unfinished = `${folder}.${process.pid}.tmp`;
  try {
    const documents = documentsOf(name, items, seed);
    writeCorpus(unfinished, { name, fields: FIELDS[name], language: 'none' }, documents);
    removeOlder(`search-${name}-${items}-${seed}-`);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** What older code made in its stead. */
function removeOlder(family: string): void {
  for (const other of readdirSync(CACHE_FOLDER)) {
    if (other.startsWith(family) && !other.endsWith('.tmp')) rmSync(join(CACHE_FOLDER, other), { recursive: true });
  }
}

function* first(count: number, documents: Iterable<SearchDocument>): Generator<SearchDocument> {
  let given = 0;
  for (const document of documents) {
    if (given === count) return;
    given += 1;
    yield document;
  }
}
