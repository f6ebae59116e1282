/**
 * Distinct strings by number, beside a Map and a list that have them as text.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InternTable } from '../../../build/read/ids/intern-table.js';
import { ExportError, InvariantError } from '../../../src/content/errors/index.js';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const strings = fc.array(fc.uint8Array({ minLength: 1, maxLength: 256 }), { minLength: 1, maxLength: 120 });

describe('InternTable', () => {
  it('strings of all lengths, in small and large pages › keep their numbers', () => {
    fc.assert(
      fc.property(strings, fc.constantFrom(512, 1024, undefined), (all, pageBytes) => {
        const table = new InternTable('a test', pageBytes);
        const numbers = new Map<string, number>();
        for (const bytes of all) {
          const text = textOf(bytes);
          expect(table.find(bytes, 0, bytes.length)).toBe(numbers.get(text));
          if (!numbers.has(text)) numbers.set(text, numbers.size);
          expect(table.intern(Buffer.from(`x${text}y`, 'latin1'), 1, 1 + bytes.length)).toBe(numbers.get(text));
          expect(table.size).toBe(numbers.size);
        }
        const held = Array.from({ length: table.size }, (_, number) => textOf(table.bytes(number)));
        expect(held).toEqual([...numbers.keys()]);
        table.releaseLookup();
        expect(textOf(table.bytes(table.size - 1))).toBe(held.at(-1));
        expect(() => table.intern(Buffer.from('a'), 0, 1)).toThrow(InvariantError);
        expect(() => table.bytes(table.size)).toThrow(InvariantError);
      }),
      { seed: 13, numRuns: 200 },
    );
  });

  it('strings removed at a page boundary › leave the other strings unchanged and free their space', () => {
    // 256 bytes and the length before them: one to a page of 512, as two do not fit; of 255, exactly two.
    for (const length of [256, 255, 100, 1]) {
      const table = new InternTable('a test', 512);
      const bytes = (i: number): Buffer => Buffer.from(i.toString(36).padStart(2, '0').padEnd(length, '-'));
      const all = Array.from({ length: 30 }, (_, i) => (length === 1 ? Buffer.of(i) : bytes(i)));
      const addAll = (): number[] => all.map((one) => table.intern(one, 0, one.length));
      const expected = [...all.keys()];
      expect(addAll()).toEqual(expected);
      const full = table.byteLength;
      for (let kept = all.length; kept >= 0; kept -= 1) {
        table.truncate(kept);
        expect(table.size).toBe(kept);
        const found = all.map((one) => table.find(one, 0, one.length));
        expect(found).toEqual(expected.map((number) => (number < kept ? number : undefined)));
        expect(addAll()).toEqual(expected);
        expect(table.byteLength).toBe(full);
      }
      expect(expected.map((number) => textOf(table.bytes(number)))).toEqual(all.map(textOf));
    }
  });

  it('more bytes than the maximum › an error that names the owner', () => {
    const table = new InternTable('the ids of one content type', 512, 1024);
    const add = (i: number): number => table.intern(Buffer.alloc(256, i), 0, 256);
    expect([add(1), add(2)]).toEqual([0, 1]);
    expect(() => add(3)).toThrow(ExportError);
    expect(() => add(3)).toThrow('the ids of one content type take more than 4 GiB; split the type');
    expect(add(2)).toBe(1);
    expect(table.size).toBe(2);
  });

  it('an empty or too long string › is refused', () => {
    const table = new InternTable('a test');
    expect(() => table.intern(Buffer.alloc(0), 0, 0)).toThrow(InvariantError);
    expect(() => table.intern(Buffer.alloc(257), 0, 257)).toThrow(InvariantError);
    expect(table.size).toBe(0);
  });
});
