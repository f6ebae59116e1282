/**
 * One class of questions: drawn, answered by all, compared, and only then timed in turns. Answers of a database are promises,
 * and each is waited for before the next is asked.
 */
import { Random } from '../../data/generate/random.js';
import type { QueryClass } from '../cases/index.js';
import { type Answering, type Asking, answering, compareAll, drawQueries } from '../engine/run-class.js';
import type { Contestant, Query } from '../harness/contestant.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import type { Timing } from '../harness/timing/statistics.js';
import type { ClassResult } from './report.js';

export type Asked = (query: Query) => Promise<Uint8Array>;

export interface PostgresEffort extends Effort {
  /** However slow a contestant is, so many of its answers are compared. */
  readonly comparedMinimum: number;
  /** And so long there is time for it, in milliseconds. */
  readonly compareMs: number;
}

export interface Contest extends Asking {
  readonly sqlite: Contestant | undefined;
  readonly postgres: Asked;
  /** The same content over several servers. */
  readonly citus: Asked | undefined;
  readonly effort: PostgresEffort;
  readonly seed: number;
}

type Name = Contestant['name'] | 'postgres' | 'citus';

/** @throws DifferenceError when an answer differs from the snapshot's */
export async function runClass(asked: QueryClass, contest: Contest): Promise<ClassResult> {
  const { stele, sqlite, postgres, citus, effort, seed } = contest;
  const random = new Random(seed, `bench/${asked.name}`);
  const queries = drawQueries(asked, contest, random);
  const waiting = (name: Name, ask: Asked): Answering<Name> => ({
    name,
    runs: queries.map((query) => () => ask(query)),
    waits: true,
  });
  const own: Answering<Name> = answering(stele, queries);
  const others: readonly Answering<Name>[] = [
    waiting('postgres', postgres),
    ...(citus === undefined ? [] : [waiting('citus', citus)]),
    ...(sqlite === undefined ? [] : [answering(sqlite, queries)]),
  ];
  const compared = await compareAll(queries, own, others, effort.comparedMinimum, effort.compareMs);
  const timings = await measure([own, ...others], effort, random);
  const timed = (name: Name): Timing => {
    const found = timings.get(name);
    if (found === undefined) throw new Error(`${asked.name} was not timed.`);
    return found;
  };
  return {
    name: asked.name,
    adversarial: asked.adversarial ?? false,
    questions: queries.length,
    compared,
    stele: timed('stele'),
    postgres: timed('postgres'),
    sqlite: timings.get('sqlite'),
    citus: timings.get('citus'),
  };
}
