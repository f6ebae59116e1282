import { describe, expect, it } from 'vitest';
import { Heads, headCount, prefixNumber, suffixNumber } from '../../../src/index/termdict/index.js';

describe('Heads', () => {
  it('the first six bytes, and the last six from the end › are one number, missing bytes as zeros', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    expect(prefixNumber(bytes, 0)).toBe(0x010203040506);
    expect(prefixNumber(bytes, 2)).toBe(0x030405060708);
    expect(prefixNumber(bytes, 6)).toBe(0x070800000000);
    expect(prefixNumber(bytes, 8)).toBe(0);
    expect(suffixNumber(bytes, 0)).toBe(0x080706050403);
    expect(suffixNumber(bytes, 6)).toBe(0x020100000000);
    expect(suffixNumber(bytes, 8)).toBe(0);
    expect(prefixNumber(Uint8Array.of(255, 255, 255, 255, 255, 255), 0)).toBe(2 ** 48 - 1);
  });

  it('a list › has a head per 32 terms, rounded up', () => {
    expect([0, 1, 32, 33, 64, 65].map(headCount)).toEqual([0, 1, 1, 2, 2, 3]);
  });

  it.each([
    // Before the first head: nothing is less. Between two: among the terms behind the lesser.
    [5, 0, 0],
    [15, 0, 32],
    [25, 32, 64],
    // A head itself: the terms before it may be as great, and those behind it.
    [10, 0, 32],
    [20, 0, 64],
    [45, 96, 100],
  ])('around %i › searches among the terms from %i to %i', (number, low, high) => {
    expect(new Heads(Float64Array.of(10, 20, 30, 40), 100).searchRange(number)).toEqual([low, high]);
  });

  it('several equal heads › searches all their terms', () => {
    expect(new Heads(Float64Array.of(10, 20, 20, 20, 30), 160).searchRange(20)).toEqual([0, 128]);
  });
});
