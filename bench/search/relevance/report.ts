/**
 * The engines' rankings by the judgements, side by side.
 */
import { percent, right, type Table } from '../../harness/tables.js';
import { unknown, type Verdict } from '../../harness/verdicts.js';
import type { EngineName } from '../contestants/contestant.js';
import { engineTitle } from '../report.js';
import type { Judged } from './judgements.js';
import { meanQuality, type Quality, qualityOf } from './metrics.js';
import type { Rankings } from './rankings.js';

export interface EngineQuality {
  readonly engine: EngineName;
  readonly mean: Quality;
  /** nDCG@10 by query, in the order of the queries. */
  readonly ndcg10: readonly number[];
}

/** @param rankings of all queries that are judged */
export function qualities(rankings: Rankings, { queries, grades }: Judged): EngineQuality[] {
  return [...rankings].map(([engine, byQuery]) => {
    const all = queries.map(({ id }) => qualityOf(byQuery.get(id) ?? [], grades.get(id) ?? new Map()));
    return { engine, mean: meanQuality(all), ndcg10: all.map(({ ndcg10 }) => ndcg10) };
  });
}

const digits = (value: number): string => value.toFixed(3);

export const qualityTable = (engines: readonly EngineQuality[]): Table => ({
  columns: [{ title: 'engine' }, ...['nDCG@10', 'MAP', 'recall@100', 'judged@10'].map(right)],
  rows: engines.map(({ engine, mean }) => [
    engineTitle(engine),
    digits(mean.ndcg10),
    digits(mean.map),
    digits(mean.recall100),
    percent(mean.judged10),
  ]),
});

/** A query a row. */
export const queryTable = (engines: readonly EngineQuality[], { queries }: Pick<Judged, 'queries'>): Table => ({
  columns: [{ title: 'nDCG@10' }, ...engines.map(({ engine }) => right(engineTitle(engine)))],
  rows: queries.map(({ id, text }, place) => [
    `${id} ${text}`,
    ...engines.map(({ ndcg10 }) => digits(ndcg10[place] ?? 0)),
  ]),
});

/** Stele's nDCG@10 must be no lower than the best of the others. */
export function qualityVerdict(engines: readonly EngineQuality[]): Verdict {
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
