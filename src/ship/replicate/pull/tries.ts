/**
 * Retries after temporary failures, with growing random pauses, so that replicas that lost their origin together do not return
 * together.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { OriginFailure } from '../origin/origin.js';

export interface RetryPolicy {
  /** How often in a row something may fail without getting any further. */
  readonly attempts: number;
  readonly firstMs: number;
  readonly mostMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const DEFAULT_RETRIES: RetryPolicy = {
  attempts: 6,
  firstMs: 200,
  mostMs: 10_000,
  random: Math.random,
  sleep: async (ms, signal) => {
    await sleepFor(ms, undefined, { signal });
  },
};

/** @returns a wait before the next attempt: between half and all of what doubles with each failure */
export function waitMs({ firstMs, mostMs, random }: RetryPolicy, failures: number): number {
  const most = Math.min(mostMs, firstMs * 2 ** Math.max(0, failures - 1));
  return most / 2 + (most / 2) * random();
}

export class RetryCounter {
  readonly #patience: RetryPolicy;
  readonly #signal: AbortSignal;
  #failures = 0;

  constructor(patience: RetryPolicy, signal: AbortSignal) {
    this.#patience = patience;
    this.#signal = signal;
  }

  /** Something was got that was not there before: failures count anew. */
  progressed(): void {
    this.#failures = 0;
  }

  /** Waits until it is time to try again. @throws the error where trying again is of no use, or was tried enough */
  async failed(error: unknown): Promise<void> {
    this.#signal.throwIfAborted();
    this.#failures += 1;
    if (!(error instanceof OriginFailure && error.isPassing) || this.#failures >= this.#patience.attempts) throw error;
    await this.#patience.sleep(waitMs(this.#patience, this.#failures), this.#signal);
  }
}

/** @returns what `attempt` does in the end */
export async function withRetries<Result>(
  patience: RetryPolicy,
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const tries = new RetryCounter(patience, signal); ; ) {
    try {
      return await attempt();
    } catch (error) {
      await tries.failed(error);
    }
  }
}
