/**
 * Sets of judged queries: the working set, the held-out set, and long queries, read in the formats of BEIR and TREC.
 *
 * Invariant: no query is in two sets, so one run of the engines answers all.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';

export interface QuerySet {
  readonly name: string;
  /** Whether only what engines found was judged. */
  readonly pooled: boolean;
  readonly judged: Judged;
}

const FOLDERS = [
  { folder: 'held-out', name: 'held out', pooled: true },
  { folder: 'long', name: 'long questions', pooled: false },
] as const;

/**
 * @param folder has queries and judgements, and may have folders `held-out` and `long` with others
 * @returns      the sets there are, of queries that have judgements
 * @throws       OperationError if something is missing, wrong, or in two sets
 */
export function readSets(folder: string): QuerySet[] {
  const sets: QuerySet[] = [{ name: 'queries', pooled: true, judged: readJudged(folder) }];
  for (const { folder: inside, name, pooled } of FOLDERS) {
    const path = join(folder, inside);
    if (!existsSync(path)) continue;
    const judged = readJudged(path);
    const others = sets.flatMap((set) => set.judged.queries);
    const ids = new Set(others.map(({ id }) => id));
    const texts = new Set(others.map(({ text }) => text.toLowerCase()));
    for (const { id, text } of judged.queries) {
      if (!ids.has(id) && !texts.has(text.toLowerCase())) continue;
      throw new OperationError(
        `${path}: "${text}" (${id}) is there and in another set of ${folder}, too. Give it another id or text.`,
      );
    }
    sets.push({ name, pooled, judged });
  }
  return sets;
}

/** Grade by document id: 0 is not relevant. */
export type Grades = ReadonlyMap<string, number>;

export interface Query {
  readonly id: string;
  readonly text: string;
}

export interface Judged {
  readonly queries: readonly Query[];
  /** By query id; none of queries without judgements. */
  readonly grades: ReadonlyMap<string, Grades>;
}

/** Possible files with the judgements of a collection; the first existing one is read. */
const QRELS = ['qrels.tsv', 'qrels/test.tsv', 'qrels.txt'];

const linesOfText = (text: string): { readonly line: string; readonly number: number }[] =>
  text
    .split(/\r?\n/)
    .map((line, place) => ({ line, number: place + 1 }))
    .filter(({ line }) => line.trim() !== '');

/** @throws OperationError that names file and line */
export function parseQueries(text: string, path: string): Query[] {
  return linesOfText(text).map(({ line, number }) => {
    const value = parseLine(line, path, number);
    if (
      typeof value !== 'object' ||
      value === null ||
      !('_id' in value && typeof value._id === 'string') ||
      !('text' in value && typeof value.text === 'string')
    ) {
      throw new OperationError(`${path}, line ${number}: a query is written {"_id": "…", "text": "…"}.`);
    }
    return { id: value._id, text: value.text };
  });
}

function parseLine(line: string, path: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new OperationError(`${path}, line ${number}: this is no JSON: ${line.slice(0, 60)}`);
  }
}

const isHeading = (line: string): boolean => /^query-id\tcorpus-id\tscore\s*$/.test(line);

/** @throws OperationError that names file and line, also if a document is judged twice and differently */
export function parseQrels(text: string, path: string): Map<string, Grades> {
  const grades = new Map<string, Map<string, number>>();
  for (const { line, number } of linesOfText(text)) {
    if (number === 1 && isHeading(line)) continue;
    const cells = line.trim().split(line.includes('\t') ? '\t' : /\s+/);
    const [query, document, score] = cells.length === 4 ? [cells[0], cells[2], cells[3]] : cells;
    if (query === undefined || document === undefined || cells.length > 4 || !/^-?[0-9]+$/.test(score ?? '')) {
      throw new OperationError(
        `${path}, line ${number}: a judgement is "query-id <tab> corpus-id <tab> score", or "query 0 document grade".`,
      );
    }
    const own = grades.get(query) ?? new Map<string, number>();
    const grade = Number(score);
    if ((own.get(document) ?? grade) !== grade) {
      throw new OperationError(`${path}, line ${number}: ${document} was judged otherwise for ${query} before.`);
    }
    grades.set(query, own.set(document, grade));
  }
  return grades;
}

/**
 * @param folder has `queries.jsonl` and one of the files of judgements
 * @returns      the queries that have judgements
 * @throws       OperationError if something is missing or wrong
 */
export function readJudged(folder: string): Judged {
  const path = join(folder, 'queries.jsonl');
  if (!existsSync(path)) throw new OperationError(`${folder} has no queries.jsonl, one query a line.`);
  const qrels = QRELS.map((name) => join(folder, name)).find(existsSync);
  if (qrels === undefined) throw new OperationError(`${folder} has no judgements: one of ${QRELS.join(', ')}.`);
  const grades = parseQrels(readFileSync(qrels, 'utf8'), qrels);
  const judged = parseQueries(readFileSync(path, 'utf8'), path).filter(({ id }) => grades.has(id));
  if (judged.length === 0) throw new OperationError(`No query of ${folder} has judgements there.`);
  return { queries: judged, grades };
}
