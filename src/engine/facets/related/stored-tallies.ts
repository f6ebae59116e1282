/**
 * Stored tallies: the tally of all docs of a segment behind a path of relationships, counted once per thread.
 *
 * A snapshot never changes, so all requests without a condition count the same docs. Only tallies with few values are stored.
 * Memory: at most 1 MB per segment. Elsewhere: counting (related).
 */
import type { Arena } from '../../../index/docset/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { Tally } from '../tally.js';

/** Maximum number of values of a tally, and of tallies of a segment. */
const valuesMaximum = 4096;
const talliesMaximum = 64;

/** A tally outside of the arena. */
export interface StoredTally {
  readonly counts: Uint32Array;
  readonly missing: number;
  /** Cost of counting, which each request is charged: whether a request is refused must not depend on earlier ones. */
  readonly cost: number;
}

const talliesBySegment = new WeakMap<TypeSegment, Map<string, StoredTally>>();

/** @param path field behind relationships. @returns undefined if its tally is not stored */
export const storedTally = (segment: TypeSegment, path: string): StoredTally | undefined =>
  talliesBySegment.get(segment)?.get(path);

/** @returns a copy in the arena. Cost: O(values); the budget is charged for counting. */
export function readStored({ counts, missing, cost }: StoredTally, arena: Arena): Tally {
  arena.budget.spend(cost);
  const mark = arena.mark();
  const copy = arena.list(counts.length);
  copy.set(counts);
  return { way: 'stored', cost, terms: undefined, counts: copy, missing, mark };
}

/** Stores the tally, unless the segment has enough of them or it has too many values. @param tally of each value of the field */
export function storeTally(segment: TypeSegment, path: string, { counts, missing, cost }: Tally): void {
  const tallies = talliesBySegment.get(segment) ?? new Map<string, StoredTally>();
  if (counts.length > valuesMaximum || (tallies.size >= talliesMaximum && !tallies.has(path))) return;
  talliesBySegment.set(segment, tallies);
  tallies.set(path, { counts: Uint32Array.from(counts), missing, cost });
}
