/**
 * The natural order of a text field's values, by the collation of a language: the rank of each value, which a sort compares.
 *
 * Elsewhere: the collations (src/content/model), the column of ranks (text-column).
 */
import { collatorOf } from '../../src/content/model/index.js';
import type { Job } from '../work/index.js';

/** The distinct values of a field, in the order of code points. */
interface NaturalInput {
  /** The values, concatenated. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** A language tag. */
  readonly collation: string;
}

/** The ranks of the values. */
interface NaturalRanks {
  /** Value → rank, from 1; equal for values that the collation does not distinguish. */
  readonly ranks: Uint32Array;
  /** Number of distinct ranks. */
  readonly count: number;
}

/** Cost: O(values · log values) comparisons. Memory: the values as strings, and about 30 bytes each. */
function rankNaturally({ bytes, lengths, collation }: NaturalInput): NaturalRanks {
  const { compare } = collatorOf(collation);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  const texts = Array.from(lengths, (length) => {
    const end = start + length;
    const text = buffer.toString('utf8', start, end);
    start = end;
    return text;
  });
  const sortedValues = [...texts.keys()].sort((a, b) => compare(texts[a]!, texts[b]!) || a - b);
  const ranks = new Uint32Array(texts.length);
  let count = 0;
  let previousText: string | undefined;
  for (const value of sortedValues) {
    const text = texts[value]!;
    if (previousText === undefined || compare(previousText, text) !== 0) count += 1;
    ranks[value] = count;
    previousText = text;
  }
  return { ranks, count };
}

export const naturalJob: Job<NaturalInput, NaturalRanks> = {
  name: 'natural',
  structure: 'natural',
  work: rankNaturally,
};
