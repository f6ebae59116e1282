/**
 * How long a request takes: the CPU time of parsing and answering it, the least of several runs. So neither what else
 * the machine does nor a collection of garbage in between is taken for the request's.
 */
import { RequestError } from '../../src/errors/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { splitTarget } from '../../src/server/wire/target.js';
import type { Space } from '../../src/snapshot/index.js';

export interface Timed {
  readonly elapsedMs: number;
  /** What the planner took it to cost. */
  readonly costMs: number;
}

/** The least of so many runs; of what is not slow in a first one, that one alone. */
const runs = 5;

export class Stopwatch {
  readonly #space: Space;
  readonly #maxCostMs: number;

  /** @param maxCostMs as `stele serve --max-cost` */
  constructor(space: Space, maxCostMs: number) {
    this.#space = space;
    this.#maxCostMs = maxCostMs;
  }

  /**
   * @param enoughMs whoever takes less is not looked at again
   * @returns that it was refused as too costly; undefined where it was refused otherwise
   */
  time(target: string, enoughMs: number): Timed | 'tooCostly' | undefined {
    let elapsedMs = Number.POSITIVE_INFINITY;
    try {
      for (let run = 0; run < runs; run += 1) {
        elapsedMs = Math.min(elapsedMs, this.#once(target));
        if (elapsedMs <= enoughMs) break;
      }
      return { elapsedMs, costMs: this.#costMs() };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return error.problems.some(({ code }) => code === 'QueryTooCostly') ? 'tooCostly' : undefined;
    }
  }

  #once(target: string): number {
    const { path, search } = splitTarget(target);
    const startMs = cpuMs();
    answer(this.#space, parseRequest(this.#space.model, path, search), '', { maxCostMs: this.#maxCostMs });
    return cpuMs() - startMs;
  }

  /** What the arenas of the space, which share it, have counted for the request that was answered last. */
  #costMs(): number {
    const [first] = this.#space.types.values();
    return (first?.segment.arena.budget.needed ?? 0) / 1e6;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
