/**
 * The index of a count of links: against counting the links of each doc.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withChoices } from '../../../src/content/choices/index.js';
import { type RelationshipField, termId } from '../../../src/content/model/index.js';
import { LinkColumn } from '../../../src/index/columns/index.js';
import { Arena, Bitset } from '../../../src/index/docset/index.js';
import { LinkCounts } from '../../../src/index/segment/link-counts.js';
import '../../../testing/seed.js';

const field: RelationshipField = { name: 'books', type: 'relationship', to: ['book'], many: true };

/** @param counts doc → number of its links */
function linksWith(counts: readonly number[]): LinkColumn {
  const starts = new Uint32Array(counts.length + 1);
  for (const [doc, count] of counts.entries()) starts[doc + 1] = starts[doc]! + count;
  return new LinkColumn(starts, new Uint32Array(starts.at(-1) ?? 0));
}

const openCounts = (links: LinkColumn) => new LinkCounts(field, links).open(new Arena(links.starts.length - 1));

const arbitraryCounts = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 400 })), { maxLength: 300 });

describe('LinkCounts', () => {
  it('any links › each doc has the number of its links, and each number its docs in ascending order', () => {
    fc.assert(
      fc.property(arbitraryCounts, (counts) => {
        const { column, postings, terms } = openCounts(linksWith(counts));
        const distinct = [...new Set(counts)].sort((a, b) => a - b);
        expect(Array.from({ length: postings.termCount }, (_, term) => terms.at(termId(term)))).toEqual(distinct);
        expect(Array.from(column, (ordinal) => distinct[ordinal - 1])).toEqual(counts);
        for (const [term, count] of distinct.entries()) {
          const docs = counts.flatMap((own, doc) => (own === count ? [doc] : []));
          expect([...postings.runOf(termId(term))]).toEqual(docs);
        }
        expect(postings.unpopulated()).toHaveLength(0);
      }),
    );
  });

  it('a segment with quantiles › they hold the docs before each place', () => {
    fc.assert(
      fc.property(arbitraryCounts, (counts) => {
        withChoices({ thresholds: { 'counts.quantiles': 0 } }, () => {
          const { quantiles, postings } = openCounts(linksWith(counts));
          const { docs } = postings;
          for (const [index, place] of (quantiles?.places ?? []).entries()) {
            const before = new Bitset(docs.length, quantiles?.bitset(index));
            expect([...docs].filter((doc) => before.has(doc))).toEqual([...docs.subarray(0, place)]);
          }
          expect(quantiles?.places.at(-1)).toBe(counts.length);
          expect(quantiles?.places.length).toBeLessThanOrEqual(32);
        });
      }),
    );
  });

  it('a small segment › has no quantiles', () => {
    expect(openCounts(linksWith([1, 2])).quantiles).toBeUndefined();
  });

  it.each([
    [255, 1],
    [256, 2],
    [2 ** 16, 4],
  ])('%i distinct counts › %i bytes per doc', (distinct, bytes) => {
    const counts = Array.from({ length: distinct }, (_, count) => count);
    const starts = new Uint32Array(distinct + 1);
    // The counts of 65,536 docs have more links than a test should allocate: only their starts are there.
    for (const [doc, count] of counts.entries()) starts[doc + 1] = starts[doc]! + count;
    const links = new LinkColumn(
      starts,
      new Proxy(new Uint32Array(0), { get: (_, key) => (key === 'length' ? 2 ** 32 : 0) }),
    );
    const { column, terms } = openCounts(links);
    expect(column.BYTES_PER_ELEMENT).toBe(bytes);
    expect(terms.at(termId(distinct - 1))).toBe(distinct - 1);
  });

  it('damaged starts › counts between 0 and the number of links', () => {
    const links = new LinkColumn(Uint32Array.of(0, 4_000_000_000, 1, 3), new Uint32Array(3));
    const { column, terms } = openCounts(links);
    expect(Array.from(column, (ordinal) => terms.at(termId(ordinal - 1)))).toEqual([3, 0, 2]);
  });

  it('asked twice › derived once, and charged to no request, so that no first request is refused for it', () => {
    const counts = new LinkCounts(field, linksWith([2, 0, 1]));
    const arena = new Arena(3);
    expect(counts.open(arena)).toBe(counts.open(arena));
    expect(arena.budget.spent).toBe(0);
  });
});
