/**
 * The order in which people look for the values of a text field, as the ranks that a sort compares.
 */
import { collatorOf } from '../../src/content/model/index.js';
import type { Job } from '../work/index.js';

export interface NaturalInput {
  /** The distinct values, one behind the other. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** A language tag. */
  readonly collation: string;
}

export interface NaturalRanks {
  /** Per value, from 1: the same where the collation tells no difference. */
  readonly ranks: Uint32Array;
  readonly count: number;
}

/** Cost: O(values · log values) comparisons. Memory: the values as strings, and some 30 bytes for each. */
export function naturalRanks({ bytes, lengths, collation }: NaturalInput): NaturalRanks {
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
