/**
 * The lists of buckets as a build writes them, against a decoder that goes bit by bit.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suffixNumbers, termAt } from '../../../build/substrings/sort/moves.js';
import { PackedLists } from '../../../build/substrings/sort/packed-lists.js';
import { openSortMemory } from '../../../build/substrings/sort/sort-memory.js';
import { unpacked } from '../../../testing/structures/packed-lists.js';

/** Suffixes of these terms, which are all that is looked at. */
function suffixesOf(terms: readonly number[]): Int32Array {
  const suffixes = new Int32Array(terms.length * suffixNumbers).fill(-1);
  for (const [place, term] of terms.entries()) suffixes[place * suffixNumbers + termAt] = term;
  return suffixes;
}

/** Ascending, some more than once. */
const terms = (gapMaximum: number) =>
  fc.array(fc.nat(gapMaximum), { maxLength: 600 }).map((gaps) => {
    let term = 0;
    return gaps.map((gap) => (term += gap));
  });

describe('the lists of buckets', () => {
  it('by a kernel, and more than its memory holds › equal the lists without kernels', () => {
    // Some lists are too long for the kernel, and all are longer than its memory.
    const all = [300, 1024, 5000, 2, 0, 1025].flatMap((count) =>
      Array.from({ length: 20 }, (_, list) => Array.from({ length: count }, (__, place) => place * (1 + list) * 97)),
    );
    const flat = suffixesOf(all.flat());
    const { gathered, kernelMemory, packing } = openSortMemory(flat.length / suffixNumbers);
    gathered.set(flat);
    const lists = new PackedLists({ pack: kernelMemory!.kernels.packTerms, memory: packing! });
    const plain = new PackedLists();
    let from = 0;
    for (const { length } of all) {
      expect(lists.push(gathered, from, from + length)).toBe(plain.push(flat, from, from + length));
      from += length;
    }
    expect(plain.bytes().byteLength).toBeGreaterThan(packing!.byteLength);
    expect(Buffer.compare(lists.bytes(), plain.bytes())).toBe(0);
  });

  it.each([1, 3, 300, 70_000, 2 ** 17])('with gaps up to %i › contain each term once', (gapMaximum) => {
    fc.assert(
      fc.property(fc.array(terms(gapMaximum), { minLength: 1, maxLength: 5 }), (all) => {
        const lists = new PackedLists();
        const lengths = all.map((some) => lists.push(suffixesOf([7, ...some, 7]), 1, some.length + 1));
        let at = 0;
        for (const [place, length] of lengths.entries()) {
          const list = lists.bytes().subarray(at, at + length);
          expect(unpacked(list)).toEqual([...new Set(all[place])]);
          at += length;
        }
        expect(lists.bytes().length).toBe(at);
      }),
    );
  });

  it('a distant term › takes a few more bytes', () => {
    const near = Array.from({ length: 200 }, (_, place) => 5 * place);
    const push = (some: readonly number[]): number => new PackedLists().push(suffixesOf(some), 0, some.length);
    expect(push(near)).toBeLessThan(110);
    expect(push([...near, 2 ** 27 - 1])).toBeLessThan(push(near) + 8);
  });
});
