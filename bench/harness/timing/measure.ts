/**
 * Timing contestants against each other in one process: short slices, taken in turns in random order, so that whatever
 * disturbs the machine disturbs all of them alike. Each slice is one run of tinybench.
 *
 * Before a slice the young generation is collected, so that nobody pays for another's garbage.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Bench, type Task } from 'tinybench';
import type { Random } from '../../../data/generate/random.js';
import { shuffled } from './shuffled.js';
import { type Timing, timingOf } from './statistics.js';

export interface Runner<Name extends string> {
  readonly name: Name;
  /** What is timed, a query each; called in turn, again from the first after the last. At least one. */
  readonly runs: readonly (() => unknown)[];
  /** Whether a run gives a promise, which is waited for; by `measureWaiting` alone. */
  readonly waits?: boolean;
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

/** Nothing but the calls, and each of them told. */
const UNTOUCHED = { warmup: false, retainSamples: true, throws: true } as const;

/** Calls `run` for `timeMs`, at least `iterations` times. @returns the samples in milliseconds */
export function takeSlice(run: () => unknown, timeMs: number, iterations: number): readonly number[] {
  const bench = new Bench({ ...UNTOUCHED, time: timeMs, iterations });
  bench.add('slice', () => {
    kept = run();
  });
  return samplesOf(bench.runSync());
}

function samplesOf([task]: readonly Task[]): readonly number[] {
  const result = task?.result;
  if (result === undefined || !('latency' in result) || result.latency.samples === undefined) {
    throw new Error(`tinybench gave no samples: the task is ${result?.state ?? 'missing'}.`);
  }
  return result.latency.samples;
}

/** As `takeSlice`, of a run whose promise is waited for, within the time. */
async function takeWaitingSlice(run: () => unknown, timeMs: number, iterations: number): Promise<readonly number[]> {
  const bench = new Bench({ ...UNTOUCHED, time: timeMs, iterations });
  bench.add(
    'slice',
    async () => {
      kept = await run();
    },
    { async: true },
  );
  return samplesOf(await bench.run());
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
  effort: Effort,
  random: Random,
): Map<Name, readonly number[]> {
  const samples = new Map<Name, number[]>();
  for (const { name, run, timeMs, iterations } of turnsOf(runners, effort, random)) {
    keep(samples, name, takeSlice(run, timeMs, iterations));
  }
  return samples;
}

/** As `measure`, with runners that are waited for. */
export async function measureWaiting<Name extends string>(
  runners: readonly Runner<Name>[],
  effort: Effort,
  random: Random,
): Promise<Map<Name, Timing>> {
  const samples = new Map<Name, number[]>();
  for (const { name, run, waits, timeMs, iterations } of turnsOf(runners, effort, random)) {
    keep(samples, name, waits ? await takeWaitingSlice(run, timeMs, iterations) : takeSlice(run, timeMs, iterations));
  }
  return new Map([...samples].map(([name, all]) => [name, timingOf(all)]));
}

function keep<Name>(all: Map<Name, number[]>, name: Name, samples: readonly number[]): void {
  const own = all.get(name) ?? [];
  for (const sample of samples) own.push(sample);
  all.set(name, own);
}

/** Who has the next slice. Before each, the young generation is collected. */
function* turnsOf<Name extends string>(
  runners: readonly Runner<Name>[],
  { budgetMs, slices, samplesMinimum }: Effort,
  random: Random,
) {
  const states = runners.map(({ name, runs, waits = false }) => ({ name, waits, run: inTurn(shuffled(runs, random)) }));
  const slice = { timeMs: budgetMs / slices, iterations: Math.ceil(samplesMinimum / slices) };
  collectGarbage('major');
  for (let round = 0; round < slices; round += 1) {
    for (const state of shuffled(states, random)) {
      collectGarbage('minor');
      yield { ...state, ...slice };
    }
  }
}
