/**
 * How good estimates are: how many times as long as they took requests were estimated to take.
 */
import type { Timed } from './stopwatch.js';

/** What takes less is mostly what no estimate counts: reading the request, and calling from one step to the next. */
const toldMs = 1;

export interface Share {
  /** How many requests it was looked at of. */
  readonly requests: number;
  /** The least, that which a twentieth is below, the middle one, and that which a twentieth is above; 0 where there are none. */
  readonly least: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

export class Estimates {
  readonly #shares: number[] = [];

  add({ elapsedMs, costMs }: Pick<Timed, 'elapsedMs' | 'costMs'>): void {
    if (elapsedMs >= toldMs) this.#shares.push(costMs / elapsedMs);
  }

  share(): Share {
    const sorted = Float64Array.from(this.#shares).sort();
    const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
    return { requests: sorted.length, least: at(0), low: at(0.05), median: at(0.5), high: at(0.95) };
  }
}
