/**
 * Posting lists: term -> its docs, ascending, built by a counting sort of a column.
 *
 * Elsewhere: the ordinals of the column (external-sort), the sections (build/columns).
 */
import type { WorkClock } from '../work/index.js';

/** The posting lists of a column, as runs of docs with equal values. */
export interface ValueRuns {
  /** Docs ordered by value, the unpopulated ones last. */
  readonly docs: Uint32Array;
  /** Term → start of its docs, with one more entry for the end. */
  readonly starts: Uint32Array;
}

/**
 * Builds the posting lists of a column.
 *
 * @param ordinals doc → ordinal of its term, from 1; 0 if unpopulated
 * @param terms    number of terms
 * @param clock    receives the time of each structure
 * Cost: O(docs + terms). Memory: the result.
 */
export function buildRuns(ordinals: Uint32Array, terms: number, clock?: WorkClock): ValueRuns {
  clock?.on('starts');
  const starts = new Uint32Array(terms + 1);
  // First starts[term + 1] counts the docs of a term; the sums are the starts.
  for (const ordinal of ordinals) if (ordinal > 0) starts[ordinal]! += 1;
  for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
  clock?.on('docs');
  let unpopulated = starts[terms]!;
  const docs = new Uint32Array(ordinals.length);
  // The loop moves starts[term] to the end of its docs, which is the start of the next term's docs; copyWithin shifts it back.
  for (let doc = 0; doc < ordinals.length; doc += 1) {
    const ordinal = ordinals[doc]!;
    if (ordinal === 0) docs[unpopulated++] = doc;
    else docs[starts[ordinal - 1]!++] = doc;
  }
  starts.copyWithin(1, 0, terms);
  starts[0] = 0;
  return { docs, starts };
}
