/**
 * Looking again and again until all is well, or the time is up.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';

export interface Until<Found> {
  readonly look: () => Promise<Found>;
  readonly isWell: (found: Found) => boolean;
  readonly withinMs: number;
  readonly pauseMs: number;
  /** In milliseconds, ascending. */
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** @returns what was found last, whether or not it is well. There is at least one look. */
export async function until<Found>(options: Until<Found>): Promise<Found> {
  const { look, isWell, withinMs, pauseMs, now = () => performance.now(), sleep = sleepFor } = options;
  const endMs = now() + withinMs;
  for (;;) {
    const found = await look();
    const leftMs = endMs - now();
    if (isWell(found) || leftMs <= 0) return found;
    await sleep(Math.min(pauseMs, leftMs));
  }
}
