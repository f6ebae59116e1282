/**
 * What several columns that share a tree have of its nodes, against counting each node's docs one by one.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NodeCounts } from '../../../build/substrings/node-counts.js';

/** Nodes in the order of a depth-first walk: their buckets, nested. */
interface Nodes {
  readonly starts: number[];
  readonly ends: number[];
}

/** Cuts `[start, end)` in two as often as the draws say. */
function nested(nodes: Nodes, start: number, end: number, draws: readonly number[]): void {
  nodes.starts.push(start);
  nodes.ends.push(end);
  const draw = draws[nodes.starts.length % draws.length]!;
  if (end - start < 2 || nodes.starts.length > 40 || draw % 4 === 0) return;
  const cut = start + 1 + (draw % (end - start - 1));
  nested(nodes, start, cut, draws);
  if (draw % 3 !== 0) nested(nodes, cut, end, draws);
}

describe('NodeCounts', () => {
  it('any tree, and terms with any number of docs › each term with a different column counts once for each enclosing node', () => {
    const bucket = fc.uniqueArray(fc.nat(19), { maxLength: 12 }).map((terms) => terms.sort((a, b) => a - b));
    fc.assert(
      fc.property(
        fc.array(bucket, { minLength: 1, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 20, maxLength: 20 }),
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 }),
        (buckets, docs, draws) => {
          const nodes: Nodes = { starts: [], ends: [] };
          nested(nodes, 0, buckets.length, draws);
          const countsOf = (column: 0 | 1): number[] =>
            nodes.starts.map((start, node) => {
              const terms = new Set(buckets.slice(start, nodes.ends[node]).flat());
              return [...terms].reduce((sum, term) => sum + docs[term]![column], 0);
            });
          const tree = {
            counts: Uint32Array.from(countsOf(0)),
            bucketStarts: Uint32Array.from(nodes.starts),
            bucketEnds: Uint32Array.from(nodes.ends),
          };
          const counting = new NodeCounts(
            tree,
            Int32Array.from(docs, ([base, own]) => own - base),
          );
          // What stands behind the terms is of no meaning.
          for (const terms of buckets) counting.add(Uint32Array.from([...terms, 7]), terms.length);
          const expected = countsOf(1);
          expect([...counting.counts()]).toEqual(expected);
        },
      ),
    );
  });
});
