import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_DOCS, FIRST_DOCS_ABOVE, findFirstDocs } from '../../src/termdict/index.js';

/** A tree by its nodes alone, which is all that matters here: each has some neighbouring buckets, nested. */
interface Tree {
  readonly bucketStarts: number[];
  readonly bucketEnds: number[];
}

/** Cuts `[start, end)` in two as often as the draws say, depth first. */
function nested(tree: Tree, start: number, end: number, draws: readonly number[], depth: number): void {
  tree.bucketStarts.push(start);
  tree.bucketEnds.push(end);
  if (depth > 5 || end - start < 2) return;
  const cut = start + 1 + (draws[tree.bucketStarts.length % draws.length]! % (end - start - 1));
  // A node may have one branch only, and buckets of its own beside it.
  if (cut % 3 !== 0) nested(tree, start, cut, draws, depth + 1);
  if (cut % 5 !== 0) nested(tree, cut, end, draws, depth + 1);
}

describe('findFirstDocs', () => {
  it('any tree › keeps of each frequent node the first docs of its buckets’ terms, and of no other', () => {
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
        const tree: Tree = { bucketStarts: [], bucketEnds: [] };
        nested(tree, 0, count, drawn, 0);
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
      { numRuns: Math.min(60, Number(process.env['STELE_RUNS'] ?? 60)) },
    );
    expect(kept).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
  });
});
