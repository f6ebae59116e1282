/**
 * Walking a stored order: the number of tested members, and the tests, if many docs share a value.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../../build/sorting/posting-lists.js';
import type { KeyColumn } from '../../../../src/engine/query/page/key-column.js';
import { walk } from '../../../../src/engine/query/page/page.js';
import type { Members } from '../../../../src/engine/query/run/members.js';
import { WALK_BLOCK } from '../../../../src/index/costs/index.js';
import { Arena, Bitset, Budget } from '../../../../src/index/docset/index.js';
import { quantileBits } from '../../../../src/index/postings/choose-quantiles.js';
import { Quantiles, RunPostings } from '../../../../src/index/postings/index.js';
import { amount } from '../../../../testing/amount.js';

const size = 60_000;

function keyOf(ordinalOf: (doc: number) => number, terms: number, descending = false): KeyColumn {
  const column = Uint16Array.from({ length: size }, (_, doc) => ordinalOf(doc));
  const { docs, starts } = buildRuns(Uint32Array.from(column), terms);
  return { column, postings: new RunPostings(docs, starts), quantiles: undefined, descending };
}

/** Members with every `step`-th doc, and counters of their calls. */
function everyNth(step: number, figures: Partial<Members> = {}) {
  const docs = Uint32Array.from({ length: size / step }, (_, index) => index * step);
  const calls = { sifted: 0, bits: 0, docs: 0 };
  const members: Members = {
    count: docs.length,
    isAll: step === 1,
    ascends: true,
    sift(given, out) {
      calls.sifted += given.length;
      const passing = given.filter((doc) => doc % step === 0);
      out.set(passing);
      return passing.length;
    },
    testCost: 10,
    setupCost: 0,
    docs() {
      calls.docs += 1;
      return docs;
    },
    listCost: 1e9,
    bits() {
      calls.bits += 1;
      return Bitset.of(size, docs);
    },
    bitsCost: 1e9,
    ...figures,
  };
  return { members, docs, asked: calls };
}

/** The window of the docs by the keys, sorted plainly. */
function sorted(docs: Uint32Array, keys: readonly KeyColumn[], skip: number, wanted: number): number[] {
  const place = ({ column, descending }: KeyColumn, doc: number): number => {
    const ordinal = column[doc]!;
    return ordinal === 0 ? Number.POSITIVE_INFINITY : descending ? -ordinal : ordinal;
  };
  const order = docs.toSorted((a, b) => {
    for (const key of keys) if (place(key, a) !== place(key, b)) return place(key, a) < place(key, b) ? -1 : 1;
    return a - b;
  });
  return [...order.slice(skip, skip + wanted)];
}

const half = (descending: boolean): KeyColumn => keyOf((doc) => 1 + (Math.floor(doc / 7) % 2), 2, descending);
const none = keyOf(() => 0, 1);
const second = keyOf((doc) => 1 + ((doc * 7919) % 1000), 1000);

describe('a walk without a key', () => {
  it('finds nothing', () => {
    const { members } = everyNth(1);
    expect(walk(members, [], 3, 2, new Arena(size))).toEqual({ docs: new Uint32Array(2), skipped: 0 });
  });
});

describe('a walk over values of few docs', () => {
  const fine = keyOf((doc) => 1 + ((doc * 7) % 20_000), 20_000);

  it('members at the far end of the order › blocks grow, and each is charged', () => {
    const { members } = everyNth(2);
    const last = Uint32Array.from(fine.postings.docs.subarray(size - 40)).sort();
    let blocks = 0;
    const sift: Members['sift'] = (given, out) => {
      blocks += 1;
      const passing = given.filter((doc) => last.includes(doc));
      out.set(passing);
      return passing.length;
    };
    const arena = new Arena(size);
    arena.budget = new Budget();
    const result = walk({ ...members, sift }, [fine], 0, 20, arena);
    expect([...result.docs]).toEqual(sorted(last, [fine], 0, 20));
    // Blocks of 256 docs would be 230.
    expect(blocks).toBeLessThan(25);
    expect(arena.budget.spent).toBe(size + blocks * WALK_BLOCK);
  });

  it.each([false, true])('descending: %s › looks at hardly more than it needs', (descending) => {
    const key = { ...fine, descending };
    for (const [skip, wanted] of [
      [0, 5],
      [40, 20],
    ] as const) {
      const { members, docs, asked } = everyNth(20);
      const result = walk(members, [key], skip, wanted, new Arena(size));
      expect([...result.docs]).toEqual(sorted(docs, [key], skip, wanted));
      expect(result.skipped).toBe(skip);
      // Blocks are a quarter longer than is likely to be enough, and end with a value.
      expect(asked.sifted).toBeLessThanOrEqual(Math.max(256, (skip + wanted) * 20 * 1.25) * 1.1 * 2);
      expect([asked.bits, asked.docs]).toEqual([0, 0]);
    }
  });

  it('all docs › begins where the skipped ones end', () => {
    for (const descending of [false, true]) {
      const { members, docs, asked } = everyNth(1);
      const key = { ...fine, descending };
      const result = walk(members, [key], 50_000, 7, new Arena(size));
      expect([...result.docs]).toEqual(sorted(docs, [key], 50_000, 7));
      expect(asked.sifted).toBeLessThan(600);
    }
  });

  it('more than there are › the available docs, and the number skipped', () => {
    const { members, docs } = everyNth(20_000);
    const result = walk(members, [fine], 1, 9, new Arena(size));
    expect([...result.docs]).toEqual(sorted(docs, [fine], 1, 9));
    expect(result.docs.length).toBe(2);
    const beyond = walk({ ...members, count: 9 }, [fine], 5, 2, new Arena(size));
    expect([beyond.docs.length, beyond.skipped]).toEqual([0, 3]);
  });
});

describe('a value of very many docs', () => {
  const orders = [
    ['ascending', half(false), []],
    ['descending', half(true), []],
    ['by a second key', half(false), [second]],
    ['by a second key, descending', half(true), [{ ...second, descending: true }]],
    ['not populated', none, []],
    ['not populated, by a second key', none, [second]],
  ] as const;

  it.each(orders)('%s › likely enough members › are found without counting them', (_, key, rest) => {
    const { members, docs, asked } = everyNth(10);
    const result = walk(members, [key, ...rest], 3, 6, new Arena(size));
    expect([...result.docs]).toEqual(sorted(docs, [key, ...rest], 3, 6));
    expect(result.skipped).toBe(3);
    expect(asked.sifted).toBeLessThan(size / 8);
    expect([asked.bits, asked.docs]).toEqual([0, 0]);
  });

  it.each(orders)('%s › many wanted › its docs are tested one by one', (_, key, rest) => {
    const { members, docs, asked } = everyNth(1000, { testCost: 1 });
    const result = walk(members, [key, ...rest], 3, 40, new Arena(size));
    expect([...result.docs]).toEqual(sorted(docs, [key, ...rest], 3, 40));
    expect(asked.sifted).toBeGreaterThanOrEqual(size / 2);
    expect([asked.bits, asked.docs]).toEqual([0, 0]);
  });

  it.each(orders)('%s › bits at hand › are combined with those of the value', (_, key, rest) => {
    const { members, docs, asked } = everyNth(1000, { testCost: 1e6, bitsCost: 0 });
    const result = walk(members, [key, ...rest], 3, 40, new Arena(size));
    expect([...result.docs]).toEqual(sorted(docs, [key, ...rest], 3, 40));
    expect(asked.sifted).toBe(0);
    expect(asked.bits).toBeGreaterThan(0);
  });

  it.each(orders)('%s › all docs › none is tested', (_, key, rest) => {
    const { members, docs, asked } = everyNth(1);
    const result = walk(members, [key, ...rest], 45_000, 5, new Arena(size));
    expect([...result.docs]).toEqual(sorted(docs, [key, ...rest], 45_000, 5));
    expect([asked.bits, asked.docs]).toEqual([0, 0]);
    expect(asked.sifted).toBeLessThan(1000);
  });

  it('fewer members than are skipped › the walk continues with the next value', () => {
    // Odd docs come first, and no member is one.
    const key = keyOf((doc) => 1 + (doc % 2), 2, true);
    const { members, docs } = everyNth(1000, { testCost: 1 });
    const result = walk(members, [key], 0, 60, new Arena(size));
    expect([...result.docs]).toEqual(sorted(docs, [key], 0, 60));
    expect(result.docs.length).toBe(60);
    const odd = keyOf((doc) => 1 + (Math.floor(doc / 1000) % 2), 2);
    const skipped = walk(members, [odd], 35, 10, new Arena(size));
    expect([...skipped.docs]).toEqual(sorted(docs, [odd], 35, 10));
  });
});

describe('a guess that was wrong', () => {
  // Odd docs come first, and no member is one, though they should have half of the members.
  const odd = keyOf((doc) => 1 + (doc % 2), 2, true);

  it.each([
    ['alone', odd, []],
    ['before a second key', odd, [second]],
  ])('%s › nothing is skipped, and the walk continues', (_, key, rest) => {
    for (const skip of [0, 3, 40]) {
      const { members, docs } = everyNth(10);
      const result = walk(members, [key, ...rest], skip, 6, new Arena(size));
      expect([...result.docs]).toEqual(sorted(docs, [key, ...rest], skip, 6));
      expect(result.skipped).toBe(skip);
    }
  });

  it('some are there, but fewer than are skipped › they are counted as skipped', () => {
    // Of the first docs, only docs below 600 can be members.
    const early = keyOf((doc) => (doc < 30_600 ? 2 : 1), 2, true);
    const { members, docs } = everyNth(10, {
      sift(given, out) {
        const passing = given.filter((doc) => doc % 10 === 0 && (doc < 600 || doc >= 30_600));
        out.set(passing);
        return passing.length;
      },
    });
    const memberDocs = docs.filter((doc) => doc < 600 || doc >= 30_600);
    for (const skip of [0, 50, 58, 60, 70]) {
      const result = walk({ ...members, count: docs.length }, [early], skip, 6, new Arena(size));
      expect([...result.docs], `${skip}`).toEqual(sorted(memberDocs, [early], skip, 6));
      expect(result.skipped).toBe(skip);
    }
  });
});

describe('all docs by two keys', () => {
  it.each([false, true])('descending: %s › the window from any start', (descending) => {
    // Longer and longer runs, and docs without a value at the end.
    const uneven = keyOf(
      (doc) => (doc % 9 === 0 ? 0 : 1 + Math.floor(Math.sqrt((doc * 7919) % size) / 12)),
      21,
      descending,
    );
    for (const skip of [0, 1, 77, 300, 5000, 20_011, 41_000, 53_300, 53_333, 53_334, 59_995]) {
      const { members, docs } = everyNth(1);
      const result = walk(members, [uneven, second], skip, 4, new Arena(size));
      expect([...result.docs], `${skip}`).toEqual(sorted(docs, [uneven, second], skip, 4));
      expect(result.skipped).toBe(skip);
    }
  });
});

describe('any members, keys and window', () => {
  const few = 6000;
  /** Spread over [0, 1), the same in every run. Source: the finaliser of MurmurHash3 (Appleby). */
  const noise = (stream: number, doc: number): number => {
    const hash = Math.imul(stream ^ Math.imul(doc + 1, 0x9e3779b1), 0x85ebca6b);
    return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
  };
  /** Values from very many docs to a single one; the last `empty` of ten docs have none. */
  const skewed = (stream: number, terms: number, empty: number): { column: Uint16Array; postings: RunPostings } => {
    const drawn = Array.from({ length: few }, (_, doc) =>
      noise(stream + 50, doc) * 10 < empty ? 0 : 1 + Math.floor(noise(stream, doc) ** 4 * terms),
    );
    // Every term must have a doc.
    const used = [...new Set(drawn.filter((ordinal) => ordinal > 0))].sort((a, b) => a - b);
    const rank = new Map(used.map((ordinal, index) => [ordinal, index + 1]));
    const column = Uint16Array.from(drawn, (ordinal) => rank.get(ordinal) ?? 0);
    const { docs, starts } = buildRuns(Uint32Array.from(column), used.length);
    return { column, postings: new RunPostings(docs, starts) };
  };
  const columns = [
    skewed(1, 3, 0),
    skewed(2, 40, 1),
    skewed(3, 900, 0),
    skewed(4, 5000, 3),
    skewed(5, 12, 8),
    skewed(6, 1, 5),
  ].map(({ column, postings }) => {
    const places = Uint32Array.from(
      { length: 9 },
      (_, part) => postings.starts[Math.floor((part * postings.termCount) / 8)]!,
    );
    return { column, postings, quantiles: new Quantiles(places, quantileBits(postings.docs, places), postings.docs) };
  });

  it('› the slice of the plainly sorted list, and how many were skipped', () => {
    const key = fc.record({ which: fc.nat(columns.length - 1), descending: fc.boolean(), counted: fc.boolean() });
    const figures = fc.record({
      testCost: fc.constantFrom(0.1, 10, 1e5),
      bitsCost: fc.constantFrom(0, 50, 1e9),
      setupCost: fc.constantFrom(0, 1e6),
    });
    const share = fc.constantFrom(0.002, 0.03, 0.3, 0.9, 2);
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 1, maxLength: 3 }),
        figures,
        share,
        fc.nat(9),
        fc.double({ min: 0, max: 1.05, noNaN: true }),
        fc.integer({ min: 1, max: 150 }),
        (drawn, costs, portion, stream, far, wanted) => {
          const keys = drawn.map(({ which, descending, counted }): KeyColumn => {
            const { column, postings, quantiles } = columns[which]!;
            return { column, postings, descending, quantiles: counted ? quantiles : undefined };
          });
          const docs = Uint32Array.from({ length: few }, (_, doc) => doc).filter((doc) => noise(stream, doc) < portion);
          const set = Bitset.of(few, docs);
          const members: Members = {
            count: docs.length,
            isAll: docs.length === few,
            ascends: true,
            sift(given, out) {
              const passing = given.filter((doc) => set.has(doc));
              out.set(passing);
              return passing.length;
            },
            docs: () => docs,
            listCost: 1e9,
            bits: () => set,
            ...costs,
          };
          if (docs.length === 0) return;
          // Near the beginning more often than anywhere else.
          const skip = Math.floor(far ** 3 * docs.length);
          const result = walk(members, keys, skip, wanted, new Arena(few));
          expect([...result.docs]).toEqual(sorted(docs, keys, skip, wanted));
          expect(result.skipped).toBe(Math.min(skip, docs.length));
        },
      ),
      { numRuns: Number(process.env['STELE_RUNS'] ?? amount(200, 50)) * 3 },
    );
  });
});
