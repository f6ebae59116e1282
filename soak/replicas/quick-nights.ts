/**
 * Nights in quick succession, in which nobody is killed and the origin is in order: does a replica's memory level off?
 *
 * Every night a thread loads and is gone. What the C library keeps of its memory for the next one grows for some fifty
 * nights, which is as long as the nights before this take; a leak goes on growing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Builder } from './builder.js';
import type { Replica } from './replica.js';

/** Within that, a replica that asks every second serves what is there. */
const servedMs = 60_000;
/** For what is given back after the change. */
const restMs = 500;

/**
 * @param first   the number of the first night
 * @param replica that nobody kills
 * @returns       its resident memory, night by night, as far as it could be had
 */
export async function quickNights(
  first: number,
  count: number,
  builder: Builder,
  replica: Replica,
  found: (what: string) => void,
): Promise<readonly number[]> {
  const memory: number[] = [];
  for (let night = first; night < first + count; night += 1) {
    const snapshot = await builder.publish(night, async () => undefined, false);
    if (!(await replica.reaches(snapshot, servedMs))) found(`${replica.folder} never serves the quick night ${night}`);
    await sleep(restMs);
    const sample = await replica.sample();
    if (sample !== undefined) memory.push(sample.residentBytes);
  }
  return memory;
}
