import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes, compareReversed, containsBytes, startsWithBytes } from '../../../src/index/termdict/index.js';
import { amount } from '../../../testing/amount.js';

/** Few different bytes, so that parts repeat; up to lengths from which the engine's own search is used. */
const bytes = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc.array(fc.constantFrom(97, 98, 195), { maxLength, size: 'max' }).map((list) => Buffer.from(list));

/** What is asked of lies within other bytes, which must not be looked at. */
const framed = (value: Buffer): [bytes: Buffer, start: number, end: number] => [
  Buffer.concat([Buffer.from('ab'), value, Buffer.from('ab')]),
  2,
  2 + value.byteLength,
];
const signs = (order: number): number => Math.sign(order);

describe('byte strings within other bytes', () => {
  it('any two strings › compare like Buffers, forwards and backwards', () => {
    fc.assert(
      fc.property(bytes(6), bytes(6), (a, b) => {
        expect(signs(compareBytes(...framed(a), b))).toBe(Buffer.compare(a, b));
        const reversed = Buffer.compare(Buffer.from(a).reverse(), Buffer.from(b).reverse());
        expect(signs(compareReversed(...framed(a), b))).toBe(reversed);
      }),
    );
  });

  it('any prefix › is found exactly if the Buffer begins with it', () => {
    fc.assert(
      fc.property(bytes(6), bytes(3), (a, prefix) => {
        expect(startsWithBytes(...framed(a), prefix)).toBe(a.subarray(0, prefix.byteLength).equals(prefix));
      }),
    );
  });

  it('any pattern in short and long strings › is found exactly if the Buffer includes it', () => {
    const pattern = bytes(12).filter(({ byteLength }) => byteLength > 0);
    fc.assert(
      fc.property(fc.oneof(bytes(20), bytes(400)), pattern, (a, asked) => {
        expect(containsBytes(...framed(a), asked)).toBe(a.includes(asked));
        expect(containsBytes(...framed(Buffer.concat([a, asked])), asked)).toBe(true);
      }),
      { numRuns: amount(500, 100) },
    );
  });
});

describe('byte strings', () => {
  it('the result › is the difference of the first different bytes, or else of the lengths', () => {
    const of = (...bytes: number[]): Buffer => Buffer.from(bytes);
    expect(compareBytes(...framed(of(1, 9)), of(1, 4))).toBe(5);
    expect(compareBytes(...framed(of(1, 2)), of(1, 2, 3, 4))).toBe(-2);
    expect(compareReversed(...framed(of(9, 1)), of(4, 1))).toBe(5);
    expect(compareReversed(...framed(of(3, 1, 2)), of(1, 2))).toBe(1);
    expect(compareReversed(...framed(of(1, 2)), of(1, 2))).toBe(0);
  });
});
