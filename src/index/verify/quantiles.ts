/**
 * Checks quantiles: each place is the start of a run, and its bitset has exactly the docs before it.
 */
import type { Quantiles, RunPostings } from '../postings/index.js';

/** The postings have been checked before. @returns at most one finding. Cost: O(docs + terms + bytes of the bitsets). */
export function checkQuantiles(quantiles: Quantiles, { docs, starts, populated }: RunPostings): string[] {
  const { places } = quantiles;
  if (places[0] !== 0 || places.at(-1) !== populated) return ['quantiles do not span its populated items'];
  const bitsBefore = new Uint32Array(Math.ceil(docs.length / 32));
  let run = 0;
  for (let index = 0; index < places.length; index += 1) {
    const quantilePlace = places[index]!;
    const previous = index === 0 ? 0 : places[index - 1]!;
    // If no item has a value, both ends are 0.
    if (index > 0 && previous >= quantilePlace && populated > 0) return ['the quantile places do not ascend'];
    while (run < starts.length && starts[run]! < quantilePlace) run += 1;
    if (starts[run] !== quantilePlace) return [`quantile place ${quantilePlace} is not the start of a run`];
    for (let orderIndex = previous; orderIndex < quantilePlace; orderIndex += 1) {
      const doc = docs[orderIndex]!;
      bitsBefore[doc >>> 5]! |= 1 << (doc & 31);
    }
    if (Buffer.compare(viewBytes(bitsBefore), viewBytes(quantiles.bitset(index))) !== 0) {
      return [`the bitset of quantile place ${quantilePlace} differs from the items before it`];
    }
  }
  return [];
}

const viewBytes = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
