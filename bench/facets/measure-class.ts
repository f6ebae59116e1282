/**
 * One class of questions: every answer compared, then both timed in turns.
 */
import type { Random } from '../../data/generate/random.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { type Effort, measure } from '../harness/timing/measure.js';
import type { Timing } from '../harness/timing/statistics.js';
import type { Contestant } from './contestants.js';
import { type QuestionClass, targetOf } from './questions.js';

export interface ClassResult {
  readonly name: string;
  /** By contestant. */
  readonly timings: Readonly<Record<string, Timing>>;
}

/** @throws DifferenceError when a contestant counted something else than the first */
export function measureClass(
  { name, questions }: QuestionClass,
  contestants: readonly Contestant[],
  effort: Effort,
  random: Random,
): ClassResult {
  const running = contestants.map((one) => ({ name: one.name, asked: questions.map((each) => one.prepare(each)) }));
  const [first, ...others] = running;
  for (const [place, question] of questions.entries()) {
    const expected = JSON.stringify(first?.asked[place]?.answer());
    for (const other of others) {
      const found = JSON.stringify(other.asked[place]?.answer());
      if (found === expected) continue;
      throw new DifferenceError(`${name}: ${targetOf(question)}\n${first?.name}: ${expected}\n${other.name}: ${found}`);
    }
  }
  const runners = running.map((one) => ({ name: one.name, runs: one.asked.map(({ run }) => run) }));
  return { name, timings: Object.fromEntries(measure(runners, effort, random)) };
}
