/**
 * What one request may cost: the estimated nanoseconds of its steps, counted before each is taken. Nothing here reads a
 * clock, so that every replica that serves the same snapshot refuses the same requests.
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

  /** Begins anew, with another request. */
  allow(maximum: number = Number.POSITIVE_INFINITY): void {
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

  /** The least maximum under which nothing would have been refused so far: estimates may be above what is spent. */
  get needed(): number {
    return this.#needed;
  }

  /** To be called before a step. @throws TooCostlyError when it does not fit */
  spend(cost: number): void {
    this.require(cost);
    this.#spent += cost;
  }

  /** As spend, of steps that are yet to be counted one by one. */
  require(cost: number): void {
    const all = this.#spent + cost;
    if (all > this.#maximum) throw new TooCostlyError(all, this.#maximum);
    if (all > this.#needed) this.#needed = all;
  }
}
