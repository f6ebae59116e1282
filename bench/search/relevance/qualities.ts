/**
 * How good the engines' rankings of a set of queries are, by its judgements.
 */
import type { EngineName } from '../contestants/contestant.js';
import type { Query } from './judgements.js';
import { type Quality, qualityOf } from './metrics.js';
import type { Rankings } from './rankings.js';
import type { QuerySet } from './sets.js';

export interface EngineQualities {
  readonly engine: EngineName;
  /** By query, in their order. */
  readonly qualities: readonly Quality[];
}

export interface SetQualities extends Pick<QuerySet, 'name' | 'pooled'> {
  readonly queries: readonly Query[];
  readonly engines: readonly EngineQualities[];
}

/** @param rankings of all queries that are judged */
export function qualitiesOf(rankings: Rankings, { name, pooled, judged: { queries, grades } }: QuerySet): SetQualities {
  const engines = [...rankings].map(([engine, byQuery]) => ({
    engine,
    qualities: queries.map(({ id }) => qualityOf(byQuery.get(id) ?? [], grades.get(id) ?? new Map())),
  }));
  return { name, pooled, queries, engines };
}
