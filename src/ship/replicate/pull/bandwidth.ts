/**
 * A limit on the bytes a second of all transfers of a pull or push together.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';

/** A piece of a body has about 64 KiB; with a lower limit the pause after a piece would look like a stalled connection. */
export const BANDWIDTH_MINIMUM = 2 ** 16;

export class Bandwidth {
  readonly #bytesPerSecond: number;
  readonly #now: () => number;
  #freeMs = 0;

  /** @param bytesPerSecond at least BANDWIDTH_MINIMUM; Infinity for no limit. @param now a monotonic clock in milliseconds */
  constructor(bytesPerSecond: number, now: () => number = () => performance.now()) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#now = now;
  }

  /** Reserves time for these bytes, after all earlier reservations. @returns milliseconds to wait */
  reserve(byteLength: number): number {
    const nowMs = this.#now();
    this.#freeMs = Math.max(this.#freeMs, nowMs) + (byteLength / this.#bytesPerSecond) * 1000;
    return this.#freeMs - nowMs;
  }

  /** Waits until the bytes are within the limit. */
  async take(byteLength: number, signal: AbortSignal): Promise<void> {
    const ms = this.reserve(byteLength);
    if (ms >= 1) await sleepFor(ms, undefined, { signal });
  }
}
