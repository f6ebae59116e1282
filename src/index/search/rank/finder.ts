/**
 * How ascending docs are looked for among others: step by step, or by leaps where these are many more.
 */
import { choose } from '../../../content/choices/index.js';
import { firstAtLeast } from '../../../format/index.js';

/** @returns the first place from `at` on whose doc is not less */
type Find = (docs: Uint32Array, at: number, doc: number) => number;

/** So many times longer, a list is searched rather than walked. */
const muchLonger = 16;

/** @param wanted how many docs are looked for */
export const finderIn = (docs: Uint32Array, wanted: number): Find =>
  choose('search.find', docs.length > muchLonger * wanted ? 'leap' : 'step') === 'leap' ? leapTo : stepTo;

function stepTo(docs: Uint32Array, at: number, doc: number): number {
  while (at < docs.length && docs[at]! < doc) at += 1;
  return at;
}

/** The same by leaps that double. */
function leapTo(docs: Uint32Array, from: number, doc: number): number {
  let low = from;
  let step = 1;
  while (low + step <= docs.length && docs[low + step - 1]! < doc) {
    low += step;
    step *= 2;
  }
  return firstAtLeast(docs, doc, low, Math.min(docs.length, low + step - 1));
}
