/**
 * Runs one query class: draws at least 200 distinct queries, compares the answers of all contestants, then times them
 * in turns.
 */
import { Random } from '../../data/generate/random.js';
import type { ContentModel } from '../../src/content/model/index.js';
import { MIX, type QueryClass } from '../cases/index.js';
import { type Contestant, type ContestantName, parseUrl, type Query } from '../harness/contestant.js';
import type { Sample } from '../harness/input/sample.js';
import { compareAnswers, totalOf } from '../harness/timing/compare.js';
import { type Effort, measure, measureSamples, type Runner } from '../harness/timing/measure.js';
import { tailOf, timingOf } from '../harness/timing/statistics.js';
import type { ClassResult } from './results.js';

/** Minimum number of compared answers, even of a slow contestant. */
const comparedMinimum = 25;
/** And so long there is always time for comparing, a contestant and class. */
const compareMsMinimum = 50;
/** Samples of the scan: enough for a median. */
const scanShare = 0.1;
const scanSamples = 5;
/** The mix has more samples than a class, so that the tail of a slow contestant can be drawn too. */
const mixTimes = 50;

export interface Contest extends Asking {
  readonly sqlite: Contestant | undefined;
  readonly scan: Contestant | undefined;
  readonly effort: Effort;
  readonly seed: number;
}

/** A contestant in a class: it answers each query with a document. */
export interface Answering<Name extends string> extends Runner<Name> {
  readonly runs: readonly (() => Uint8Array | Promise<Uint8Array>)[];
}

export const answering = (contestant: Contestant, queries: readonly Query[]): Answering<ContestantName> => ({
  name: contestant.name,
  runs: queries.map((query) => contestant.prepare(query)),
});

/** @throws DifferenceError if an answer differs from stele's */
export async function runClass(asked: QueryClass, contest: Contest): Promise<ClassResult> {
  const { sqlite, effort, seed } = contest;
  const random = new Random(seed, `bench/${asked.name}`);
  const queries = drawQueries(asked, contest, random);
  const stele = answering(contest.stele, queries);
  const runners = [stele, ...(sqlite === undefined ? [] : [answering(sqlite, queries)])];
  const scan = contest.scan && answering(contest.scan, queries);
  const compareMs = Math.max(effort.budgetMs * 2, compareMsMinimum);
  const scanMs = sqlite === undefined ? compareMs : compareMs * scanShare;
  const compared = {
    sqlite: await compareAll(queries, stele, runners.slice(1), comparedMinimum, compareMs),
    scan: await compareAll(queries, stele, scan === undefined ? [] : [scan], comparedMinimum, scanMs),
  };
  const classEffort = asked === MIX ? { ...effort, samplesMinimum: effort.samplesMinimum * mixTimes } : effort;
  const samples = await measureSamples(runners, classEffort, random);
  const few = { budgetMs: effort.budgetMs * scanShare, slices: 1, samplesMinimum: scanSamples };
  const scanned = scan && (await measure([scan], few, random)).get('scan');
  const ofSqlite = samples.get('sqlite');
  return {
    name: asked.name,
    group: asked.group,
    adversarial: asked.adversarial ?? false,
    questions: queries.length,
    compared,
    stele: timingOf(samples.get('stele') ?? []),
    ...(ofSqlite === undefined ? {} : { sqlite: timingOf(ofSqlite) }),
    ...(scanned === undefined ? {} : { scan: scanned }),
    ...(asked === MIX ? { tails: [...samples].map(([name, all]) => ({ name, quantiles: tailOf(all) })) } : {}),
  };
}

/**
 * @param minimum number of answers that are compared, even if this takes longer than the time
 * @returns       the number of compared answers: all, or as many as fit the time; 0 if there is no other contestant
 * @throws        DifferenceError if an answer differs from the first's
 */
export async function compareAll<Name extends string>(
  queries: readonly Query[],
  { name: first, runs: own }: Answering<Name>,
  others: readonly Answering<Name>[],
  minimum: number,
  timeMs: number,
): Promise<number> {
  if (others.length === 0) return 0;
  const startedMs = performance.now();
  for (const [place, { url }] of queries.entries()) {
    if (place >= minimum && performance.now() - startedMs > timeMs) return place;
    const expected = { name: first, document: await own[place]!() };
    for (const { name, runs } of others) compareAnswers(url, expected, { name, document: await runs[place]!() });
  }
  return queries.length;
}

export const QUERIES_MINIMUM = 200;
const questionCount = 400;
/** A class that gives the same question again and again is given up. */
const attemptsEach = 50;

export interface Asking {
  readonly model: ContentModel;
  readonly sample: Sample;
  /** Says how many items an answer has, for classes that want some or none. */
  readonly stele: Contestant;
  /** How many different questions are drawn, {@link QUERIES_MINIMUM} or more; absent: 400. */
  readonly questions?: number;
}

/** A page behind the end is passed over: there would be nothing to show. */
function suits(asked: QueryClass, query: Query, stele: Contestant): boolean {
  const document = stele.prepare(query)();
  const total = totalOf(document);
  if (total > 0 && query.request.kind === 'collection' && query.request.page.skip >= total) return false;
  return asked.answers === undefined || asked.answers === (total > 0 ? 'something' : 'nothing');
}

/** @throws Error if the class has fewer different questions than the minimum */
export function drawQueries(
  asked: QueryClass,
  { model, sample, stele, questions = questionCount }: Asking,
  random: Random,
): Query[] {
  const drawn = new Map<string, Query>();
  const passedOver = new Set<string>();
  for (let attempt = 0; attempt < questions * attemptsEach && drawn.size < questions; attempt += 1) {
    const url = asked.url(sample, random);
    if (drawn.has(url) || passedOver.has(url)) continue;
    const query = parseUrl(model, url);
    if (suits(asked, query, stele)) drawn.set(url, query);
    else passedOver.add(url);
  }
  if (drawn.size >= QUERIES_MINIMUM) return [...drawn.values()];
  throw new Error(
    `The class "${asked.name}" has ${drawn.size} different questions on this content; at least ${QUERIES_MINIMUM} are wanted.`,
  );
}
