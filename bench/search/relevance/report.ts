/**
 * The engines' rankings by the judgements, side by side, query by query.
 */
import { right, type Table } from '../../harness/tables.js';
import { engineTitle } from '../report.js';
import type { Judged } from './judgements.js';
import { meanQuality, qualityOf } from './metrics.js';
import type { Rankings } from './rankings.js';
import { digits, type MeanQuality } from './results.js';

export interface EngineQuality extends MeanQuality {
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

/** A query a row. */
export const queryTable = (engines: readonly EngineQuality[], { queries }: Pick<Judged, 'queries'>): Table => ({
  columns: [{ title: 'nDCG@10' }, ...engines.map(({ engine }) => right(engineTitle(engine)))],
  rows: queries.map(({ id, text }, place) => [
    `${id} ${text}`,
    ...engines.map(({ ndcg10 }) => digits(ndcg10[place] ?? 0)),
  ]),
});
