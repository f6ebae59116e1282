/**
 * The worker thread that tries forgeries one after the other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Parts } from '../../testing/forged/segments.js';
import { tryForgery } from './trial.js';

export interface Task {
  readonly parts: Parts;
  readonly seed: number;
  readonly numbers: readonly number[];
  /** Trial under way, its phase, and how many phases were begun. */
  readonly progress: Int32Array;
}

const { parts, seed, numbers, progress }: Task = workerData;
for (const number of numbers) {
  Atomics.store(progress, 0, number);
  const verdict = await tryForgery(parts, seed, number, (phase) => {
    Atomics.store(progress, 1, phase);
    Atomics.add(progress, 2, 1);
  });
  parentPort?.postMessage(verdict);
}
