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

export interface RelevanceResults {
  /** Of this file's form; others are not read. */
  readonly format: 1;
  readonly environment: Environment;
  /** How many queries have judgements. */
  readonly queries: number;
  readonly engines: readonly MeanQuality[];
}

const fileName = 'relevance-tate.json';

const isResults = (value: unknown): value is RelevanceResults =>
  hasMembers(value, 1, ['environment', 'queries', 'engines']);

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

export const relevanceTable = (engines: readonly MeanQuality[]): Table => ({
  columns: [{ title: 'engine' }, ...['nDCG@10', 'MAP', 'recall@100', 'judged@10'].map(right)],
  rows: engines.map(({ engine, mean }) => [
    engineTitle(engine),
    digits(mean.ndcg10),
    digits(mean.map),
    digits(mean.recall100),
    percent(mean.judged10),
  ]),
});

/** Stele's nDCG@10 must be no lower than the best of the others. */
export function relevanceVerdict(engines: readonly MeanQuality[]): Verdict {
  const promise = 'nDCG@10 of stele';
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
