/**
 * Orders of a dictionary's terms: by their bytes from the last to the first, and as people look for them.
 */
import { collatorOf } from '../../src/content/model/index.js';
import type { Job } from '../work/index.js';

interface ReversedOrder {
  /** Place in the order → term. */
  readonly order: Uint32Array;
  /** Term → place in the order. */
  readonly rank: Uint32Array;
  /** Place in the order → how many docs have the terms before it; one more entry than terms. */
  readonly starts: Uint32Array;
}

/**
 * @param places per term: its place in the order, plus 1; becomes its rank
 * @param starts of the terms' runs of docs
 * Cost: O(terms). Memory: 8 bytes a term.
 */
export function reversedOrder(places: Uint32Array, starts: Uint32Array): ReversedOrder {
  const order = new Uint32Array(places.length);
  for (let term = 0; term < places.length; term += 1) {
    places[term]! -= 1;
    order[places[term]!] = term;
  }
  return { order, rank: places, starts: docsBefore(order, starts) };
}

/** @returns place in the order → how many docs have the terms before it; one more entry than terms */
export function docsBefore(order: Uint32Array, starts: Uint32Array): Uint32Array {
  const before = new Uint32Array(order.length + 1);
  for (const [place, term] of order.entries()) {
    before[place + 1] = before[place]! + starts[term + 1]! - starts[term]!;
  }
  return before;
}

// The order in which people look for the values of a text field, as the ranks that a sort compares.

interface NaturalInput {
  /** The distinct values, one behind the other. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** A language tag. */
  readonly collation: string;
}

interface NaturalRanks {
  /** Per value, from 1: the same where the collation tells no difference. */
  readonly ranks: Uint32Array;
  readonly count: number;
}

/** Cost: O(values · log values) comparisons. Memory: the values as strings, and some 30 bytes for each. */
function naturalRanks({ bytes, lengths, collation }: NaturalInput): NaturalRanks {
  const { compare } = collatorOf(collation);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const texts = Array.from(lengths, (length) => {
    at += length;
    return buffer.toString('utf8', at - length, at);
  });
  const order = Array.from(texts, (_, value) => value).sort((a, b) => compare(texts[a]!, texts[b]!) || a - b);
  const ranks = new Uint32Array(texts.length);
  let count = 0;
  for (const [place, value] of order.entries()) {
    if (place === 0 || compare(texts[order[place - 1]!]!, texts[value]!) !== 0) count += 1;
    ranks[value] = count;
  }
  return { ranks, count };
}

export const naturalJob: Job<NaturalInput, NaturalRanks> = {
  name: 'natural',
  structure: 'natural',
  work: naturalRanks,
};
