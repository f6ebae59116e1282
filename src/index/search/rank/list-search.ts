/**
 * Searches ascending docs for other ascending docs: step by step, or by exponential search if the searched list is much longer.
 */
import { choose } from '../../../content/choices/index.js';
import { firstAtLeast } from '../../../format/index.js';

/** @returns the first index from `at` on whose doc is not less than `doc` */
type Find = (docs: Uint32Array, at: number, doc: number) => number;

/** A list that is longer by this factor is searched exponentially. */
const leapFactor = 16;

/** @param wanted number of docs to search for */
export const searchIn = (docs: Uint32Array, wanted: number): Find =>
  choose('search.find', docs.length > leapFactor * wanted ? 'leap' : 'step') === 'leap' ? leapTo : stepTo;

function stepTo(docs: Uint32Array, at: number, doc: number): number {
  while (at < docs.length && docs[at]! < doc) at += 1;
  return at;
}

/** Same as stepTo, with steps that double. */
function leapTo(docs: Uint32Array, from: number, doc: number): number {
  let low = from;
  let step = 1;
  while (low + step <= docs.length && docs[low + step - 1]! < doc) {
    low += step;
    step *= 2;
  }
  return firstAtLeast(docs, doc, low, Math.min(docs.length, low + step - 1));
}
