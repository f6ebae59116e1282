/**
 * Compares the ranking of this version with the one of another compiled checkout, query by query.
 *
 * Each version builds its own snapshot of the same corpus, so changes of the format are measured too. Nothing is recorded.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../data/generate/random.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { right, type Table } from '../../harness/results/tables.js';
import { bpref, condensedNdcg, findNewcomers, hasIrrelevant } from './pooled-measures.js';
import { digits, interval, signed } from './report.js';
import { averagePrecision, differenceOf, ndcg, recall } from './results.js';
import type { Grades, QuerySet } from './sets.js';

/** The rankings of both versions for one query. */
export interface RankedQuery {
  readonly text: string;
  readonly grades: Grades;
  /** Document ids, best first. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface ComparedSet {
  readonly name: string;
  readonly queries: readonly RankedQuery[];
}

interface ComparedMeasure {
  readonly title: string;
  /** Whether unjudged documents are left out, so that the set must have judged irrelevant ones. */
  readonly isFairToUnjudged: boolean;
  measure(ranking: readonly string[], grades: Grades): number;
}

const cut = 10;
const seed = 1;

const MEASURES: readonly ComparedMeasure[] = [
  { title: 'nDCG@10', isFairToUnjudged: false, measure: (ranking, grades) => ndcg(ranking, grades, cut) },
  {
    title: 'nDCG@10, judged only',
    isFairToUnjudged: true,
    measure: (ranking, grades) => condensedNdcg(ranking, grades, cut),
  },
  { title: 'bpref', isFairToUnjudged: true, measure: bpref },
  { title: 'MAP', isFairToUnjudged: false, measure: averagePrecision },
  { title: 'recall@100', isFairToUnjudged: false, measure: (ranking, grades) => recall(ranking, grades, 100) },
];

/** @returns the program of a checkout that runs one engine. @throws OperationError if the checkout is not compiled */
export function findWorker(checkout: string): string {
  const program = join(checkout, 'dist', 'bench', 'search', 'worker.js');
  if (existsSync(program)) return program;
  throw new OperationError(`${checkout} is not a compiled checkout. Run there: npm ci && npm run compile`);
}

/** @param before query id → ranking of the other version. @param after the same of this version */
export const compareSet = (
  { name, judged: { queries, grades } }: QuerySet,
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): ComparedSet => ({
  name,
  queries: queries.map(({ id, text }) => ({
    text,
    grades: grades.get(id) ?? new Map(),
    before: before.get(id) ?? [],
    after: after.get(id) ?? [],
  })),
});

/** A set and measure a row, with the 95 % interval of the difference by a paired bootstrap over the queries. */
export function beforeTable(sets: readonly ComparedSet[]): Table {
  return {
    columns: [
      { title: 'set' },
      right('queries'),
      { title: 'measure' },
      right('before'),
      right('after'),
      right('difference'),
      right('95 %'),
    ],
    rows: sets.flatMap((set) => {
      const isPooled = set.queries.some(({ grades }) => hasIrrelevant(grades));
      return MEASURES.filter(({ isFairToUnjudged }) => isPooled || !isFairToUnjudged).map((measure) =>
        rowOf(set, measure),
      );
    }),
  };
}

function rowOf({ name, queries }: ComparedSet, { title, measure }: ComparedMeasure): string[] {
  const before = queries.map((query) => measure(query.before, query.grades));
  const after = queries.map((query) => measure(query.after, query.grades));
  const difference = differenceOf(after, before, new Random(seed, `before/${name}/${title}`));
  return [
    name,
    String(queries.length),
    title,
    digits(mean(before)),
    digits(mean(after)),
    signed(difference.mean),
    interval(difference),
  ];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns how many of the first ten of each set are new, and how many of these nobody has judged */
export const newcomerLines = (sets: readonly ComparedSet[]): string[] =>
  sets.map(({ name, queries }) => {
    let newcomers = 0;
    let unjudged = 0;
    let changedQueries = 0;
    for (const { before, after, grades } of queries) {
      const found = findNewcomers(before, after, grades, cut);
      newcomers += found.count;
      unjudged += found.unjudged.length;
      changedQueries += Number(found.count > 0);
    }
    const documents = newcomers === 1 ? '1 document is' : `${newcomers} documents are`;
    const owners = changedQueries === 1 ? '1 query' : `${changedQueries} queries`;
    const missing = unjudged === 1 ? '1 is' : `${unjudged} are`;
    return `${name}: ${documents} new among the first ten, of ${owners}; ${missing} not judged`;
  });

/** Queries whose nDCG@10 or first ten have changed, with the unjudged newcomers. */
export const changedQueryTable = ({ queries }: ComparedSet): Table => ({
  columns: [{ title: 'query' }, right('before'), right('after'), { title: 'new and not judged' }],
  rows: queries.flatMap(({ text, before, after, grades }) => {
    const values = [before, after].map((ranking) => digits(ndcg(ranking, grades, cut)));
    const { unjudged } = findNewcomers(before, after, grades, cut);
    return values[0] === values[1] && unjudged.length === 0 ? [] : [[text, ...values, unjudged.join(' ')]];
  }),
});
