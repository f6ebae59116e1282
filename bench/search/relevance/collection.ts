/**
 * What is searched and by which judgements: the Tate artworks with those of `judgements`, or a collection in a folder.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '../../../src/errors/index.js';
import { linesOf } from '../../harness/lines.js';
import { BENCH_FOLDER, CACHE_FOLDER } from '../../harness/root.js';
import type { SearchDocument, SearchField } from '../contestants/contestant.js';
import { writeCorpus } from '../corpora/corpus-file.js';
import { prepareCorpus } from '../corpora/prepare.js';

export interface Collection {
  readonly name: string;
  /** As engines are given it. */
  readonly corpusFolder: string;
  readonly judgementsFolder: string;
  /** Removes what was written for this run only. */
  remove(): void;
}

const JUDGEMENTS_FOLDER = join(BENCH_FOLDER, 'search', 'judgements');
/** More than there are artworks: all of them. */
const allArtworks = 1_000_000;

/** @returns undefined, and says so, where the data set is missing */
export function tateCollection(say: (line: string) => void): Collection | undefined {
  const corpusFolder = prepareCorpus('tate', allArtworks, 1, say);
  if (corpusFolder === undefined) return undefined;
  return { name: 'tate', corpusFolder, judgementsFolder: JUDGEMENTS_FOLDER, remove: () => {} };
}

const FIELDS: readonly SearchField[] = [
  { name: 'title', weight: 3, markdown: false },
  { name: 'text', weight: 1, markdown: false },
];

/**
 * @param folder has `corpus.jsonl`, `{"_id", "title", "text"}` a line, beside queries and judgements
 * @throws       OperationError that names file and line
 */
export function folderCollection(folder: string): Collection {
  const path = join(folder, 'corpus.jsonl');
  if (!existsSync(path)) throw new OperationError(`${folder} has no corpus.jsonl, one document a line.`);
  const corpusFolder = join(CACHE_FOLDER, `search-collection-${process.pid}.tmp`);
  writeCorpus(corpusFolder, { name: folder, fields: FIELDS, language: 'english' }, documentsOf(path));
  const remove = (): void => {
    rmSync(corpusFolder, { recursive: true, force: true });
  };
  return { name: folder, corpusFolder, judgementsFolder: folder, remove };
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
