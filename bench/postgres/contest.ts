/**
 * Runs one query class on PostgreSQL: draws queries, compares the answers, then times the contestants in turns.
 *
 * Each answer of the database is awaited before the next query is sent.
 */
import { Random } from '../../data/generate/random.js';
import type { QueryClass } from '../cases/index.js';
import { type Answering, type Asking, answering, compareAll, drawQueries } from '../engine/run-class.js';
import type { Contestant, Query } from '../harness/contestant.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import type { ClassResult } from './report.js';

export type Asked = (query: Query) => Promise<Uint8Array>;

export interface PostgresEffort extends Effort {
  /** Minimum number of compared answers, even of a slow contestant. */
  readonly comparedMinimum: number;
  /** And so long there is time for it, in milliseconds. */
  readonly compareMs: number;
}

export interface Contest extends Asking {
  readonly sqlite: Contestant | undefined;
  /** By name. */
  readonly databases: ReadonlyMap<string, Asked>;
  readonly effort: PostgresEffort;
  readonly seed: number;
}

/** @throws DifferenceError if an answer differs from the snapshot's */
export async function runClass(asked: QueryClass, contest: Contest): Promise<ClassResult> {
  const { stele, sqlite, databases, effort, seed } = contest;
  const random = new Random(seed, `bench/${asked.name}`);
  const queries = drawQueries(asked, contest, random);
  const own: Answering<string> = answering(stele, queries);
  const contestants: readonly Answering<string>[] = [
    ...Array.from(databases, ([name, ask]) => ({ name, runs: queries.map((query) => () => ask(query)), waits: true })),
    ...(sqlite === undefined ? [] : [answering(sqlite, queries)]),
  ];
  const compared = await compareAll(queries, own, contestants, effort.comparedMinimum, effort.compareMs);
  return {
    name: asked.name,
    adversarial: asked.adversarial ?? false,
    questions: queries.length,
    compared,
    timings: await measure([own, ...contestants], effort, random),
  };
}
