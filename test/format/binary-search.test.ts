import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containsAscending,
  firstAbove,
  firstAtLeast,
  firstIndex,
  firstIndexFrom,
  firstIndexWithin,
} from '../../src/format/index.js';

describe('firstIndex', () => {
  it('a predicate that is true from any index on › returns that index, or the size if there is none', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1100), (size, from) => {
        expect(firstIndex(size, (index) => index >= from)).toBe(Math.min(size, from));
      }),
    );
    // Beyond 2^31 the sum of two indexes has no 32 bits.
    expect(firstIndex(2 ** 40, (index) => index >= 2 ** 39 + 7)).toBe(2 ** 39 + 7);
  });
});

describe('firstIndexFrom and firstIndexWithin', () => {
  it('any range › returns the first index for which the predicate is true, or the end', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.nat(700), (low, more, from) => {
        const high = low + more;
        const expected = Math.min(high, Math.max(low, from));
        expect(firstIndexWithin(low, high, (index) => index >= from)).toBe(expected);
        expect(firstIndexFrom(low, high, (index) => index >= from)).toBe(expected);
      }),
    );
  });

  it('any predicate › tests indexes of the range only, and few for a near result', () => {
    const size = 2 ** 20;
    for (const near of [0, 1, 2, 3, 10, 1000, size - 1, size]) {
      const asked: number[] = [];
      const reached = (index: number): boolean => {
        asked.push(index);
        return index >= near;
      };
      expect(firstIndexFrom(0, size, reached)).toBe(near);
      expect(asked.every((index) => index >= 0 && index < size)).toBe(true);
      expect(asked.length, `${near}`).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(near + 1)) + 1);
    }
  });
});

describe('firstAtLeast and firstAbove', () => {
  const ascending = (max: number) =>
    fc.uniqueArray(fc.nat(max), { maxLength: 40 }).map((values) => values.sort((a, b) => a - b));

  it('any range and value › returns the first index whose number is not less, or the end', () => {
    fc.assert(
      fc.property(ascending(60), fc.nat(70), fc.nat(40), fc.nat(40), (values, value, one, other) => {
        const [low, high] = [Math.min(one, other, values.length), Math.min(Math.max(one, other), values.length)];
        const found = values.findIndex((own, index) => index >= low && index < high && own >= value);
        expect(firstAtLeast(Uint32Array.from(values), value, low, high)).toBe(found < 0 ? high : found);
        expect(containsAscending(Uint32Array.from(values), value)).toBe(values.includes(value));
      }),
    );
    expect(firstAtLeast(Uint32Array.of(1, 2 ** 32 - 1), 2 ** 32 - 1)).toBe(1);
  });

  it('any range of bytes › returns the first index whose byte is greater, or the end', () => {
    fc.assert(
      fc.property(ascending(255), fc.nat(255), fc.nat(40), (values, value, from) => {
        const low = Math.min(from, values.length);
        const found = values.findIndex((own, index) => index >= low && own > value);
        expect(firstAbove(Uint8Array.from(values), value, low, values.length)).toBe(found < 0 ? values.length : found);
      }),
    );
  });
});
