import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrequentSetsPass, selectFrequentNodes } from '../../../src/index/termdict/index.js';
import { nestedNodes } from '../../../testing/structures/nested-nodes.js';

const docsOf = (words: Uint32Array): number[] =>
  [...words].flatMap((word, index) =>
    Array.from({ length: 32 }, (_, bit) => bit)
      .filter((bit) => (word >>> bit) & 1)
      .map((bit) => index * 32 + bit),
  );

describe('FrequentSetsPass', () => {
  it('any tree › each chosen node has the docs of its terms, and no other node has a set', () => {
    let [kept, left] = [0, 0];
    const draws = fc.array(fc.nat(1000), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), draws, fc.integer({ min: 0, max: 6 }), (count, drawn, most) => {
        const termCount = 40;
        const without = drawn[0]! % 30;
        const size = termCount * 2 + without;
        // Two docs a term, in no order of theirs, and behind them those without a value.
        const docs = Uint32Array.from({ length: size }, (_, place) => place).sort(
          (a, b) => ((a * 7919 + drawn[0]!) % 211) - ((b * 7919 + drawn[0]!) % 211) || a - b,
        );
        const starts = Uint32Array.from({ length: termCount + 1 }, (_, term) => term * 2);
        const every = 1 + (drawn[2]! % 9);
        const buckets = Array.from({ length: count }, (_, bucket) =>
          Uint32Array.from({ length: termCount }, (__, term) => term).filter(
            (term) => (term + bucket * 5 + drawn[1]!) % every === 0,
          ),
        );
        const tree = nestedNodes(count, drawn, 4);
        const expected = tree.bucketStarts.map((start, node) => {
          const terms = new Set(buckets.slice(start, tree.bucketEnds[node]).flatMap((bucket) => [...bucket]));
          return [...terms].flatMap((term) => [...docs.subarray(term * 2, term * 2 + 2)]).sort((a, b) => a - b);
        });
        const counted = {
          counts: Uint32Array.from(expected, ({ length }) => length),
          bucketStarts: Uint32Array.from(tree.bucketStarts),
          bucketEnds: Uint32Array.from(tree.bucketEnds),
        };
        const chosen = selectFrequentNodes(counted.counts, size, most);
        const pass = new FrequentSetsPass(counted, chosen, { docs, starts });
        expect(pass.isNeeded).toBe(chosen.length > 0);
        for (const bucket of buckets) pass.add(bucket);
        expect(pass.isNeeded).toBe(false);
        const sets = pass.result();
        for (const [node, right] of expected.entries()) {
          const words = sets.of(node);
          if (chosen.includes(node)) {
            expect(docsOf(words ?? new Uint32Array(0))).toEqual(right);
            kept += 1;
          } else {
            expect(words).toBeUndefined();
            left += 1;
          }
        }
      }),
      { numRuns: Math.min(100, Number(process.env['STELE_RUNS'] ?? 100)) },
    );
    expect(kept).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
  });
});

describe('selectFrequentNodes', () => {
  const counts = Uint32Array.of(80, 10, 40, 9, 40, 12);

  it('nodes with the most docs, at least an eighth, without the root › ascend', () => {
    expect([...selectFrequentNodes(counts, 80, 10)]).toEqual([1, 2, 4, 5]);
  });

  it('more nodes than the maximum › are the ones with the most docs, of equals the first', () => {
    expect([...selectFrequentNodes(counts, 80, 1)]).toEqual([2]);
    expect([...selectFrequentNodes(counts, 80, 3)]).toEqual([2, 4, 5]);
    expect([...selectFrequentNodes(counts, 80, 0)]).toEqual([]);
  });
});
