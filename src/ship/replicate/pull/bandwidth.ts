/**
 * A bound on the bytes a second that all fetches of a pull take together.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';

/** A piece of a body is some 64 KiB: with less a second, a wait for one would look like a connection that has stalled. */
export const BANDWIDTH_MINIMUM = 2 ** 16;

export class Bandwidth {
  readonly #bytesPerSecond: number;
  readonly #now: () => number;
  #freeMs = 0;

  /** @param bytesPerSecond at least BANDWIDTH_MINIMUM; Infinity for no bound. @param now in milliseconds, ascending */
  constructor(bytesPerSecond: number, now: () => number = () => performance.now()) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#now = now;
  }

  /** @returns how long to wait before taking more. Whoever comes meanwhile waits behind. */
  reserve(byteLength: number): number {
    const nowMs = this.#now();
    this.#freeMs = Math.max(this.#freeMs, nowMs) + (byteLength / this.#bytesPerSecond) * 1000;
    return this.#freeMs - nowMs;
  }

  /** Resolves when the next bytes may be taken. */
  async take(byteLength: number, signal: AbortSignal): Promise<void> {
    const ms = this.reserve(byteLength);
    if (ms >= 1) await sleepFor(ms, undefined, { signal });
  }
}
