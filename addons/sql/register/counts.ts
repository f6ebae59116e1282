/**
 * Counts of a load, as JSON in the register: items of each type, populated values of each field, items of each locale.
 */
import { isRecord } from '../../../src/format/index.js';
import type { TypeCounts } from '../../../src/index/snapshot/index.js';

export const serializeCounts = (counts: ReadonlyMap<string, TypeCounts>): string =>
  JSON.stringify(
    [...counts].map(([name, { items, populated, own }]) => ({
      name,
      items,
      populated: [...(populated ?? [])],
      ...(own !== undefined && { own: [...own] }),
    })),
  );

/** @returns the counts of each type; entries that cannot be read are left out */
export function parseCounts(text: string): ReadonlyMap<string, TypeCounts> {
  const parsed: unknown = JSON.parse(text);
  const counts = new Map<string, TypeCounts>();
  for (const entry of Array.isArray(parsed) ? parsed : []) {
    if (!isRecord(entry)) continue;
    const { name, items, populated, own } = entry;
    if (typeof name !== 'string' || typeof items !== 'number') continue;
    counts.set(name, {
      items,
      populated: parseNumbers(populated),
      ...(own !== undefined && { own: parseNumbers(own) }),
    });
  }
  return counts;
}

const parseNumbers = (pairs: unknown): ReadonlyMap<string, number> =>
  new Map(
    (Array.isArray(pairs) ? pairs : []).flatMap((pair): [string, number][] =>
      Array.isArray(pair) ? [[String(pair[0]), Number(pair[1])]] : [],
    ),
  );
