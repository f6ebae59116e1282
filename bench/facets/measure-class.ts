/**
 * One class of questions: every answer compared, then all contestants timed in turns.
 */
import type { Random } from '../../data/generate/random.js';
import { DifferenceError } from '../harness/timing/compare.js';
import { collectGarbage, type Effort } from '../harness/timing/measure.js';
import { shuffled } from '../harness/timing/shuffled.js';
import { type Timing, timingOf } from '../harness/timing/statistics.js';
import type { Asked, Contestant } from './contestants.js';
import type { QuestionClass } from './questions.js';
import { targetOf } from './questions.js';

/** What is told of a contestant in another process besides the time until its answer was here. */
export const OWN_TIME = ' itself';

export interface ClassResult {
  readonly name: string;
  /** By contestant; by its name with {@link OWN_TIME} behind it, what it says it took by itself. */
  readonly timings: Readonly<Record<string, Timing>>;
}

interface Running {
  readonly name: string;
  readonly asked: readonly Asked[];
  readonly samples: number[];
  /** What it said it took by itself, where it says so. */
  readonly ownSamples: number[];
  next: number;
}

/** @throws DifferenceError when a contestant counted something else than the first */
async function compareAnswers({ name, questions }: QuestionClass, running: readonly Running[]): Promise<void> {
  const [first, ...others] = running;
  for (const [place, question] of questions.entries()) {
    const expected = JSON.stringify(await first?.asked[place]?.answer());
    for (const other of others) {
      const found = JSON.stringify(await other.asked[place]?.answer());
      if (found === expected) continue;
      throw new DifferenceError(`${name}: ${targetOf(question)}\n${first?.name}: ${expected}\n${other.name}: ${found}`);
    }
  }
}

/** Takes turns until the time is over. A call that gives a promise is waited for. */
async function takeSlice(one: Running, timeMs: number, least: number): Promise<void> {
  const end = performance.now() + timeMs;
  for (let taken = 0; taken < least || performance.now() < end; taken += 1) {
    const asked = one.asked[one.next % one.asked.length];
    one.next += 1;
    const start = performance.now();
    const made = asked?.run();
    if (made instanceof Promise) await made;
    one.samples.push(performance.now() - start);
    const ownMs = asked?.ownMs?.();
    if (ownMs !== undefined) one.ownSamples.push(ownMs);
  }
}

export async function measureClass(
  one: QuestionClass,
  contestants: readonly Contestant[],
  { budgetMs, slices, samplesMinimum }: Effort,
  random: Random,
): Promise<ClassResult> {
  const running: Running[] = [];
  for (const contestant of contestants) {
    const asked: Asked[] = [];
    for (const question of one.questions) asked.push(await contestant.prepare(question));
    running.push({ name: contestant.name, asked, samples: [], ownSamples: [], next: 0 });
  }
  await compareAnswers(one, running);
  for (let slice = 0; slice < slices; slice += 1) {
    for (const contestant of shuffled(running, random)) {
      collectGarbage('minor');
      await takeSlice(contestant, budgetMs / slices, Math.ceil(samplesMinimum / slices));
    }
  }
  const timings = running.flatMap(({ name, samples, ownSamples }) => [
    [name, timingOf(samples)],
    ...(ownSamples.length > 0 ? [[`${name}${OWN_TIME}`, timingOf(ownSamples)]] : []),
  ]);
  return { name: one.name, timings: Object.fromEntries(timings) };
}
