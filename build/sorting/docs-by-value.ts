/**
 * Posting lists from a column: a counting sort, which keeps docs ascending within a run.
 */
import type { WorkClock } from '../work/index.js';

export interface RunsOut {
  /** Docs by value, the unpopulated ones last. */
  readonly docs: Uint32Array;
  /** One more entry than terms. */
  readonly starts: Uint32Array;
}

/**
 * @param ordinals doc → term index + 1, or 0
 * @param terms how many terms there are
 * @param clock is told which structure is made
 * Cost: O(docs + terms). Memory: what is returned.
 */
export function buildRuns(ordinals: Uint32Array, terms: number, clock?: WorkClock): RunsOut {
  clock?.on('starts');
  const starts = new Uint32Array(terms + 1);
  for (const ordinal of ordinals) if (ordinal > 0) starts[ordinal]! += 1;
  for (let term = 0; term < terms; term += 1) starts[term + 1]! += starts[term]!;
  clock?.on('docs');
  let unpopulated = starts[terms]!;
  const docs = new Uint32Array(ordinals.length);
  // Where the next doc of a run goes stands where the run's start did: in the end that is where the one behind it begins.
  for (let doc = 0; doc < ordinals.length; doc += 1) {
    const ordinal = ordinals[doc]!;
    if (ordinal === 0) docs[unpopulated++] = doc;
    else docs[starts[ordinal - 1]!++] = doc;
  }
  starts.copyWithin(1, 0, terms);
  starts[0] = 0;
  return { docs, starts };
}
