import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../../testing/amount.js';
import { FIRST_DOCS, FIRST_DOCS_ABOVE, findFirstDocs } from '../../../testing/structures/first-docs.js';
import { nestedNodes } from '../../../testing/structures/nested-nodes.js';

describe('FirstDocsPass', () => {
  it('any tree › stores the first docs of the terms of each frequent node, and of no other', () => {
    let kept = 0;
    let left = 0;
    const draws = fc.array(fc.nat(10_000), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), draws, fc.integer({ min: 1, max: 3 }), (count, drawn, perTerm) => {
        const termCount = 800;
        const order = Array.from({ length: termCount * perTerm }, (_, doc) => doc);
        const shuffled = order.sort(
          (a, b) => ((a * 7919 + drawn[0]!) % 4001) - ((b * 7919 + drawn[0]!) % 4001) || a - b,
        );
        const runs = Array.from({ length: termCount }, (_, term) =>
          shuffled.slice(term * perTerm, (term + 1) * perTerm).sort((a, b) => a - b),
        );
        const starts = Uint32Array.from({ length: termCount + 1 }, (_, term) => term * perTerm);
        const buckets = Array.from({ length: count }, (_, bucket) =>
          Uint32Array.from({ length: termCount }, (__, term) => term).filter(
            (term) => (term + bucket + drawn[1]!) % (1 + (drawn[2]! % 4)) === 0,
          ),
        );
        const tree = nestedNodes(count, drawn, 5);
        const docsOf = tree.bucketStarts.map((start, node) => {
          const terms = new Set(buckets.slice(start, tree.bucketEnds[node]).flatMap((bucket) => [...bucket]));
          return [...terms].flatMap((term) => runs[term]!).sort((a, b) => a - b);
        });
        const first = findFirstDocs(
          {
            counts: Uint32Array.from(docsOf, (docs) => docs.length),
            bucketStarts: Uint32Array.from(tree.bucketStarts),
            bucketEnds: Uint32Array.from(tree.bucketEnds),
          },
          count,
          (bucket) => buckets[bucket]!,
          Uint32Array.from(runs.flat()),
          starts,
        );
        for (const [node, docs] of docsOf.entries()) {
          const found = first.of(node);
          if (docs.length <= FIRST_DOCS_ABOVE) {
            expect(found).toBeUndefined();
            left += 1;
          } else {
            expect([...(found ?? [])]).toEqual(docs.slice(0, FIRST_DOCS));
            kept += 1;
          }
        }
      }),
      { numRuns: Math.min(60, Number(process.env['STELE_RUNS'] ?? amount(60, 15))) },
    );
    expect(kept).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
  });
});
