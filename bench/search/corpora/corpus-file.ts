/**
 * A corpus on disk: `corpus.json` (name, fields, language) and `corpus.jsonl`, one document on each line, as in test
 * collections: `{"_id": "…", "<field>": "…", …}`. All engines read the same file.
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from '../../harness/input/rows.js';
import type { Corpus, SearchDocument, SearchField } from '../contestants/contestant.js';

const descriptionFile = 'corpus.json';
const documentsFile = 'corpus.jsonl';
/** Number of characters that are written at once. */
const writtenAtOnce = 2 ** 20;

type Description = Pick<Corpus, 'name' | 'fields' | 'language'>;

/** Writes the corpus into a new folder. @returns how many documents it has. Cost: one pass; memory does not grow. */
export function writeCorpus(folder: string, description: Description, documents: Iterable<SearchDocument>): number {
  const { name, fields, language } = description;
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, documentsFile), 'w');
  let count = 0;
  try {
    let text = '';
    for (const { id, texts } of documents) {
      const members = fields.flatMap((field, place) => (texts[place] ? [[field.name, texts[place]]] : []));
      text += `${JSON.stringify(Object.fromEntries([['_id', id], ...members]))}\n`;
      count += 1;
      if (text.length < writtenAtOnce) continue;
      writeSync(file, text);
      text = '';
    }
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  writeFileSync(join(folder, descriptionFile), `${JSON.stringify({ name, fields, language }, undefined, 2)}\n`);
  return count;
}

/** @param language another than the corpus says. @throws Error if the folder holds no corpus */
export function openCorpus(folder: string, language?: Corpus['language']): Corpus {
  const described: Description = JSON.parse(readFileSync(join(folder, descriptionFile), 'utf8'));
  const { fields } = described;
  const documents = () => documentsIn(join(folder, documentsFile), fields);
  return {
    ...described,
    language: language ?? described.language,
    documents,
    plainDocuments: () => plain(documents(), fields),
  };
}

function* documentsIn(path: string, fields: readonly SearchField[]): Generator<SearchDocument> {
  for (const line of linesOf(path)) {
    const members: Readonly<Record<string, string>> = JSON.parse(line);
    yield { id: String(members['_id']), texts: fields.map(({ name }) => members[name] ?? '') };
  }
}

/** Targets of links, and lines that open or close code: the marks that the generator writes. */
const unseen = /(?<=\])\([^)\n]*\)|^```.*$/gm;

function* plain(documents: Iterable<SearchDocument>, fields: readonly SearchField[]): Generator<SearchDocument> {
  for (const { id, texts } of documents) {
    yield { id, texts: texts.map((text, place) => (fields[place]?.markdown ? text.replace(unseen, ' ') : text)) };
  }
}
