/**
 * One class of queries: drawn, answered by all, compared, and only then timed.
 */
import { Random } from '../../data/generate/random.js';
import { MIX, type QueryClass } from '../cases/index.js';
import type { Contestant, ContestantName, Query } from '../harness/contestant.js';
import { compareAnswers } from '../harness/timing/compare.js';
import { type Effort, measure, measureSamples } from '../harness/timing/measure.js';
import { tailOf, timingOf } from '../harness/timing/statistics.js';
import { type Asking, drawQueries } from './queries.js';
import type { ClassResult } from './results.js';

/** However slow a contestant is, so many of its answers are compared. */
const comparedMinimum = 25;
/** And so long there is always time for comparing, a contestant and class. */
const compareMsMinimum = 50;
/** The scan is timed just enough to say what it takes. */
const scanShare = 0.1;
const scanSamples = 5;
/** Of the mix more samples are taken than of a class, so that its tail can be drawn of a slow contestant too. */
const mixTimes = 50;

export interface Contest extends Asking {
  readonly sqlite: Contestant | undefined;
  readonly scan: Contestant | undefined;
  readonly effort: Effort;
  readonly seed: number;
}

/** @throws DifferenceError when an answer differs from stele's */
export function runClass(asked: QueryClass, contest: Contest): ClassResult {
  const { stele, sqlite, scan, effort, seed } = contest;
  const random = new Random(seed, `bench/${asked.name}`);
  const queries = drawQueries(asked, contest, random);
  const runs = { stele: prepared(stele, queries), sqlite: prepared(sqlite, queries), scan: prepared(scan, queries) };
  const compareMs = Math.max(effort.budgetMs * 2, compareMsMinimum);
  const compared = compareAll(queries, runs.stele, 'sqlite', runs.sqlite, compareMs);
  const scanned = compareAll(
    queries,
    runs.stele,
    'scan',
    runs.scan,
    sqlite === undefined ? compareMs : compareMs * scanShare,
  );
  const runners = [
    { name: 'stele' as const, runs: runs.stele },
    ...(runs.sqlite.length === 0 ? [] : [{ name: 'sqlite' as const, runs: runs.sqlite }]),
  ];
  const taken = asked === MIX ? { ...effort, samplesMinimum: effort.samplesMinimum * mixTimes } : effort;
  const samples = measureSamples<ContestantName>(runners, taken, random);
  const timings = new Map([...samples].map(([name, all]) => [name, timingOf(all)]));
  if (runs.scan.length > 0) {
    const few = { budgetMs: effort.budgetMs * scanShare, slices: 1, samplesMinimum: scanSamples };
    for (const [name, timing] of measure<ContestantName>([{ name: 'scan', runs: runs.scan }], few, random)) {
      timings.set(name, timing);
    }
  }
  const own = timings.get('stele');
  const sqliteTiming = timings.get('sqlite');
  const scanTiming = timings.get('scan');
  if (own === undefined) throw new Error(`${asked.name} was not timed.`);
  return {
    name: asked.name,
    group: asked.group,
    adversarial: asked.adversarial ?? false,
    questions: queries.length,
    compared: { sqlite: compared, scan: scanned },
    stele: own,
    ...(sqliteTiming === undefined ? {} : { sqlite: sqliteTiming }),
    ...(scanTiming === undefined ? {} : { scan: scanTiming }),
    ...(asked === MIX ? { tails: [...samples].map(([name, all]) => ({ name, quantiles: tailOf(all) })) } : {}),
  };
}

const prepared = (contestant: Contestant | undefined, queries: readonly Query[]): (() => Uint8Array)[] =>
  contestant === undefined ? [] : queries.map((query) => contestant.prepare(query));

/** @returns how many answers were compared: all, or as many as fit the time, but never fewer than the minimum */
function compareAll(
  queries: readonly Query[],
  own: readonly (() => Uint8Array)[],
  name: ContestantName,
  others: readonly (() => Uint8Array)[],
  timeMs: number,
): number {
  const startedMs = performance.now();
  for (const [place, other] of others.entries()) {
    if (place >= comparedMinimum && performance.now() - startedMs > timeMs) return place;
    const url = queries[place]!.url;
    compareAnswers(url, { name: 'stele', document: own[place]!() }, { name, document: other() });
  }
  return others.length;
}
