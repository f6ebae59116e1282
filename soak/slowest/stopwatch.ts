/**
 * Measures the CPU time of parsing and answering or refusing a request: the smallest of several runs, to leave out
 * other work of the machine and garbage collection.
 */

import { RequestError } from '../../src/content/errors/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, estimatedCost, parseRequest, splitTarget } from '../../src/jsonapi/index.js';

/** Answered, or refused: as too costly, or for anything else. */
export type Outcome = 'answered' | 'tooCostly' | 'mistaken';

export interface Timed {
  readonly elapsedMs: number;
  /** Estimated cost; for a refused request, the estimate up to the refusal. */
  readonly costMs: number;
  readonly outcome: Outcome;
}

/** Number of runs whose least time counts. A request that is not slow in its first run has no others. */
const runs = 5;

export class Stopwatch {
  readonly #space: Space;
  readonly #maxCostMs: number;

  /** @param maxCostMs as `stele serve --max-cost` */
  constructor(space: Space, maxCostMs: number) {
    this.#space = space;
    this.#maxCostMs = maxCostMs;
  }

  /** @param enoughMs a request that takes less is not looked at again */
  time(target: string, enoughMs: number): Timed {
    let elapsedMs = Number.POSITIVE_INFINITY;
    let outcome: Outcome = 'answered';
    for (let run = 0; run < runs; run += 1) {
      const startMs = cpuMs();
      outcome = this.#answer(target);
      elapsedMs = Math.min(elapsedMs, cpuMs() - startMs);
      if (elapsedMs <= enoughMs) break;
    }
    return { elapsedMs, costMs: estimatedCost() / 1e6, outcome };
  }

  #answer(target: string): Outcome {
    const { path, search } = splitTarget(target);
    try {
      answer(this.#space, parseRequest(this.#space.model, path, search), '', { maxCostMs: this.#maxCostMs });
      return 'answered';
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return error.problems.some(({ code }) => code === 'QueryTooCostly') ? 'tooCostly' : 'mistaken';
    }
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
