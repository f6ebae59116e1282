/**
 * One class of questions: drawn, answered by all, compared, and only then timed in turns. Answers of a database are promises,
 * and each is waited for before the next is asked.
 */
import { Random } from '../../data/generate/random.js';
import type { QueryClass } from '../cases/index.js';
import { type Asking, drawQueries } from '../engine/queries.js';
import type { Contestant, Query } from '../harness/contestant.js';
import { compareAnswers } from '../harness/timing/compare.js';
import { type Effort, measureWaiting, type Runner } from '../harness/timing/measure.js';
import type { Timing } from '../harness/timing/statistics.js';
import type { ClassResult } from './report.js';

type Answered = Uint8Array | Promise<Uint8Array>;

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

interface Running extends Runner<'stele' | 'sqlite' | 'postgres' | 'citus'> {
  readonly runs: readonly (() => Answered)[];
}

/** @throws DifferenceError when an answer differs from the snapshot's */
export async function runClass(asked: QueryClass, contest: Contest): Promise<ClassResult> {
  const { stele, sqlite, postgres, citus, effort, seed } = contest;
  const random = new Random(seed, `bench/${asked.name}`);
  const queries = drawQueries(asked, contest, random);
  const running: readonly Running[] = [
    { name: 'stele', runs: queries.map((query) => stele.prepare(query)) },
    { name: 'postgres', runs: queries.map((query) => () => postgres(query)), waits: true },
    ...(citus === undefined
      ? []
      : [{ name: 'citus' as const, runs: queries.map((query) => () => citus(query)), waits: true }]),
    ...(sqlite === undefined ? [] : [{ name: 'sqlite' as const, runs: queries.map((query) => sqlite.prepare(query)) }]),
  ];
  const compared = await compareAll(queries, running, effort);
  const timings = await measureWaiting(running, effort, random);
  const timed = (name: Running['name']): Timing => {
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

/** @returns how many answers were compared */
async function compareAll(
  queries: readonly Query[],
  [own, ...others]: readonly Running[],
  { comparedMinimum, compareMs }: PostgresEffort,
): Promise<number> {
  const startedMs = performance.now();
  for (const [place, { url }] of queries.entries()) {
    if (place >= comparedMinimum && performance.now() - startedMs > compareMs) return place;
    const expected = { name: 'stele', document: await own!.runs[place]!() };
    for (const { name, runs } of others) compareAnswers(url, expected, { name, document: await runs[place]!() });
  }
  return queries.length;
}
