/**
 * Doing something so many times a second, however long each time takes, until told to stop.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @param workers how many at a time; each waits for its own before it begins again
 * @param rate    begun a second, by all together. What comes late is not made up for in a burst.
 * @returns       once all under way are over after the signal; rejects as `act` does
 */
export async function paced(
  workers: number,
  rate: number,
  signal: AbortSignal,
  act: (turn: number) => Promise<void>,
): Promise<void> {
  const distanceMs = (1000 * workers) / rate;
  let turns = 0;
  const work = async (worker: number): Promise<void> => {
    let dueMs = performance.now() + (distanceMs * worker) / workers;
    while (!signal.aborted) {
      await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const turn = turns;
      turns += 1;
      await act(turn);
      dueMs = Math.max(dueMs + distanceMs, performance.now());
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}
