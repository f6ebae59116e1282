import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../build/index/postings.js';
import { quantileBits, quantilePlaces } from '../../build/index/quantiles.js';
import { Quantiles, RunPostings } from '../../src/postings/index.js';
import type { Members } from '../../src/query/members.js';
import type { KeyColumn } from '../../src/query/order.js';
import { pageOf } from '../../src/query/page.js';

/** Enough docs that every way of paging is taken: by walking, by selecting, through large ties, by bits. */
const size = 4000;

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

interface Drawn {
  readonly members: Members;
  readonly docs: readonly number[];
}

function drawMembers(seed: number, share: number, scrambled: boolean): Drawn {
  const docs = Array.from({ length: size }, (_, doc) => doc).filter((doc) => share >= 1 || noise(seed, doc) < share);
  const set = new Set(docs);
  const given = scrambled ? docs.toSorted((a, b) => noise(seed + 1, a) - noise(seed + 1, b)) : docs;
  return {
    docs,
    members: {
      count: docs.length,
      all: docs.length === size,
      ascends: !scrambled,
      testCost: 1,
      listCost: 0,
      has: (doc) => set.has(doc),
      docs: () => Uint32Array.from(given),
    },
  };
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
    scrambled: fc.boolean(),
  });
  const skip = fc.oneof(fc.nat(30), fc.nat(size + 10));

  it('any members by any keys › are the slice of the plainly sorted list', () => {
    fc.assert(
      fc.property(
        drawn,
        fc.array(key, { maxLength: 3 }),
        skip,
        fc.nat(100),
        ({ seed, share, scrambled }, keys, from, limit) => {
          const { members, docs } = drawMembers(seed, share, scrambled);
          const columns = keys.map((drawnKey) =>
            keyColumn(drawnKey.seed, drawnKey.terms, drawnKey.descending, drawnKey.quantiles),
          );
          const page = pageOf(members, size, columns, { skip: from, limit });
          expect([...page]).toEqual(naivePage(docs, columns, from, limit));
        },
      ),
      { numRuns: 400 },
    );
  });
});
