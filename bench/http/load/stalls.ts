/**
 * When the generator itself was held up: by other work on the machine, by its own garbage, by answers that came all at
 * once. What waited meanwhile waited for the generator, and says nothing of the server.
 */
import { Histogram } from './histogram.js';

/** How late a look may be before that counts as a stall, in milliseconds. */
export const STALL_MS = 2;

export class Stalls {
  readonly #everyMs: number;
  readonly #lateness = new Histogram();
  #lastMs: number;
  #endedMs = Number.NEGATIVE_INFINITY;

  /** @param everyMs how often `look` is called, where nothing holds the generator up */
  constructor(everyMs: number, nowMs: number) {
    this.#everyMs = everyMs;
    this.#lastMs = nowMs;
  }

  /** How late the looks came. */
  get lateness(): Histogram {
    return this.#lateness;
  }

  look(nowMs: number): void {
    const lateMs = this.#lateMs(nowMs);
    if (lateMs > STALL_MS) this.#endedMs = nowMs;
    this.#lateness.record(lateMs);
    this.#lastMs = nowMs;
  }

  /** Whether an answer that arrives now, and was waited for since then, may have waited for the generator. */
  disturbs(sinceMs: number, nowMs: number): boolean {
    return this.#lateMs(nowMs) > STALL_MS || sinceMs < this.#endedMs;
  }

  #lateMs(nowMs: number): number {
    return Math.max(0, nowMs - this.#lastMs - this.#everyMs);
  }
}
