/**
 * The memory plan of a running server: the budget is divided at the start and again before each swap, because the limit of the
 * control group and the size of the snapshots change.
 *
 * Elsewhere: the division (budget), the parts of a snapshot in memory (follow/residence).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { allowedMemory } from '../../format/platform/index.js';
import { divideMemory, hasOneArenaOnly, type MemoryBudget, type MemoryChoices } from './budget.js';

export interface MemoryPlanOptions {
  readonly logger: Logger;
  /** Number of serving threads. */
  readonly threads: number;
  /** Memory that the process may use, in bytes; undefined: the limit of its control groups, or the machine's memory. */
  readonly allowedBytes?: number | undefined;
  readonly choices: MemoryChoices;
  /** Young generation of each of several threads; undefined: the default. */
  readonly youngBytes?: number | undefined;
}

export class MemoryPlan {
  readonly #options: MemoryPlanOptions;
  #budget: MemoryBudget;
  #isLogged = false;
  /** Called with each later division. */
  onChange: (budget: MemoryBudget) => void = () => undefined;

  constructor(options: MemoryPlanOptions) {
    this.#options = options;
    this.#budget = this.#divide(0);
  }

  get budget(): MemoryBudget {
    return this.#budget;
  }

  /**
   * Divides the memory that is allowed now. The first division, and each one that differs from the one before, is logged.
   *
   * @param indexBytes bytes of all snapshots that are in memory in any case, each counted once
   * Cost: reading a few small files of the system.
   */
  divide(indexBytes: number): MemoryBudget {
    const budgetBefore = this.#budget;
    const budget = this.#divide(indexBytes);
    this.#budget = budget;
    const isChanged = !isDeepStrictEqual(budget, budgetBefore);
    if (isChanged || !this.#isLogged) {
      this.#isLogged = true;
      const { logger, threads } = this.#options;
      logger.info({ ...budget, threads }, 'the memory that is allowed was divided');
    }
    if (isChanged) this.onChange(budget);
    return budget;
  }

  #divide(indexBytes: number): MemoryBudget {
    const { threads, choices, youngBytes, allowedBytes = allowedMemory() } = this.#options;
    return divideMemory({ allowedBytes, threads, indexBytes, choices, youngBytes, hasOneArena: hasOneArenaOnly() });
  }
}
