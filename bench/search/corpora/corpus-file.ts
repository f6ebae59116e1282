/**
 * A corpus on the disk: `corpus.json` (name, fields, language) and `corpus.jsonl`, a document a line as test
 * collections have them, `{"_id": "…", "<field>": "…", …}`. Every engine reads the same file.
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from '../../harness/input/rows.js';
import type { Corpus, SearchDocument, SearchField } from '../contestants/contestant.js';

const descriptionFile = 'corpus.json';
const documentsFile = 'corpus.jsonl';
/** Lines are written so many characters at a time. */
const writtenAtOnce = 2 ** 20;

type Description = Pick<Corpus, 'name' | 'fields' | 'language'>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isField = (value: unknown): value is SearchField =>
  isObject(value) &&
  'name' in value &&
  typeof value.name === 'string' &&
  'weight' in value &&
  typeof value.weight === 'number' &&
  'markdown' in value &&
  typeof value.markdown === 'boolean';

const isDescription = (value: unknown): value is Description =>
  isObject(value) &&
  'name' in value &&
  typeof value.name === 'string' &&
  'language' in value &&
  (value.language === 'english' || value.language === 'none') &&
  'fields' in value &&
  Array.isArray(value.fields) &&
  value.fields.every(isField);

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

/** @param language another than the corpus says. @throws Error when the folder holds no corpus */
export function openCorpus(folder: string, language?: Corpus['language']): Corpus {
  const path = join(folder, descriptionFile);
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isDescription(value)) throw new Error(`${path} does not describe a corpus.`);
  return {
    name: value.name,
    fields: value.fields,
    language: language ?? value.language,
    documents: () => documentsIn(join(folder, documentsFile), value.fields),
    plainDocuments: () => plain(documentsIn(join(folder, documentsFile), value.fields), value.fields),
  };
}

function* documentsIn(path: string, fields: readonly SearchField[]): Generator<SearchDocument> {
  for (const line of linesOf(path)) {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) throw new Error(`A line of ${path} is no object: ${line.slice(0, 80)}`);
    const members = new Map<string, unknown>(Object.entries(value));
    yield { id: String(members.get('_id')), texts: fields.map(({ name }) => String(members.get(name) ?? '')) };
  }
}

/** Where links lead, and lines that open or close code: all that the generator writes of the kind. */
const unseen = /(?<=\])\([^)\n]*\)|^```.*$/gm;

function* plain(documents: Iterable<SearchDocument>, fields: readonly SearchField[]): Generator<SearchDocument> {
  for (const { id, texts } of documents) {
    yield { id, texts: texts.map((text, place) => (fields[place]?.markdown ? text.replace(unseen, ' ') : text)) };
  }
}
