/**
 * Times contestants in one process in short slices, taken in random order, so that a disturbance affects all of them.
 *
 * Each slice is one run of tinybench. The young generation is collected before it, so that no contestant pays for
 * another's garbage.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Bench } from 'tinybench';
import type { Random } from '../../../data/generate/random.js';
import { shuffled, type Timing, timingOf } from './statistics.js';

export interface Runner<Name extends string> {
  readonly name: Name;
  /** Functions to time, one query each, called in turn and again from the first. At least one. */
  readonly runs: readonly (() => unknown)[];
  /** Whether a run gives a promise, which is waited for. */
  readonly waits?: boolean;
}

export interface Effort {
  /** Milliseconds a contestant, over all slices. */
  readonly budgetMs: number;
  readonly slices: number;
  /** Minimum number of samples of a contestant, even if they take longer than the budget. */
  readonly samplesMinimum: number;
  /** Whether garbage is left to V8, as in smoke runs: collecting it takes a fifth of them, and nobody reads their times. */
  readonly leavesGarbage?: boolean;
}

type Collect = (options?: { readonly type: 'minor' }) => void;

const isCollect = (value: unknown): value is Collect => typeof value === 'function';

setFlagsFromString('--expose-gc');
const exposed: unknown = runInNewContext('gc');

/** Collects garbage: the young generation, or all of it, which V8 does only where no kind is named. */
export function collectGarbage(type: 'minor' | 'major'): void {
  if (isCollect(exposed)) exposed(type === 'minor' ? { type } : undefined);
}

/** Last result; stored, so that no optimiser removes the call as unused. */
export let kept: unknown;

/**
 * Calls `run` for `timeMs`, at least `iterations` times.
 *
 * @param waits whether a run gives a promise, which is waited for within the time
 * @returns     the samples in milliseconds
 */
export async function takeSlice(
  run: () => unknown,
  timeMs: number,
  iterations: number,
  waits = false,
): Promise<readonly number[]> {
  // Only the calls, each with its own time.
  const bench = new Bench({ warmup: false, retainSamples: true, throws: true, time: timeMs, iterations });
  const once = () => {
    kept = run();
  };
  const waited = async () => {
    kept = await run();
  };
  bench.add('slice', waits ? waited : once, { async: waits });
  const [task] = waits ? await bench.run() : bench.runSync();
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

export async function measure<Name extends string>(
  runners: readonly Runner<Name>[],
  effort: Effort,
  random: Random,
): Promise<Map<Name, Timing>> {
  const samples = await measureSamples(runners, effort, random);
  return new Map([...samples].map(([name, all]) => [name, timingOf(all)]));
}

/** @returns milliseconds of each call, by contestant. Before each slice, the young generation is collected if it is to be. */
export async function measureSamples<Name extends string>(
  runners: readonly Runner<Name>[],
  { budgetMs, slices, samplesMinimum, leavesGarbage = false }: Effort,
  random: Random,
): Promise<Map<Name, readonly number[]>> {
  const states = runners.map(({ name, runs, waits }) => ({
    name,
    waits,
    run: inTurn(shuffled(runs, random)),
    samples: [] as number[],
  }));
  if (!leavesGarbage) collectGarbage('major');
  for (let round = 0; round < slices; round += 1) {
    for (const { run, waits, samples } of shuffled(states, random)) {
      if (!leavesGarbage) collectGarbage('minor');
      const slice = await takeSlice(run, budgetMs / slices, Math.ceil(samplesMinimum / slices), waits);
      for (const sample of slice) samples.push(sample);
    }
  }
  return new Map(states.map(({ name, samples }) => [name, samples]));
}
