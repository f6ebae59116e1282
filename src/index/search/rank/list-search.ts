/**
 * Searches ascending docs for other ascending docs: step by step, or by exponential search if the searched list is much longer.
 */
import { choose } from '../../../content/choices/index.js';
import { firstAtLeast } from '../../../format/index.js';

/** @returns the first index from `start` on whose doc is not less than `doc` */
type FindDoc = (docs: Uint32Array, start: number, doc: number) => number;

/** A list that is longer by this factor is searched exponentially. */
const leapFactor = 16;

/** @param targetCount number of docs to search for */
export const chooseSearch = (docs: Uint32Array, targetCount: number): FindDoc =>
  choose('search.find', docs.length > leapFactor * targetCount ? 'leap' : 'step') === 'leap' ? leapTo : stepTo;

function stepTo(docs: Uint32Array, start: number, doc: number): number {
  while (start < docs.length && docs[start]! < doc) start += 1;
  return start;
}

/** Finds the same index as stepTo, with steps that double. */
function leapTo(docs: Uint32Array, start: number, doc: number): number {
  let low = start;
  let step = 1;
  while (low + step <= docs.length && docs[low + step - 1]! < doc) {
    low += step;
    step *= 2;
  }
  return firstAtLeast(docs, doc, low, Math.min(docs.length, low + step - 1));
}
