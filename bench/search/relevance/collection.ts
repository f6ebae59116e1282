/**
 * The collections of the relevance benchmark: judged Tate artworks, known items of artworks, records and articles, or a
 * folder.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../data/generate/random.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { linesOf } from '../../harness/input/rows.js';
import { BENCH_FOLDER, CACHE_FOLDER } from '../../harness/root.js';
import type { SearchDocument, SearchField } from '../contestants/contestant.js';
import { openCorpus, writeCorpus } from '../corpora/corpus-file.js';
import { type CorpusName, prepareCorpus } from '../corpora/prepare.js';
import { type Half, knownItems } from './known-items.js';
import { type QuerySet, readSets } from './sets.js';

export interface Collection {
  /** Text of the query, as engines receive it. */
  readonly corpusFolder: string;
  readonly sets: readonly QuerySet[];
  /** Removes what was written for this run only. */
  remove(): void;
}

const JUDGEMENTS_FOLDER = join(BENCH_FOLDER, 'search', 'judgements');

/** Parts of each corpus: all artworks, all records, and a number of articles that is indexed in seconds. */
const ITEMS: Readonly<Record<CorpusName, number>> = { tate: 1_000_000, records: 1_000_000, articles: 5000 };
/** Known items of each length and way of remembering, both halves together. */
const knownEach = 30;
const seed = 1;

const knownItemsName = (half: Half): string =>
  half === 'tuning' ? 'known items, to work with' : 'known items, unseen';

/** @param halves of the known items. @returns those of which the data set is there; says so if it is not */
export async function ownCollections(halves: readonly Half[], say: (line: string) => void): Promise<Collection[]> {
  const found: Collection[] = [];
  for (const name of ['tate', 'records', 'articles'] as const) {
    const corpusFolder = await prepareCorpus(name, ITEMS[name], seed, say);
    if (corpusFolder === undefined) continue;
    const corpus = openCorpus(corpusFolder);
    const known = halves.map((half): QuerySet => {
      const judged = knownItems(corpus, knownEach, half, new Random(seed, `relevance/${name}`));
      return { name: knownItemsName(half), pooled: false, judged };
    });
    const judged = name === 'tate' ? readSets(JUDGEMENTS_FOLDER) : [];
    found.push({ corpusFolder, sets: [...judged, ...known], remove: () => {} });
  }
  return found;
}

const FIELDS: readonly SearchField[] = [
  { name: 'title', weight: 3, markdown: false },
  { name: 'text', weight: 1, markdown: false },
];

/**
 * @param folder with `corpus.jsonl` (one `{"_id", "title", "text"}` in each line), queries and judgements
 * @throws       OperationError that names file and line
 */
export function folderCollection(folder: string): Collection {
  const corpus = corpusCollection(folder);
  return { ...corpus, sets: readSets(folder) };
}

/** The corpus of a collection without its queries. @throws OperationError that names file and line */
export function corpusCollection(folder: string): Omit<Collection, 'sets'> {
  const path = join(folder, 'corpus.jsonl');
  if (!existsSync(path)) throw new OperationError(`${folder} has no corpus.jsonl, one document a line.`);
  const corpusFolder = join(CACHE_FOLDER, `search-collection-${process.pid}.tmp`);
  writeCorpus(corpusFolder, { name: folder, fields: FIELDS, language: 'english' }, documentsOf(path));
  const remove = (): void => {
    rmSync(corpusFolder, { recursive: true, force: true });
  };
  return { corpusFolder, remove };
}

/** @throws OperationError that names file and line */
export function* documentsOf(path: string): Generator<SearchDocument> {
  let number = 0;
  for (const line of linesOf(path)) {
    number += 1;
    const value = parsed(line);
    if (typeof value !== 'object' || value === null || !('_id' in value && typeof value._id === 'string')) {
      throw new OperationError(
        `${path}, line ${number}: a document is written {"_id": "…", "title": "…", "text": "…"}.`,
      );
    }
    const title = 'title' in value && typeof value.title === 'string' ? value.title : '';
    const text = 'text' in value && typeof value.text === 'string' ? value.text : '';
    yield { id: value._id, texts: [title, text] };
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
