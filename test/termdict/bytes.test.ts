import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes, compareReversed, containsBytes, firstIndex, startsWithBytes } from '../../src/termdict/index.js';

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

describe('byte strings within others', () => {
  it('any two › compare as Buffers do, forwards and backwards', () => {
    fc.assert(
      fc.property(bytes(6), bytes(6), (a, b) => {
        expect(signs(compareBytes(...framed(a), b))).toBe(Buffer.compare(a, b));
        const reversed = Buffer.compare(Buffer.from(a).reverse(), Buffer.from(b).reverse());
        expect(signs(compareReversed(...framed(a), b))).toBe(reversed);
      }),
    );
  });

  it('any prefix › is one exactly where the Buffer begins with it', () => {
    fc.assert(
      fc.property(bytes(6), bytes(3), (a, prefix) => {
        expect(startsWithBytes(...framed(a), prefix)).toBe(a.subarray(0, prefix.byteLength).equals(prefix));
      }),
    );
  });

  it('any pattern in short and long strings › is found exactly where the Buffer includes it', () => {
    const pattern = bytes(12).filter(({ byteLength }) => byteLength > 0);
    fc.assert(
      fc.property(fc.oneof(bytes(20), bytes(400)), pattern, (a, asked) => {
        expect(containsBytes(...framed(a), asked)).toBe(a.includes(asked));
        expect(containsBytes(...framed(Buffer.concat([a, asked])), asked)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('firstIndex', () => {
  it('any place from which it holds › is found, the size where it never does', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1100), (size, from) => {
        expect(firstIndex(size, (index) => index >= from)).toBe(Math.min(size, from));
      }),
    );
    // Beyond 2^31 the sum of two indexes has no 32 bits.
    expect(firstIndex(2 ** 40, (index) => index >= 2 ** 39 + 7)).toBe(2 ** 39 + 7);
  });
});
