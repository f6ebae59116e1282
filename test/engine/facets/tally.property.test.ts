/**
 * Tallies by every strategy, against counting doc by doc.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../../build/sorting/posting-lists.js';
import { type TermId, termId } from '../../../src/content/model/index.js';
import type { SelectedDocs } from '../../../src/engine/facets/index.js';
import type { Tally, TallyWay } from '../../../src/engine/facets/tally.js';
import { tallyTargets } from '../../../src/engine/facets/tally-links.js';
import { tallyValues } from '../../../src/engine/facets/tally-values.js';
import { topOf } from '../../../src/engine/facets/top.js';
import { LinkColumn } from '../../../src/index/columns/index.js';
import { Arena, Bitset } from '../../../src/index/docset/index.js';
import { quantileBits, quantilePlaces } from '../../../src/index/postings/choose-quantiles.js';
import { Quantiles, RunPostings } from '../../../src/index/postings/index.js';
import { amount } from '../../../testing/amount.js';

const size = 200;

/** @param cheap in which form the docs are there */
function selectedOf(docs: readonly number[], cheap: 'bits' | 'list'): SelectedDocs {
  return {
    count: docs.length,
    isAll: docs.length === size,
    ascends: true,
    docs: () => Uint32Array.from(docs),
    listCost: cheap === 'list' ? 0 : 1e9,
    bits: () => Bitset.of(size, Uint32Array.from(docs)),
    bitsCost: cheap === 'bits' ? 0 : 1e9,
  };
}

const docsOf = fc.oneof(
  fc.subarray(Array.from({ length: size }, (_, doc) => doc)),
  fc.subarray(
    Array.from({ length: size }, (_, doc) => doc),
    { maxLength: 5 },
  ),
  fc.constant(Array.from({ length: size }, (_, doc) => doc)),
);

/** @returns term or group → count, without counts of 0 */
function countsOf({ terms, counts }: Tally): Map<number, number> {
  const all = Array.from(counts, (count, i): [number, number] => [terms?.[i] ?? i, count]);
  return new Map(all.filter(([, count]) => count > 0));
}

function naively(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values.toSorted((a, b) => a - b)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const strategies = new Set<TallyWay>();
const seenOfLinks = new Set<TallyWay>();

describe('a tally of values', () => {
  it.each([
    ['few', 6, 4],
    ['many', 5000, undefined],
  ])('of %s, in groups or not › is that of each doc', (_, terms, parts) => {
    const drawn = fc.record({
      ordinals: fc.array(fc.nat(terms), { minLength: size, maxLength: size }),
      docs: docsOf,
      cheap: fc.constantFrom('bits' as const, 'list' as const),
      edges: fc.option(fc.uniqueArray(fc.nat(terms), { minLength: 2, maxLength: 6 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(drawn, ({ ordinals, docs, cheap, edges }) => {
        const column = Uint16Array.from(ordinals);
        const runs = buildRuns(Uint32Array.from(ordinals), terms);
        const places = quantilePlaces(runs.starts, parts ?? 1);
        const quantiles =
          parts === undefined ? undefined : new Quantiles(places, quantileBits(runs.docs, places), runs.docs);
        const arena = new Arena(size);
        const groups = edges === undefined ? undefined : Uint32Array.from(edges).sort();
        const postings = new RunPostings(runs.docs, runs.starts);
        const tally = tallyValues({ column, postings, quantiles }, groups, selectedOf(docs, cheap), arena);
        strategies.add(tally.way);
        const docTerms = docs.map((doc) => ordinals[doc]! - 1).filter((term) => term >= 0);
        expect(tally.missing).toBe(docs.length - docTerms.length);
        const named =
          groups === undefined
            ? docTerms
            : docTerms
                .map((term) => groups.findLastIndex((edge) => edge <= term))
                .filter((group) => group >= 0 && group < groups.length - 1);
        expect([...countsOf(tally)]).toEqual([...naively(named)]);
      }),
    );
  });

  it('the cases › take every way', () => {
    expect([...strategies].sort()).toEqual(['bits', 'list', 'marked', 'none', 'places', 'runs']);
  });
});

describe('a tally of links', () => {
  it.each([
    ['few', 5],
    ['many', 3000],
  ])('to %s targets › is that of each doc', (_, terms) => {
    const drawn = fc.record({
      links: fc.array(fc.uniqueArray(fc.nat(terms - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
      docs: docsOf,
      cheap: fc.constantFrom('bits' as const, 'list' as const),
    });
    fc.assert(
      fc.property(drawn, ({ links, docs, cheap }) => {
        let end = 0;
        const linkStarts = Uint32Array.from([0, ...links.map((own) => (end += own.length))]);
        const byTarget = Array.from({ length: terms }, (_target, target) =>
          links.flatMap((own, doc) => (own.includes(target) ? [doc] : [])),
        );
        let start = 0;
        const starts = Uint32Array.from([0, ...byTarget.map((own) => (start += own.length))]);
        const index = {
          links: new LinkColumn(linkStarts, Uint32Array.from(links.flat())),
          postings: new RunPostings(Uint32Array.from(byTarget.flat()), starts),
        };
        const tally = tallyTargets(index, selectedOf(docs, cheap), new Arena(size));
        seenOfLinks.add(tally.way);
        expect(tally.missing).toBe(docs.filter((doc) => links[doc]!.length === 0).length);
        expect([...countsOf(tally)]).toEqual([...naively(docs.flatMap((doc) => links[doc]!))]);
      }),
      { seed: 1, numRuns: amount(40, 30) },
    );
  });

  it('the cases › take every way', () => {
    expect([...seenOfLinks].sort()).toEqual(['bits', 'list', 'marked', 'none', 'runs']);
  });

  it('many docs in another order › are read as bits', () => {
    const runs = buildRuns(
      Uint32Array.from({ length: size }, (_, doc) => doc % 100),
      100,
    );
    const values = {
      column: Uint16Array.from({ length: size }, (_, doc) => doc % 100),
      postings: new RunPostings(runs.docs, runs.starts),
      quantiles: undefined,
    };
    const docs = Array.from({ length: 150 }, (_, doc) => doc);
    const both = { ...selectedOf(docs, 'list'), bitsCost: 30 };
    expect(tallyValues(values, undefined, both, new Arena(size)).way).toBe('list');
    const scattered = { ...both, ascends: false };
    expect(tallyValues(values, undefined, scattered, new Arena(size)).way).toBe('bits');
  });
});

describe('the top of a tally', () => {
  it('any counts, stretches and limit › is that of sorting all of them', () => {
    const drawn = fc.record({
      counts: fc.array(fc.nat(5), { maxLength: 60 }),
      isListed: fc.boolean(),
      ends: fc.uniqueArray(fc.nat(70), { minLength: 2, maxLength: 4 }),
      limit: fc.nat(20),
      isByValue: fc.boolean(),
    });
    fc.assert(
      fc.property(drawn, ({ counts, isListed, ends, limit, isByValue }) => {
        const step = isListed ? 2 : 1;
        const terms = isListed ? Uint32Array.from(counts, (_, i) => i * step) : undefined;
        ends.sort((a, b) => a - b);
        const intervals: [TermId, TermId][] = [];
        for (let i = 0; i + 1 < ends.length; i += 2) intervals.push([termId(ends[i]!), termId(ends[i + 1]!)]);
        const all = counts
          .map((count, i) => ({ term: i * step, count }))
          .filter(({ term, count }) => count > 0 && intervals.some(([from, to]) => term >= from && term < to));
        if (!isByValue) all.sort((a, b) => b.count - a.count || a.term - b.term);
        const top = topOf({ terms, counts: Uint32Array.from(counts) }, intervals, limit, isByValue);
        expect(top.total).toBe(all.length);
        const topTerms = Array.from(top.terms, (term, i) => ({ term, count: top.counts[i]! }));
        expect(topTerms).toEqual(all.slice(0, limit));
      }),
    );
  });
});
