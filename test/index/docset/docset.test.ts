import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascending, Bitset, onesIn, orderWindow } from '../../../src/index/docset/index.js';

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

  it('any range added › is in, beside what was', () => {
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
    expect(outcome((left, { words }) => left.takeOut(words))).toEqual([0, 33]);
    expect(outcome((left, { words }) => left.setToDifference(left.words, words))).toEqual(
      distinct([0, 2, 33, 63]).filter((doc) => doc !== all - 1),
    );
    const [left, right] = pair();
    expect(left.countCommon(right.words)).toBe(2);
    expect(left.words.length).toBe(Math.ceil(all / 32));
    expect(new Bitset(all).count()).toBe(0);
  });

  it('a list › is written where it is told to, and a longer place is cut', () => {
    const bits = Bitset.of(40, Uint32Array.of(3, 35));
    const place = new Uint32Array(2);
    expect(bits.toList(2, place)).toBe(place);
    expect([...place]).toEqual([3, 35]);
    const longer = new Uint32Array(5);
    expect([...bits.toList(2, longer)]).toEqual([3, 35]);
    expect(bits.toList(2, longer).buffer).toBe(longer.buffer);
  });

  it('any window of a dense set › no more than the limit is written, though there is room', () => {
    const some = fc.subarray(Array.from({ length: size }, (_, doc) => doc));
    fc.assert(
      fc.property(some, fc.nat(size), fc.nat(60), (list, skip, limit) => {
        const bits = Bitset.of(size, Uint32Array.from(list));
        const out = new Uint32Array(limit + 40).fill(4000);
        const written = bits.window(skip, limit, out);
        expect([...out.subarray(0, written)]).toEqual(list.slice(skip, skip + limit));
        expect(out.subarray(written).every((doc) => doc === 4000)).toBe(true);
      }),
    );
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

describe('what orderWindow costs', () => {
  const all = 4000;
  const upwards = Array.from({ length: all }, (_, doc) => doc);
  /** The same numbers in an order that looks like none. Source: the finaliser of MurmurHash3 (Appleby). */
  const noise = (doc: number): number => {
    const hash = Math.imul(doc + 1, 0x9e3779b1);
    return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
  };
  const scrambled = upwards.toSorted((a, b) => noise(a) - noise(b));
  const comparisons = (given: readonly number[], start: number, end: number): number => {
    let count = 0;
    const docs = Uint32Array.from(given);
    orderWindow(docs, start, end, (a, b) => {
      count += 1;
      return a - b;
    });
    const last = Math.min(end, given.length);
    if (start < last) expect([...docs.subarray(start, last)]).toEqual(upwards.slice(start, last));
    return count;
  };

  it('an empty window, or one beyond the last › nothing is compared', () => {
    expect(comparisons(scrambled, 10, 10)).toBe(0);
    expect(comparisons(scrambled, all, all + 10)).toBe(0);
    expect(comparisons(scrambled, all + 5, all + 10)).toBe(0);
  });

  it('a short window › a few comparisons a doc, wherever it is and however the docs stand', () => {
    for (const given of [scrambled, upwards, upwards.toReversed()]) {
      for (const start of [0, 20, all / 2, all - 20, all - 1]) {
        expect(comparisons(given, start, start + 20) / all, `${start}`).toBeLessThan(4.5);
      }
    }
  });

  it('a window at the beginning › is parted from the rest once', () => {
    // Twice, were the docs before the window parted too, of which there are none.
    expect(comparisons(scrambled, 0, 20) / all).toBeLessThan(2.5);
    expect(comparisons(scrambled, all - 20, all) / all).toBeLessThan(3);
    expect(comparisons(scrambled, all - 20, all + 500)).toBe(comparisons(scrambled, all - 20, all));
  });

  it('all docs › are sorted, and not parted before', () => {
    let sorting = 0;
    Uint32Array.from(scrambled).sort((a, b) => {
      sorting += 1;
      return a - b;
    });
    expect(comparisons(scrambled, 0, all)).toBe(sorting);
  });

  it('the first, middle and last doc in any order › the middle one of them parts the others', () => {
    const [low, middle, high] = [0, all / 2, all - 1];
    const others = scrambled.filter((doc) => doc !== low && doc !== middle && doc !== high);
    for (const [first, between, last] of [
      [low, middle, high],
      [low, high, middle],
      [middle, low, high],
      [middle, high, low],
      [high, low, middle],
      [high, middle, low],
    ] as const) {
      const given = [first, ...others.slice(0, all / 2 - 1), between, ...others.slice(all / 2 - 1), last];
      expect(given[(all - 1) >>> 1]).toBe(given[all / 2 - 1]);
      expect(comparisons(given, middle, middle + 1) / all, `${first}, ${between}, ${last}`).toBeLessThan(3.4);
    }
  });
});
