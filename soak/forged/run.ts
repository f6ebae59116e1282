/**
 * Tries many forgeries in a worker thread, which is ended if a forgery takes more than a second of processor time.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { OperationError } from '../../src/content/errors/index.js';
import { forgedParts } from '../../testing/forged/parts.js';
import { REQUESTS } from './requests.js';
import { forgeryOf, soundness, type Verdict } from './trial.js';
import type { Task } from './worker.js';

const endMs = 1000;
const pollMs = 50;

const phaseName = (phase: number): string => (phase === 0 ? 'verify' : (REQUESTS[phase - 2] ?? 'opening'));

/** Tries some; ends when all are tried, or one hangs. @returns the one that hangs */
async function tryUntilHung(
  task: Omit<Task, 'progress'>,
  onVerdict: (verdict: Verdict) => void,
): Promise<Verdict | undefined> {
  const progress = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(new URL('worker.js', import.meta.url), { workerData: { ...task, progress } });
  let failure: unknown;
  let hasEnded = false;
  worker.on('message', onVerdict);
  worker.on('error', (error) => {
    failure = error;
  });
  const ended = once(worker, 'exit').then(() => {
    hasEnded = true;
  });
  let lastNumber = -1;
  let begun = process.cpuUsage();
  while (!hasEnded) {
    await Promise.race([ended, sleep(pollMs)]);
    const phases = Atomics.load(progress, 2);
    if (phases !== lastNumber || phases === 0) {
      lastNumber = phases;
      begun = process.cpuUsage();
      continue;
    }
    const { user } = process.cpuUsage(begun);
    if (hasEnded || user < endMs * 1000) continue;
    const [number = 0, phase = 0] = progress;
    await worker.terminate();
    const { kind, section, what } = forgeryOf(task.parts, task.seed, number);
    return { number, kind, section, what, verdict: 'hung', why: phaseName(phase) };
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** @param onVerdict called after each forgery; out of order if one hangs. @returns all verdicts, by number */
export async function runForgeries(
  seed: number,
  numbers: readonly number[],
  onVerdict: (verdict: Verdict) => void = () => undefined,
): Promise<readonly Verdict[]> {
  const parts = await forgedParts();
  const unsound = await soundness(parts);
  if (unsound.length > 0) throw new OperationError(unsound.join('\n'));
  const verdicts = new Map<number, Verdict>();
  const keep = (verdict: Verdict): void => {
    if (!verdicts.has(verdict.number)) onVerdict(verdict);
    verdicts.set(verdict.number, verdict);
  };
  for (let left = numbers; left.length > 0; left = numbers.filter((number) => !verdicts.has(number))) {
    const hung = await tryUntilHung({ parts, seed, numbers: left }, keep);
    if (hung !== undefined) keep(hung);
  }
  return numbers.flatMap((number) => verdicts.get(number) ?? []);
}
