/**
 * Contests between structures that answer the same questions: every answer is compared before anything is timed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../../data/generate/random.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import type { Timing } from '../harness/timing/statistics.js';

/** One structure, built. */
export interface Contestant<Question> {
  readonly name: string;
  /** What it takes beside what all contestants need anyway. */
  readonly byteLength: number;
  readonly buildMs: number;
  /** @returns the same from every contestant, as `isDeepStrictEqual` sees it */
  readonly answer: (question: Question) => unknown;
}

/** Questions of one kind. */
export interface Task<Question> {
  readonly name: string;
  readonly questions: readonly Question[];
}

export interface ContestantResult {
  readonly name: string;
  readonly byteLength: number;
  readonly buildMs: number;
  /** By the name of the task. */
  readonly timings: Readonly<Record<string, Timing>>;
}

export interface ContestResult {
  /** What the structures were built over. */
  readonly over: string;
  readonly contestants: readonly ContestantResult[];
}

/** @throws Error when two contestants answer differently */
export function contest<Question>(
  over: string,
  contestants: readonly Contestant<Question>[],
  tasks: readonly Task<Question>[],
  effort: Effort,
  random: Random,
): ContestResult {
  const timings = contestants.map(() => new Map<string, Timing>());
  for (const { name: task, questions } of tasks) {
    for (const question of questions) compare(over, task, contestants, question);
    const runners = contestants.map(({ name, answer }) => ({
      name,
      runs: questions.map((question) => () => answer(question)),
    }));
    const measured = measure(runners, effort, random);
    for (const [place, { name }] of contestants.entries()) {
      const timing = measured.get(name);
      if (timing !== undefined) timings[place]?.set(task, timing);
    }
  }
  return {
    over,
    contestants: contestants.map(({ name, byteLength, buildMs }, place) => ({
      name,
      byteLength,
      buildMs: Math.round(buildMs),
      timings: Object.fromEntries(timings[place] ?? []),
    })),
  };
}

function compare<Question>(
  over: string,
  task: string,
  contestants: readonly Contestant<Question>[],
  question: Question,
): void {
  const [first, ...others] = contestants;
  const expected = first?.answer(question);
  for (const { name, answer } of others) {
    const found = answer(question);
    if (isDeepStrictEqual(found, expected)) continue;
    throw new Error(`${over}, ${task}: ${name} answers ${String(found)}, ${first?.name} ${String(expected)}.`);
  }
}

/** Builds and times the building. */
export function built<Structure>(build: () => Structure): { readonly structure: Structure; readonly buildMs: number } {
  const startedMs = performance.now();
  return { structure: build(), buildMs: performance.now() - startedMs };
}
