/**
 * Dropping loads that are no longer needed: abandoned ones before a load, old ones after it.
 */
import type { LoadEntry } from '../register/entries.js';
import type { Register } from '../register/register.js';

/**
 * Drops loads that ended before they were complete. Call with the register's lock: no other load is running.
 *
 * @returns their numbers
 */
export async function dropAbandoned(register: Register, entries: readonly LoadEntry[]): Promise<readonly number[]> {
  const abandoned = entries.filter(({ state }) => state === 'loading');
  for (const { load, schema } of abandoned) await register.drop(load, schema);
  return abandoned.map(({ load }) => load);
}

/**
 * Drops all but `keep` loads. It keeps the published load, then the last published ones, then the newest.
 *
 * @param newest a load that is never dropped
 * @returns the numbers of the dropped loads
 */
export async function dropOld(register: Register, keep: number, newest: number): Promise<readonly number[]> {
  const entries = await register.list();
  const keepPriority = ({ isPublished, publishedBefore }: LoadEntry): number =>
    isPublished ? 0 : (publishedBefore ?? Number.POSITIVE_INFINITY);
  const oldLoads = entries
    .toSorted((a, b) => keepPriority(a) - keepPriority(b) || b.load - a.load)
    .slice(Math.min(keep, entries.length))
    .filter(({ load }) => load !== newest);
  for (const { load, schema } of oldLoads) await register.drop(load, schema);
  return oldLoads.map(({ load }) => load);
}
