/**
 * Timing contestants against each other in one process: short slices, taken in turns in random order, so that whatever
 * disturbs the machine disturbs all of them alike. Each slice is one run of tinybench.
 *
 * Before a slice the young generation is collected, so that nobody pays for another's garbage.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Bench } from 'tinybench';
import type { Random } from '../../../data/generate/random.js';
import { shuffled } from './shuffled.js';
import { type Timing, timingOf } from './statistics.js';

export interface Runner<Name extends string> {
  readonly name: Name;
  /** What is timed, a query each; called in turn, again from the first after the last. At least one. */
  readonly runs: readonly (() => unknown)[];
}

export interface Effort {
  /** Milliseconds a contestant, over all slices. */
  readonly budgetMs: number;
  readonly slices: number;
  /** At least so many samples a contestant, however long they take. */
  readonly samplesMinimum: number;
}

type Collect = (options?: { readonly type: 'minor' | 'major' }) => void;

const isCollect = (value: unknown): value is Collect => typeof value === 'function';

setFlagsFromString('--expose-gc');
const exposed: unknown = runInNewContext('gc');

/** Collects garbage: the young generation, or all of it. */
export function collectGarbage(type: 'minor' | 'major'): void {
  if (isCollect(exposed)) exposed({ type });
}

/** What was run last is kept here, so that no optimiser can find it unused. */
export let kept: unknown;

/** Calls `run` for `timeMs`, at least `iterations` times. @returns the samples in milliseconds */
export function takeSlice(run: () => unknown, timeMs: number, iterations: number): readonly number[] {
  const bench = new Bench({ time: timeMs, iterations, warmup: false, retainSamples: true, throws: true });
  bench.add('slice', () => {
    kept = run();
  });
  const [task] = bench.runSync();
  const result = task?.result;
  if (result === undefined || !('latency' in result) || result.latency.samples === undefined) {
    throw new Error(`tinybench gave no samples: the task is ${result?.state ?? 'missing'}.`);
  }
  return result.latency.samples;
}

/** @returns a function that calls the next of `runs`, after the last the first */
export function inTurn(runs: readonly (() => unknown)[]): () => unknown {
  let next = 0;
  return () => {
    const run = runs[next]!;
    next = next + 1 === runs.length ? 0 : next + 1;
    return run();
  };
}

export function measure<Name extends string>(
  runners: readonly Runner<Name>[],
  effort: Effort,
  random: Random,
): Map<Name, Timing> {
  return new Map([...measureSamples(runners, effort, random)].map(([name, samples]) => [name, timingOf(samples)]));
}

/** @returns milliseconds of each call, by contestant */
export function measureSamples<Name extends string>(
  runners: readonly Runner<Name>[],
  { budgetMs, slices, samplesMinimum }: Effort,
  random: Random,
): Map<Name, readonly number[]> {
  const states = runners.map(({ name, runs }) => ({
    name,
    run: inTurn(shuffled(runs, random)),
    samples: [] as number[],
  }));
  collectGarbage('major');
  for (let round = 0; round < slices; round += 1) {
    for (const state of shuffled(states, random)) {
      collectGarbage('minor');
      const samples = takeSlice(state.run, budgetMs / slices, Math.ceil(samplesMinimum / slices));
      for (const sample of samples) state.samples.push(sample);
    }
  }
  return new Map(states.map(({ name, samples }) => [name, samples]));
}
