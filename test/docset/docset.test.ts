import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascending, Bitset, onesIn, orderWindow } from '../../src/docset/index.js';

const size = 200;
const docs = fc.array(fc.nat(size - 1));
const distinct = (list: readonly number[]): number[] => [...new Set(list)].sort((a, b) => a - b);

describe('Bitset', () => {
  it('any docs added › are the ones it has, counts and lists', () => {
    fc.assert(
      fc.property(docs, (list) => {
        const bits = new Bitset(size);
        bits.addAll(Uint32Array.from(list));
        const expected = distinct(list);
        expect(bits.count()).toBe(expected.length);
        expect([...bits.toList(expected.length)]).toEqual(expected);
        for (let doc = 0; doc < size; doc += 1) expect(bits.has(doc)).toBe(expected.includes(doc));
      }),
    );
  });

  it('any window › is the slice of the ascending list', () => {
    fc.assert(
      fc.property(docs, fc.nat(size), fc.nat(size), (list, skip, limit) => {
        const bits = new Bitset(size);
        for (const doc of list) bits.add(doc);
        const out = new Uint32Array(limit);
        const written = bits.window(skip, limit, out);
        expect([...out.subarray(0, written)]).toEqual(distinct(list).slice(skip, skip + limit));
      }),
    );
  });

  it.each([
    [0, 0],
    [1, 1],
    [0xffffffff, 32],
    [0x80000001, 2],
    [0x55555555, 16],
  ])('ones in %i › are %i', (word, ones) => {
    expect(onesIn(word)).toBe(ones);
  });
});

describe('orderWindow', () => {
  it('any window of any docs in any order › is the slice of the sorted list, and no doc is lost', () => {
    const keys = fc.array(fc.nat(5), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(59)), keys, fc.nat(60), fc.nat(60), (list, rank, start, length) => {
        const order = (a: number, b: number): number => rank[a]! - rank[b]! || a - b;
        for (const compare of [order, ascending]) {
          const held = Uint32Array.from(list);
          orderWindow(held, start, start + length, compare);
          const sorted = [...list].sort(compare);
          expect([...held.subarray(start, start + length)]).toEqual(sorted.slice(start, start + length));
          expect(distinct([...held])).toEqual(distinct(list));
        }
      }),
    );
  });
});
