import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitset, countOnes, orderWindow, partitionByRank } from '../../../src/index/docset/index.js';

const size = 200;
const docs = fc.array(fc.nat(size - 1));
const distinct = (list: readonly number[]): number[] => [...new Set(list)].sort((a, b) => a - b);

describe('Bitset', () => {
  it('any added docs › are members, and are counted and listed', () => {
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

  it('any added range › consists of members, and earlier members stay', () => {
    fc.assert(
      fc.property(docs, fc.nat(size), fc.nat(size), (list, one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const bits = Bitset.of(size, Uint32Array.from(list));
        bits.addRange(start, end);
        const range = Array.from({ length: end - start }, (_, place) => start + place);
        expect([...bits.toList(bits.count())]).toEqual(distinct([...list, ...range]));
      }),
    );
  });

  it('any window › is a slice of the ascending list', () => {
    fc.assert(
      fc.property(docs, fc.nat(size), fc.nat(size), (list, skip, limit) => {
        const bits = new Bitset(size);
        for (const doc of list) bits.add(doc);
        const out = new Uint32Array(limit);
        const written = bits.writeWindow(skip, limit, out);
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
  ])('%i › has %i ones', (word, ones) => {
    expect(countOnes(word)).toBe(ones);
  });
});

describe('Bitset › two sets', () => {
  // 70 docs end within a word, 64 with one.
  it.each([70, 64])('of %i docs › each operation is that of sets, and nothing is beyond the last doc', (all) => {
    const pair = (): [Bitset, Bitset] => [
      Bitset.of(all, Uint32Array.of(0, 1, 33, all - 1)),
      Bitset.of(all, Uint32Array.of(1, 2, 63, all - 1)),
    ];
    const outcome = (act: (left: Bitset, right: Bitset) => void): number[] => {
      const [left, right] = pair();
      act(left, right);
      expect([...right.toList(right.count())]).toEqual(distinct([1, 2, 63, all - 1]));
      return [...left.toList(left.count())];
    };
    const every = Array.from({ length: all }, (_, doc) => doc);
    expect(outcome(() => undefined)).toEqual([0, 1, 33, all - 1]);
    expect(outcome((left) => left.clear())).toEqual([]);
    expect(outcome((left) => left.setToAll())).toEqual(every);
    expect(outcome((left) => left.toggleAll(Uint32Array.of(1, 5)))).toEqual([0, 5, 33, all - 1]);
    expect(outcome((left, { words }) => left.setTo(words))).toEqual(distinct([1, 2, 63, all - 1]));
    expect(outcome((left, right) => left.and(right))).toEqual([1, all - 1]);
    expect(outcome((left, right) => left.or(right))).toEqual(distinct([0, 1, 2, 33, 63, all - 1]));
    expect(outcome((left, { words }) => left.removeAll(words))).toEqual([0, 33]);
    expect(outcome((left, { words }) => left.setToXor(left.words, words))).toEqual(
      distinct([0, 2, 33, 63]).filter((doc) => doc !== all - 1),
    );
    const [left, right] = pair();
    expect(left.countCommon(right.words)).toBe(2);
    expect(left.words.length).toBe(Math.ceil(all / 32));
    expect(new Bitset(all).count()).toBe(0);
  });

  it('a list › is written to the output, which is cut if it is longer', () => {
    const bits = Bitset.of(40, Uint32Array.of(3, 35));
    const place = new Uint32Array(2);
    expect(bits.toList(2, place)).toBe(place);
    expect([...place]).toEqual([3, 35]);
    const longer = new Uint32Array(5);
    expect([...bits.toList(2, longer)]).toEqual([3, 35]);
    expect(bits.toList(2, longer).buffer).toBe(longer.buffer);
  });

  it('any window of a dense set › writes at most the limit', () => {
    const some = fc.subarray(Array.from({ length: size }, (_, doc) => doc));
    fc.assert(
      fc.property(some, fc.nat(size), fc.nat(60), (list, skip, limit) => {
        const bits = Bitset.of(size, Uint32Array.from(list));
        const out = new Uint32Array(limit + 40).fill(4000);
        const written = bits.writeWindow(skip, limit, out);
        expect([...out.subarray(0, written)]).toEqual(list.slice(skip, skip + limit));
        expect(out.subarray(written).every((doc) => doc === 4000)).toBe(true);
      }),
    );
  });
});

describe('orderWindow', () => {
  it('any window of any docs › is a slice of the sorted docs, and no doc is lost', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(59)), fc.nat(60), fc.nat(60), (list, start, length) => {
        const held = Uint32Array.from(list);
        orderWindow(held, start, start + length);
        const sorted = [...list].sort((a, b) => a - b);
        expect([...held.subarray(start, start + length)]).toEqual(sorted.slice(start, start + length));
        expect(distinct([...held])).toEqual(distinct(list));
      }),
    );
  });

  // Found by soak:slowest: pivots from the ends and the middle took one doc a pass off a list like this, for minutes.
  it('a smallest doc at the end › puts the window first', () => {
    const count = 2_000_000;
    const held = Uint32Array.from({ length: count }, (_, place) => (place === 0 ? count : place - 1));
    const ranks = held.slice();
    orderWindow(held, 0, 3);
    expect([...held.subarray(0, 3)]).toEqual([0, 1, 2]);
    expect(partitionByRank(ranks.slice(), ranks, 0, count, 2)).toEqual({ start: 2, end: 3 });
  }, 10_000);
});
