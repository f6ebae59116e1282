/**
 * Means of what the judgements tell, as `bench/results/relevance-tate.json` keeps them, and as a table.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../harness/environment.js';
import { hasMembers } from '../../harness/results-files.js';
import { percent, right, type Table } from '../../harness/tables.js';
import { unknown, type Verdict } from '../../harness/verdicts.js';
import type { EngineName } from '../contestants/contestant.js';
import { engineTitle } from '../report.js';
import type { Quality } from './metrics.js';

export interface MeanQuality {
  readonly engine: EngineName;
  /** Over all queries. */
  readonly mean: Quality;
}

export interface SetMeans {
  /** Whether these queries were judged apart from those that ranking is worked on with. */
  readonly heldOut: boolean;
  /** How many queries have judgements. */
  readonly queries: number;
  readonly engines: readonly MeanQuality[];
}

export interface RelevanceResults {
  /** Of this file's form; others are not read. */
  readonly format: 2;
  readonly environment: Environment;
  /** Of the same engines in the same order; that held out last. */
  readonly sets: readonly SetMeans[];
}

const fileName = 'relevance-tate.json';

const isResults = (value: unknown): value is RelevanceResults => hasMembers(value, 2, ['environment', 'sets']);

/** @returns the path written */
export function writeRelevance(folder: string, results: RelevanceResults): string {
  const path = join(folder, fileName);
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  return path;
}

/** @returns undefined where none was recorded. @throws Error when the file is not what a run writes */
export function readRelevance(folder: string): RelevanceResults | undefined {
  const path = join(folder, fileName);
  if (!existsSync(path)) return undefined;
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (isResults(value)) return value;
  throw new Error(`${fileName} does not hold the results of a run. Remove it, or run bench:relevance again.`);
}

export const digits = (value: number): string => value.toFixed(3);

const MEASURES: readonly (readonly [title: string, shown: (mean: Quality) => string])[] = [
  ['nDCG@10', ({ ndcg10 }) => digits(ndcg10)],
  ['MAP', ({ map }) => digits(map)],
  ['recall@100', ({ recall100 }) => digits(recall100)],
  ['judged@10', ({ judged10 }) => percent(judged10)],
];

/** An engine a row; beside each measure of the first set the same of the one held out. */
export function relevanceTable(sets: readonly SetMeans[]): Table {
  const names = [...new Set(sets.flatMap(({ engines }) => engines.map(({ engine }) => engine)))];
  const shownFor = (name: EngineName, { engines }: SetMeans, shown: (mean: Quality) => string): string => {
    const found = engines.find(({ engine }) => engine === name);
    return found === undefined ? '–' : shown(found.mean);
  };
  return {
    columns: [
      { title: 'engine' },
      ...MEASURES.flatMap(([title]) => sets.map(({ heldOut }) => right(heldOut ? 'held out' : title))),
    ],
    rows: names.map((name) => [
      engineTitle(name),
      ...MEASURES.flatMap(([, shown]) => sets.map((set) => shownFor(name, set, shown))),
    ]),
  };
}

/** Stele's nDCG@10 must be no lower than the best of the others. */
export function relevanceVerdict({ heldOut, engines }: SetMeans): Verdict {
  const promise = `nDCG@10 of stele${heldOut ? ', held out' : ''}`;
  const limit = '≥ the best of the others';
  const stele = engines.find(({ engine }) => engine === 'stele');
  const others = engines.filter(({ engine }) => engine !== 'stele');
  const [best] = [...others].sort((a, b) => b.mean.ndcg10 - a.mean.ndcg10);
  if (stele === undefined || best === undefined) return unknown(promise, limit);
  return {
    promise,
    limit,
    measured: `${digits(stele.mean.ndcg10)}; ${engineTitle(best.engine)} ${digits(best.mean.ndcg10)}`,
    kept: stele.mean.ndcg10 >= best.mean.ndcg10,
  };
}
