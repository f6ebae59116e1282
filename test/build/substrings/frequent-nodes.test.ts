/**
 * What threads find of a tree's nodes, each in some of the buckets, against one pass over all of them.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBucketReader, plainBucketReader } from '../../../build/substrings/bucket-reader.js';
import { frequentNodesJob, newDocSets, newFirstDocs } from '../../../build/substrings/frequent-nodes.js';
import { suffixNumbers, termAt } from '../../../build/substrings/sort/moves.js';
import { PackedLists } from '../../../build/substrings/sort/packed-lists.js';
import { WorkClock } from '../../../build/work/index.js';
import { FirstDocsPass, FrequentSetsPass, listFirstDocs } from '../../../src/index/termdict/index.js';
import { nestedNodes } from '../../../testing/structures/nested-nodes.js';

const termCount = 40;

function packed(terms: Uint32Array): Uint8Array {
  const lists = new PackedLists();
  const suffixes = new Int32Array(terms.length * suffixNumbers);
  for (const [index, term] of terms.entries()) suffixes[index * suffixNumbers + termAt] = term;
  lists.push(suffixes, 0, terms.length);
  return lists.bytes();
}

describe('BucketReader', () => {
  it('any buckets, several per call with a kernel, one without › reads the terms of each', () => {
    const terms = fc.uniqueArray(fc.nat(5000), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.array(terms, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (drawn, most) => {
        const buckets = drawn.map((some) => Uint32Array.from(some).sort());
        const lists = buckets.map(packed);
        const lengths = Uint32Array.from(lists, ({ length }) => length);
        for (const open of [openBucketReader, plainBucketReader]) {
          const reader = open(Buffer.concat(lists), lengths);
          const read: number[] = [];
          let count = 0;
          while (reader.isOpen) {
            const next = reader.read(most);
            expect(next.buckets).toBeLessThanOrEqual(most);
            read.push(...next.terms.subarray(0, next.count));
            count += next.buckets;
            expect(read.length).toBe(buckets.slice(0, count).reduce((sum, { length }) => sum + length, 0));
          }
          expect(read).toEqual(buckets.flatMap((bucket) => [...bucket]));
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('KeptNodes', () => {
  it('any tree, its buckets split anywhere › equal one pass over all buckets', () => {
    let cutNodes = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.nat(1000), { minLength: 3, maxLength: 12 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 11 })),
        fc.integer({ min: 1, max: 5 }),
        (count, drawn, cuts, each) => {
          // Two docs a term, in no order of theirs.
          const docs = Uint32Array.from({ length: termCount * 2 }, (_, place) => place).sort(
            (a, b) => ((a * 7919 + drawn[0]!) % 211) - ((b * 7919 + drawn[0]!) % 211) || a - b,
          );
          for (let term = 0; term < termCount; term += 1) docs.subarray(term * 2, term * 2 + 2).sort();
          const runs = { docs, starts: Uint32Array.from({ length: termCount + 1 }, (_, term) => term * 2) };
          const every = 1 + (drawn[2]! % 9);
          const buckets = Array.from({ length: count }, (_, bucket) =>
            Uint32Array.from({ length: termCount }, (__, term) => term).filter(
              (term) => (term + bucket * 5 + drawn[1]!) % every === 0,
            ),
          );
          const nodes = nestedNodes(count, drawn, 4);
          const tree = {
            counts: Uint32Array.from(nodes.bucketStarts, () => 1),
            bucketStarts: Uint32Array.from(nodes.bucketStarts),
            bucketEnds: Uint32Array.from(nodes.bucketEnds),
          };
          const all = Uint32Array.from(nodes.bucketStarts.keys());
          const first = newFirstDocs(tree, all, each);
          const sets = newDocSets(tree, all, docs.length);
          const bounds = [0, ...cuts.filter((cut) => cut < count).sort((a, b) => a - b), count];
          for (const [index, to] of bounds.slice(1).entries()) {
            const from = bounds[index]!;
            const lists = buckets.slice(from, to).map(packed);
            const clipped = { first: first.clip(from, to), sets: sets.clip(from, to) };
            const input = {
              bytes: Buffer.concat([...lists, new Uint8Array(16)]),
              lengths: Uint32Array.from(lists, ({ length }) => length),
              columns: [{ runs, firstDocs: listFirstDocs(runs), docsPerNode: each, ...clipped }],
            };
            const [found] = frequentNodesJob.work(input, new WorkClock());
            first.add(clipped.first.indexes, found!.first);
            sets.add(clipped.sets.indexes, found!.sets);
            cutNodes += clipped.first.indexes.filter((index) => tree.bucketEnds[index]! > to).length;
          }
          const whole = [
            new FirstDocsPass(tree, runs, { docsPerNode: each, docsAbove: 0 }),
            new FrequentSetsPass(tree, all, runs),
          ] as const;
          for (const bucket of buckets) for (const pass of whole) pass.add(bucket);
          expect(first.numbers).toEqual(whole[0].result().numbers);
          expect(sets.numbers).toEqual(whole[1].result().numbers);
        },
      ),
    );
    expect(cutNodes).toBeGreaterThan(0);
  });
});
