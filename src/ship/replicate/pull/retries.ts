/**
 * Retries after temporary failures, with growing random pauses: replicas that lost their origin together do not return to it
 * together.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { OriginFailure } from '../origin/origin.js';

export interface RetryPolicy {
  /** Number of failures in a row without progress after which the error is thrown. */
  readonly attempts: number;
  readonly firstMs: number;
  readonly maximumMs: number;
  /** @returns a number from 0 to 1 */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const DEFAULT_RETRIES: RetryPolicy = {
  attempts: 6,
  firstMs: 200,
  maximumMs: 10_000,
  random: Math.random,
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, { signal });
  },
};

/** @returns the pause before the next attempt. Its maximum doubles with each failure; its minimum is half of that. */
export function retryPauseMs({ firstMs, maximumMs, random }: RetryPolicy, failures: number): number {
  const pauseMsMaximum = Math.min(maximumMs, firstMs * 2 ** Math.max(0, failures - 1));
  return pauseMsMaximum / 2 + (pauseMsMaximum / 2) * random();
}

export class RetryCounter {
  readonly #retryPolicy: RetryPolicy;
  readonly #signal: AbortSignal;
  #failures = 0;

  constructor(retryPolicy: RetryPolicy, signal: AbortSignal) {
    this.#retryPolicy = retryPolicy;
    this.#signal = signal;
  }

  /** Resets the number of failures after progress. */
  progressed(): void {
    this.#failures = 0;
  }

  /** Waits for the pause before the next attempt. @throws the error if it is not temporary, or after the last attempt */
  async failed(error: unknown): Promise<void> {
    this.#signal.throwIfAborted();
    this.#failures += 1;
    if (!(error instanceof OriginFailure && error.isTemporary) || this.#failures >= this.#retryPolicy.attempts)
      throw error;
    await this.#retryPolicy.sleep(retryPauseMs(this.#retryPolicy, this.#failures), this.#signal);
  }
}

/** @returns the result of the first attempt that succeeds */
export async function withRetries<Result>(
  retryPolicy: RetryPolicy,
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const tries = new RetryCounter(retryPolicy, signal); ; ) {
    try {
      return await attempt();
    } catch (error) {
      await tries.failed(error);
    }
  }
}
