/**
 * The docs of each value of a column: a counting sort, which keeps docs ascending within a value.
 */
import type { WorkClock } from '../work/index.js';

export interface ValueRuns {
  /** Docs ordered by value, the unpopulated ones last. */
  readonly docs: Uint32Array;
  /** Term → start of its docs, with one more entry for the end. */
  readonly starts: Uint32Array;
}

/**
 * @param ordinals doc → ordinal of its term, from 1; 0 if unpopulated
 * @param terms    number of terms
 * @param clock    switched to the structure that is made
 * Cost: O(docs + terms). Memory: what is returned.
 */
export function buildRuns(ordinals: Uint32Array, terms: number, clock?: WorkClock): ValueRuns {
  clock?.on('starts');
  const starts = new Uint32Array(terms + 1);
  for (const ordinal of ordinals) if (ordinal > 0) starts[ordinal]! += 1;
  for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
  clock?.on('docs');
  let unpopulated = starts[terms]!;
  const docs = new Uint32Array(ordinals.length);
  // starts[term] advances to the end of its run, which is the start of the next run; copyWithin shifts it back.
  for (let doc = 0; doc < ordinals.length; doc += 1) {
    const ordinal = ordinals[doc]!;
    if (ordinal === 0) docs[unpopulated++] = doc;
    else docs[starts[ordinal - 1]!++] = doc;
  }
  starts.copyWithin(1, 0, terms);
  starts[0] = 0;
  return { docs, starts };
}
