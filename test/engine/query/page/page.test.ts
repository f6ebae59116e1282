import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../../build/sorting/posting-lists.js';
import type { KeyColumn } from '../../../../src/engine/query/page/key-column.js';
import { orderByKeys } from '../../../../src/engine/query/page/order.js';
import { pageOf } from '../../../../src/engine/query/page/page.js';
import { bitMembers, listedMembers, type Members, sourceMembers } from '../../../../src/engine/query/run/members.js';
import { siftBy } from '../../../../src/engine/query/sources/sift.js';
import { Arena, Bitset } from '../../../../src/index/docset/index.js';
import { quantileBits, quantilePlaces } from '../../../../src/index/postings/choose-quantiles.js';
import { Quantiles, RunPostings } from '../../../../src/index/postings/index.js';
import { amount } from '../../../../testing/amount.js';

/** Enough docs that every way of paging is taken: by walking, by selecting, through large ties, by bits. */
const size = 4000;
const runs = Number(process.env['STELE_RUNS'] ?? amount(400, 100));

/** A number in [0, 1) that hangs on the seed and the place only. Source: the finaliser of MurmurHash3 (Appleby). */
function noise(seed: number, place: number): number {
  let hash = Math.imul(seed ^ Math.imul(place + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

function keyColumn(seed: number, terms: number, descending: boolean, parts: boolean): KeyColumn {
  const raw = Array.from({ length: size }, (_, doc) => Math.floor(noise(seed, doc) ** 2 * (terms + 1)));
  // Every term must have a doc, as a dictionary's do.
  const distinct = [...new Set(raw)].filter((value) => value > 0).sort((a, b) => a - b);
  const column = Uint32Array.from(raw, (value) => (value === 0 ? 0 : distinct.indexOf(value) + 1));
  const { docs, starts } = buildRuns(column, distinct.length);
  const places = quantilePlaces(starts, 16);
  const quantiles = parts ? new Quantiles(places, quantileBits(docs, places), docs) : undefined;
  return { column, postings: new RunPostings(docs, starts), quantiles, descending };
}

type Form = 'bits' | 'list' | 'scrambled' | 'tested';

interface Drawn {
  readonly members: Members;
  readonly docs: readonly number[];
}

/** Members in one of the forms that a plan's may have. */
function drawMembers(seed: number, share: number, form: Form, arena: Arena): Drawn {
  const docs = Array.from({ length: size }, (_, doc) => doc).filter((doc) => share >= 1 || noise(seed, doc) < share);
  const list = Uint32Array.from(docs);
  const scrambled = list.toSorted((a, b) => noise(seed + 1, a) - noise(seed + 1, b));
  const set = new Set(docs);
  const bits = Bitset.of(size, list);
  switch (form) {
    case 'bits':
      return { docs, members: bitMembers(bits, docs.length, arena) };
    case 'list':
      return { docs, members: listedMembers(list, true, arena) };
    case 'scrambled':
      return { docs, members: listedMembers(scrambled, false, arena) };
    case 'tested': {
      const has = (doc: number): boolean => set.has(doc);
      const source = {
        size: docs.length,
        ascends: false,
        structure: 'a test',
        has,
        testCost: 300,
        docs: () => scrambled,
        listCost: docs.length * 50,
        fill: (out: Bitset) => out.setTo(bits.words),
        fillCost: docs.length * 50,
      };
      expect(siftBy(has, list, new Uint32Array(list.length))).toBe(list.length);
      return { docs, members: sourceMembers(source, arena) };
    }
  }
}

function naivePage(docs: readonly number[], keys: readonly KeyColumn[], skip: number, limit: number): number[] {
  const rank = ({ column, descending }: KeyColumn, doc: number): number => {
    const ordinal = column[doc]!;
    if (ordinal === 0) return Number.POSITIVE_INFINITY;
    return descending ? -ordinal : ordinal;
  };
  const sorted = docs.toSorted((a, b) => {
    for (const key of keys) {
      const [left, right] = [rank(key, a), rank(key, b)];
      if (left !== right) return left < right ? -1 : 1;
    }
    return a - b;
  });
  return sorted.slice(skip, skip + limit);
}

describe('pageOf', () => {
  const key = fc.record({
    seed: fc.nat(),
    terms: fc.constantFrom(1, 2, 7, 100, 100_000),
    descending: fc.boolean(),
    quantiles: fc.boolean(),
  });
  const drawn = fc.record({
    seed: fc.nat(),
    share: fc.constantFrom(0, 0.001, 0.01, 0.05, 0.3, 0.9, 1),
    form: fc.constantFrom<Form>('bits', 'list', 'scrambled', 'tested'),
  });
  const skip = fc.oneof(fc.nat(30), fc.nat(size + 10));

  it('any members by any keys › are the slice of the plainly sorted list', () => {
    fc.assert(
      fc.property(
        drawn,
        fc.array(key, { maxLength: 3 }),
        skip,
        fc.nat(100),
        ({ seed, share, form }, keys, from, limit) => {
          const arena = new Arena(size);
          const { members, docs } = drawMembers(seed, share, form, arena);
          const columns = keys.map((drawnKey) =>
            keyColumn(drawnKey.seed, drawnKey.terms, drawnKey.descending, drawnKey.quantiles),
          );
          const page = pageOf(members, columns, { skip: from, limit }, arena);
          expect([...page]).toEqual(naivePage(docs, columns, from, limit));
        },
      ),
      { numRuns: runs },
    );
  });
});

describe('orderByKeys', () => {
  it.each([false, true])('many docs, few wanted, descending: %s › most are left out by value first', (descending) => {
    const columns = [keyColumn(5, 5000, descending, false), keyColumn(6, 7, false, false)];
    const allDocs = Array.from({ length: 3000 }, (_, index) => index);
    const arena = new Arena(size);
    const orderedCounts: number[] = [];
    const { siftColumn } = arena.routines;
    const routines = {
      ...arena.routines,
      siftColumn(...operands: Parameters<typeof siftColumn>) {
        const count = siftColumn(...operands);
        orderedCounts.push(count);
        return count;
      },
    };
    Object.defineProperty(arena, 'routines', { value: routines });
    const docs = Uint32Array.from(allDocs);
    orderByKeys(docs, 1500, 1520, columns, arena);
    expect([...docs.subarray(1500, 1520)]).toEqual(naivePage(allDocs, columns, 1500, 20));
    // Docs before the window and near it are selected; then again among these, if they are still many.
    expect(orderedCounts.length).toBeGreaterThanOrEqual(2);
    const [before = 0, near = 0] = orderedCounts;
    expect(before).toBeLessThanOrEqual(1500);
    expect(before + near).toBeGreaterThanOrEqual(1520);
    expect(near).toBeLessThan(1500);
  });

  it('any docs by any keys › the window is the slice of the plainly sorted list', () => {
    const key = fc.record({ seed: fc.nat(), terms: fc.constantFrom(1, 2, 7, 100, 5000), descending: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(key, { maxLength: 3 }),
        fc.nat(),
        fc.constantFrom(1, 30, 100, 1500, size),
        fc.nat(size),
        fc.nat(40),
        (keys, seed, count, start, length) => {
          const columns = keys.map((drawn) => keyColumn(drawn.seed, drawn.terms, drawn.descending, false));
          const all = Array.from({ length: size }, (_, doc) => doc);
          const memberDocs = all.toSorted((a, b) => noise(seed, a) - noise(seed, b)).slice(0, count);
          const docs = Uint32Array.from(memberDocs);
          orderByKeys(docs, start, start + length, columns, new Arena(size));
          const window = [...docs.subarray(start, start + length)];
          expect(window).toEqual(naivePage(memberDocs, columns, start, length));
        },
      ),
      { numRuns: Math.min(200, runs) },
    );
  });
});
