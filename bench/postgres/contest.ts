/**
 * One class of questions: drawn, answered by all, compared, and only then timed in turns. Answers of a database are promises,
 * and each is waited for before the next is asked.
 */
import { Random } from '../../data/generate/random.js';
import type { QueryClass } from '../cases/index.js';
import { type Asking, drawQueries } from '../engine/queries.js';
import type { Contestant, Query } from '../harness/contestant.js';
import { compareAnswers } from '../harness/timing/compare.js';
import { collectGarbage, type Effort, inTurn } from '../harness/timing/measure.js';
import { shuffled } from '../harness/timing/shuffled.js';
import { type Timing, timingOf } from '../harness/timing/statistics.js';
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

interface Running {
  readonly name: 'stele' | 'sqlite' | 'postgres' | 'citus';
  readonly runs: readonly (() => Answered)[];
}

/** @throws DifferenceError when an answer differs from the snapshot's */
export async function runClass(asked: QueryClass, contest: Contest): Promise<ClassResult> {
  const { stele, sqlite, postgres, citus, effort, seed } = contest;
  const random = new Random(seed, `bench/${asked.name}`);
  const queries = drawQueries(asked, contest, random);
  const running: readonly Running[] = [
    { name: 'stele', runs: queries.map((query) => stele.prepare(query)) },
    { name: 'postgres', runs: queries.map((query) => () => postgres(query)) },
    ...(citus === undefined ? [] : [{ name: 'citus' as const, runs: queries.map((query) => () => citus(query)) }]),
    ...(sqlite === undefined ? [] : [{ name: 'sqlite' as const, runs: queries.map((query) => sqlite.prepare(query)) }]),
  ];
  const compared = await compareAll(queries, running, effort);
  const timings = await measureInTurns(running, effort, random);
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

async function measureInTurns(
  running: readonly Running[],
  { budgetMs, slices, samplesMinimum }: Effort,
  random: Random,
): Promise<ReadonlyMap<Running['name'], Timing>> {
  const states = running.map(({ name, runs }) => ({
    name,
    run: inTurn(shuffled(runs, random)),
    samples: [] as number[],
  }));
  collectGarbage('major');
  for (let round = 0; round < slices; round += 1) {
    for (const { run, samples } of shuffled(states, random)) {
      collectGarbage('minor');
      const end = performance.now() + budgetMs / slices;
      const least = Math.ceil(samplesMinimum / slices);
      for (let taken = 0; taken < least || performance.now() < end; taken += 1) {
        const startedMs = performance.now();
        const made = run();
        if (made instanceof Promise) await made;
        samples.push(performance.now() - startedMs);
      }
    }
  }
  return new Map(states.map(({ name, samples }) => [name, timingOf(samples)]));
}
