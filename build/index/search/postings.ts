/**
 * Which docs each stem stands in and how much it weighs there, from what the batches found.
 */
import { fieldCount, impactOf } from './impact.js';
import type { BatchWords } from './words.js';

/** Stem → docs, ascending, and their impacts, one stem's behind the other's. */
export interface Postings {
  /** One more than there are stems. */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  readonly impacts: Uint8Array;
}

/**
 * @param stemNumbers for each batch: its stem → the stem
 * @param stems       how many there are
 * @param weights     of the fields
 * Cost: O(entries + batches · stems).
 */
export function stemPostings(
  batches: readonly BatchWords[],
  stemNumbers: readonly Uint32Array[],
  stems: number,
  weights: readonly number[],
): Postings {
  const usual = weights.map((_, field) => usualLength(batches, field));
  const entries = batches.reduce((sum, batch) => sum + batch.docs.length, 0);
  const postings = {
    starts: new Uint32Array(stems + 1),
    docs: new Uint32Array(entries),
    impacts: new Uint8Array(entries),
  };
  // Batch → stem → the stem's number there, plus 1.
  const places = stemNumbers.map((numbers) => {
    const inverse = new Uint32Array(stems);
    for (const [own, stem] of numbers.entries()) inverse[stem] = own + 1;
    return inverse;
  });
  let end = 0;
  for (let stem = 0; stem < stems; stem += 1) {
    let firstDoc = 0;
    for (const [number, batch] of batches.entries()) {
      const own = places[number]![stem]!;
      if (own > 0) end = addEntries(batch, own - 1, firstDoc, postings, end, weights, usual);
      firstDoc += batch.lengths[0]?.length ?? 0;
    }
    postings.starts[stem + 1] = end;
  }
  return { ...postings, docs: postings.docs.subarray(0, end), impacts: postings.impacts.subarray(0, end) };
}

/** @returns words of the field on average, over the docs that have any */
function usualLength(batches: readonly BatchWords[], field: number): number {
  let words = 0;
  let docs = 0;
  for (const { lengths } of batches) {
    for (const length of lengths[field]!) {
      words += length;
      docs += Number(length > 0);
    }
  }
  return docs === 0 ? 1 : words / docs;
}

/** @returns where what was added ends */
function addEntries(
  { starts, docs, fields, frequencies, lengths }: BatchWords,
  stem: number,
  firstDoc: number,
  out: Postings,
  from: number,
  weights: readonly number[],
  usual: readonly number[],
): number {
  const end = starts[stem + 1]!;
  let to = from;
  for (let entry = starts[stem]!; entry < end; ) {
    const doc = docs[entry]!;
    let count = 0;
    for (; entry < end && docs[entry] === doc; entry += 1) {
      const field = fields[entry]!;
      count += fieldCount(frequencies[entry]!, weights[field]!, lengths[field]![doc]!, usual[field]!);
    }
    out.docs[to] = firstDoc + doc;
    out.impacts[to] = impactOf(count);
    to += 1;
  }
  return to;
}
