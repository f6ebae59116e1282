/**
 * Time slices of a long computation: it pauses after every few milliseconds, so that its thread answers other requests meanwhile.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Duration after which the next pause lets the event loop turn. */
const SLICE_MS = 3;

export class TimeSlices {
  #endMs = performance.now() + SLICE_MS;

  /** Lets the event loop turn if the slice is over. The computation calls it after each small step. */
  async pause(): Promise<void> {
    if (performance.now() < this.#endMs) return;
    await nextTurn();
    this.#endMs = performance.now() + SLICE_MS;
  }
}
