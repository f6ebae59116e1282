/**
 * Budget of a request: the estimated nanoseconds of its steps, charged before each is taken.
 *
 * It reads no clock, so all replicas that serve the same snapshot refuse the same requests. Elsewhere: the costs of steps (costs).
 */
import { TooCostlyError } from '../../content/errors/index.js';

export class Budget {
  #maximum: number;
  #spent = 0;
  #needed = 0;

  /** @param maximum nanoseconds */
  constructor(maximum: number = Number.POSITIVE_INFINITY) {
    this.#maximum = maximum;
  }

  /** Resets the budget for another request. */
  reset(maximum: number = Number.POSITIVE_INFINITY): void {
    this.#maximum = maximum;
    this.#spent = 0;
    this.#needed = 0;
  }

  /** In nanoseconds. */
  get maximum(): number {
    return this.#maximum;
  }

  /** Estimated nanoseconds of the steps taken. */
  get spent(): number {
    return this.#spent;
  }

  /** The smallest maximum that would have refused nothing so far: `require` may have asked for more than was spent. */
  get needed(): number {
    return this.#needed;
  }

  /** Charges a step; call it before the step. @throws TooCostlyError if the step exceeds the maximum */
  spend(cost: number): void {
    this.require(cost);
    this.#spent += cost;
  }

  /** Checks like `spend` without charging, for steps that will be charged one by one. */
  require(cost: number): void {
    const total = this.#spent + cost;
    if (total > this.#maximum) throw new TooCostlyError(total, this.#maximum);
    if (total > this.#needed) this.#needed = total;
  }
}
