/**
 * Facets of fields in which each value belongs to one item, against a tally.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../build/sorting/posting-lists.js';
import { termId } from '../../../src/content/model/index.js';
import type { SelectedDocs } from '../../../src/engine/facets/index.js';
import { tallyCost, tallyValues } from '../../../src/engine/facets/tally-values.js';
import { topOf } from '../../../src/engine/facets/top.js';
import { isUnique, topOfUnique, uniqueCost } from '../../../src/engine/facets/unique.js';
import { Arena, Bitset } from '../../../src/index/docset/index.js';
import { RunPostings } from '../../../src/index/postings/index.js';

/** More than are looked at at once. */
const size = 2500;
const every = Array.from({ length: size }, (_, doc) => doc);

const selectedOf = (docs: readonly number[]): SelectedDocs => ({
  count: docs.length,
  isAll: docs.length === size,
  ascends: true,
  docs: () => Uint32Array.from(docs),
  listCost: 0,
  bits: () => Bitset.of(size, Uint32Array.from(docs)),
  bitsCost: 100,
});

/** Each doc with a value of its own, in an order that is not that of docs; the last few may have none. */
function valuesOf(populated: number, factor: number) {
  const column = Uint16Array.from(every, (doc) => (doc < populated ? 1 + ((doc * factor) % populated) : 0));
  const { docs, starts } = buildRuns(Uint32Array.from(column), populated);
  return { column, postings: new RunPostings(docs, starts), quantiles: undefined };
}

const drawn = fc.record({
  populated: fc.constantFrom(size, 2399, 1201, 67),
  factor: fc.constantFrom(1, 7, 101),
  docs: fc.oneof(
    fc.subarray(every, { minLength: 1 }),
    fc.subarray(every, { minLength: 1, maxLength: 4 }),
    fc.constant(every),
    fc.constant(every.slice(2400)),
  ),
  stretch: fc.tuple(fc.nat(size), fc.nat(size)),
  isWhole: fc.boolean(),
  limit: fc.oneof(fc.nat(12), fc.constant(3000)),
});

describe('a facet of values that are each of one item', () => {
  it('of any docs and any interval of values › equals the tally', () => {
    fc.assert(
      fc.property(drawn, ({ populated, factor, docs, stretch: ends, isWhole, limit }) => {
        const values = valuesOf(populated, factor);
        expect(isUnique(values.postings)).toBe(true);
        const [from, to] = isWhole ? [0, populated] : ends.map((end) => Math.min(end, populated)).sort((a, b) => a - b);
        const stretch = [termId(from ?? 0), termId(to ?? 0)] as const;
        const arena = new Arena(size);
        const selected = selectedOf(docs);
        const tally = tallyValues(values, undefined, selected, arena);
        const expected = topOf(tally, [stretch], limit, false);
        const mark = arena.mark();
        const { terms, counts, total, missing } = topOfUnique(values.postings, stretch, limit, selected, arena);
        expect(arena.mark()).toEqual(mark);
        expect({ terms: [...terms], counts: [...counts], total, missing }).toEqual({
          terms: [...expected.terms],
          counts: [...expected.counts],
          total: expected.total,
          missing: tally.missing,
        });
      }),
    );
  });

  it('values shared by docs, or few values › are not counted so', () => {
    expect(isUnique(valuesOf(65, 1).postings)).toBe(true);
    expect(isUnique(valuesOf(64, 1).postings)).toBe(false);
    const { docs, starts } = buildRuns(
      Uint32Array.from(every, (doc) => (doc === 0 ? 2 : doc)),
      size - 1,
    );
    expect(isUnique(new RunPostings(docs, starts))).toBe(false);
  });

  it('of many docs › costs the docs up to the last shown value; of few docs › a tally is cheaper', () => {
    const { postings } = valuesOf(size, 7);
    const allTerms = [termId(0), termId(size)] as const;
    const half = selectedOf(every.slice(0, size / 2));
    expect(uniqueCost(postings, allTerms, 10, half)).toBeLessThan(uniqueCost(postings, allTerms, 900, half));
    const oneDoc = { ...selectedOf([1]), listCost: 1 };
    const arena = new Arena(size);
    expect(uniqueCost(postings, allTerms, 10, oneDoc)).toBeGreaterThan(tallyCost(valuesOf(size, 7), oneDoc, arena));
    expect(uniqueCost(postings, allTerms, 10, half)).toBeLessThan(tallyCost(valuesOf(size, 7), half, arena));
    expect(uniqueCost(postings, allTerms, 10, selectedOf(every))).toBe(10);
  });
});
