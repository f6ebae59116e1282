/**
 * Runs the classes of the linked content: draws questions, compares stele's answers with SQLite's, then times both in turns.
 *
 * Elsewhere: the content (content), the database (database), the questions (questions).
 */

import { buildSnapshot } from '../../../build/publish/index.js';
import { Random } from '../../../data/generate/random.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { parseUrl, steleContestant } from '../../harness/contestant.js';
import { duration, times } from '../../harness/results/tables.js';
import type { Database, Say, Statement } from '../../harness/sqlite/driver.js';
import { DifferenceError } from '../../harness/timing/compare.js';
import { type Effort, measureSamples, type Runner } from '../../harness/timing/measure.js';
import { timingOf } from '../../harness/timing/statistics.js';
import { type ClassResult, ratioOf } from '../results.js';
import { type Book, makeAuthors, makeBooks, prepareLinkedExport } from './content.js';
import { openLinkedDatabase } from './database.js';
import { type Clause, LINKED_GROUP, type LinkedClass, type LinkedQuestion, type LinkedSample } from './questions.js';

const questionCount = 200;
/** A sample takes every so many books, so that a run of any size has about this number of them. */
const sampleSize = 5000;

export interface LinkedOptions {
  readonly items: number;
  readonly seed: number;
  readonly effort: Effort;
  readonly withSqlite: boolean;
  readonly say: Say;
}

/** The parts of an answer that are compared: JSON of the items, and `value count` of the facet. */
interface Answer {
  readonly data: string;
  readonly included: string;
  readonly total: number;
  readonly facet: readonly string[];
}

interface Asked {
  readonly run: () => unknown;
  readonly answer: () => Answer;
}

/** @throws DifferenceError if an answer differs */
export async function runLinked(
  classes: readonly LinkedClass[],
  { items, seed, effort, withSqlite, say }: LinkedOptions,
): Promise<readonly ClassResult[]> {
  if (classes.length === 0) return [];
  const folder = await prepareLinkedExport(items, seed);
  const snapshots = `${folder}-snapshots`;
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
  const space = await openCurrent(diskFiles, snapshots);
  const stele = steleContestant(space);
  const database = withSqlite ? openLinkedDatabase(items, seed) : undefined;
  const sample = drawSample(items, seed);
  try {
    const results: ClassResult[] = [];
    for (const linkedClass of classes) {
      const random = new Random(seed, `bench/${linkedClass.name}`);
      const questions = Array.from({ length: questionCount }, () => linkedClass.draw(sample, random));
      const asked = questions.map((question): Asked => {
        const run = stele.prepare(parseUrl(space.model, question.url));
        return { run, answer: () => readDocument(run()) };
      });
      const bySqlite = database === undefined ? undefined : questions.map((question) => askSqlite(database, question));
      compare(questions, asked, bySqlite ?? asked);
      const samples = await measureSamples(
        [runner('stele', asked), ...(bySqlite === undefined ? [] : [runner('sqlite', bySqlite)])],
        effort,
        random,
      );
      const ofSqlite = samples.get('sqlite');
      const result: ClassResult = {
        name: linkedClass.name,
        group: LINKED_GROUP,
        adversarial: false,
        questions: questionCount,
        compared: { sqlite: bySqlite === undefined ? 0 : questionCount, scan: 0 },
        stele: timingOf(samples.get('stele') ?? []),
        ...(ofSqlite === undefined ? {} : { sqlite: timingOf(ofSqlite) }),
      };
      const ratio = ratioOf(result);
      say(`${result.name}: ${duration(result.stele.p50Us)}${ratio === undefined ? '' : `, ${times(ratio)}`}`);
      results.push(result);
    }
    return results;
  } finally {
    database?.close();
  }
}

const runner = (name: 'stele' | 'sqlite', asked: readonly Asked[]): Runner<'stele' | 'sqlite'> => ({
  name,
  runs: asked.map(({ run }) => run),
});

/** Takes every so many books and authors. Cost: makes all of them, one at a time. */
function drawSample(items: number, seed: number): LinkedSample {
  const step = Math.max(1, Math.floor(items / sampleSize));
  const books: Book[] = [];
  const countries: string[] = [];
  let index = 0;
  for (const book of makeBooks(items, seed)) {
    if (index % step === 0) books.push(book);
    index += 1;
  }
  for (const { country } of makeAuthors(items, seed)) if (countries.length < sampleSize) countries.push(country);
  return { books, countries };
}

/** Characters of an answer that a message shows on each side of the first difference. */
const excerptLength = 200;

/** @throws DifferenceError that shows where the first pair of answers differs */
function compare(questions: readonly LinkedQuestion[], left: readonly Asked[], right: readonly Asked[]): void {
  for (const [index, { url }] of questions.entries()) {
    const [stele = '', sqlite = ''] = [left, right].map((asked) => JSON.stringify(asked[index]?.answer()));
    if (stele === sqlite) continue;
    let start = 0;
    while (stele[start] === sqlite[start]) start += 1;
    const excerpt = (answer: string): string => answer.slice(Math.max(0, start - excerptLength), start + excerptLength);
    throw new DifferenceError(
      `${url} is answered differently.\nstele: …${excerpt(stele)}…\nSQLite: …${excerpt(sqlite)}…`,
    );
  }
}

interface Document {
  readonly data: readonly unknown[];
  readonly included?: readonly unknown[];
  readonly meta: {
    readonly total: number;
    readonly facets?: Readonly<
      Record<string, { readonly values: readonly { readonly value: unknown; readonly count: number }[] }>
    >;
  };
}

function readDocument(bytes: Uint8Array): Answer {
  const { data, included = [], meta }: Document = JSON.parse(Buffer.from(bytes).toString());
  const facets = Object.values(meta.facets ?? {}).flatMap(({ values }) => values);
  return {
    data: JSON.stringify(data),
    included: JSON.stringify(included),
    total: meta.total,
    facet: facets.map(({ value, count }) => `${value} ${count}`),
  };
}

/** SQLite's answer to a question: statements are prepared and bound before the clock starts. */
function askSqlite(database: Database, { count, page, included, facet }: LinkedQuestion): Asked {
  const prepare = (clause: Clause): Statement => database.prepare(clause.sql).bind(...clause.values);
  const countOfAll = prepare({ ...count }).pluck();
  const pageOfItems = page && prepare(page).pluck();
  const includedItems = included && prepare(included).pluck();
  const facetRows = facet && prepare(facet);
  const run = (): readonly unknown[] => [countOfAll.get(), pageOfItems?.get(), includedItems?.get(), facetRows?.all()];
  return {
    run,
    answer: () => {
      const [total, data, includedData, rows] = run();
      return {
        data: readJoined(data),
        included: readJoined(includedData),
        total: Number(total),
        facet: Array.isArray(rows) ? rows.map((row) => Object.values(row).join(' ')) : [],
      };
    },
  };
}

const readJoined = (joined: unknown): string =>
  joined instanceof Uint8Array ? `[${Buffer.from(joined).toString()}]` : '[]';
