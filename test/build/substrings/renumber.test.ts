/**
 * Renumbering buckets, with kernels and without, against doing it list by list.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainBucketReader } from '../../../build/substrings/bucket-reader.js';
import { renumber } from '../../../build/substrings/earlier/renumber.js';
import { KERNEL_SUFFIXES } from '../../../build/substrings/sort/packed-lists.js';
import { packed, unpacked } from '../../../testing/structures/packed-lists.js';

const termCount = 3000;

/** Ascending numbers; some terms are removed, and some are added between those that stay. */
const newTerms = fc
  .tuple(
    fc.array(fc.nat(termCount - 1), { maxLength: 5 }),
    fc.array(fc.nat(termCount - 1), { maxLength: 5 }),
    fc.constantFrom(0, 1, 1500),
  )
  .map(([removed, added, removedUpTo]) => {
    const numbers = new Int32Array(termCount);
    let next = 0;
    for (let term = 0; term < termCount; term += 1) {
      next += added.filter((before) => before === term).length;
      const isRemoved = removed.includes(term) || term < removedUpTo;
      numbers[term] = isRemoved ? -1 : next;
      if (!isRemoved) next += 1;
    }
    return numbers;
  });

const bucket = fc.oneof(
  { weight: 9, arbitrary: fc.uniqueArray(fc.nat(termCount - 1), { minLength: 1, maxLength: 60 }) },
  // More terms than the kernel packs.
  { weight: 1, arbitrary: fc.constant(Array.from({ length: termCount }, (_, term) => term)) },
);

describe('renumber', () => {
  it('any buckets and numbers › each bucket has the new numbers of the terms that stay; removed terms are listed', () => {
    expect(termCount).toBeGreaterThan(KERNEL_SUFFIXES);
    fc.assert(
      fc.property(fc.array(bucket, { minLength: 1, maxLength: 30 }), newTerms, (drawn, numbers) => {
        const buckets = drawn.map((terms) => terms.toSorted((a, b) => a - b));
        const lists = buckets.map((terms) => packed(terms, 2));
        const lengths = Uint32Array.from(lists, ({ byteLength }) => byteLength);
        const bytes = Uint8Array.from(Buffer.concat(lists));
        const out = renumber({ bytes, lengths, newTerms: numbers });
        expect(renumber({ bytes, lengths, newTerms: numbers }, plainBucketReader(bytes, lengths))).toEqual(out);
        let end = 0;
        const found = [...out.lengths].map((length) => {
          end += length;
          return unpacked(out.bytes.subarray(end - length, end));
        });
        expect(end).toBe(out.bytes.byteLength);
        expect(found).toEqual(buckets.map((terms) => terms.map((term) => numbers[term]!).filter((term) => term >= 0)));
        const removals = buckets.flatMap((terms, index) =>
          terms.filter((term) => numbers[term] === -1).flatMap((term) => [index, term]),
        );
        expect([...out.removals]).toEqual(removals);
      }),
      { numRuns: 100 },
    );
  });
});
