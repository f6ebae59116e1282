/**
 * The natural order of a text field's values, as people look for them: the ranks that a sort compares.
 */
import { collatorOf } from '../../src/content/model/index.js';
import type { Job } from '../work/index.js';

interface NaturalInput {
  /** The distinct values, concatenated. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** A language tag. */
  readonly collation: string;
}

interface NaturalRanks {
  /** Value → rank, from 1; equal for values that the collation does not distinguish. */
  readonly ranks: Uint32Array;
  readonly count: number;
}

/** Cost: O(values · log values) comparisons. Memory: the values as strings, and some 30 bytes each. */
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
