import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VarintCursor, varintLength, writeVarint } from '../../src/format/index.js';

/** Bit by bit, as the specification of LEB128 says it. */
function naive(value: number): number[] {
  const bits = value.toString(2);
  const groups: number[] = [];
  for (let end = bits.length; end > 0; end -= 7) groups.push(Number.parseInt(bits.slice(Math.max(0, end - 7), end), 2));
  return groups.map((group, index) => (index < groups.length - 1 ? group + 128 : group));
}

/** Numbers of every length, and those where one ends. */
const numbers = fc.oneof(
  fc.nat(200),
  fc.maxSafeNat(),
  fc
    .tuple(fc.integer({ min: 0, max: 52 }), fc.constantFrom(-1, 0, 1))
    .map(([bits, more]) => Math.max(0, 2 ** bits + more)),
);

describe('varints', () => {
  it('any numbers › are written as LEB128, in the announced length, and read again', () => {
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 20 }), (values) => {
        const expected = values.flatMap(naive);
        const bytes = new Uint8Array(expected.length);
        let at = 0;
        for (const value of values) {
          const end = writeVarint(bytes, at, value);
          expect(end - at).toBe(varintLength(value));
          at = end;
        }
        expect([...bytes]).toEqual(expected);
        const cursor = new VarintCursor();
        expect(values.map(() => cursor.varint(bytes))).toEqual(values);
        expect(cursor.at).toBe(bytes.length);
      }),
    );
  });

  it('any ascending numbers › fill the output, and the end position is known', () => {
    const ascending = fc
      .uniqueArray(fc.oneof(fc.nat(500), fc.nat(2 ** 32 - 1)), { maxLength: 30 })
      .map((values) => values.sort((a, b) => a - b));
    fc.assert(
      fc.property(ascending, fc.nat(30), (values, room) => {
        const each = values.map((value, index) => naive(value - (values[index - 1] ?? -1) - 1));
        const bytes = Uint8Array.from([9, ...each.flat(), 9]);
        const cursor = new VarintCursor();
        cursor.at = 1;
        const count = Math.min(room, values.length);
        const out = new Uint32Array(count);
        cursor.ascending(bytes, out);
        expect([...out]).toEqual(values.slice(0, count));
        expect(cursor.at).toBe(1 + each.slice(0, count).flat().length);
      }),
    );
  });
});
