/**
 * Buckets with the same terms share a list: which ones do, and that none names what is in another chunk.
 */
import { describe, expect, it } from 'vitest';
import { bucketsBehind, withEqualLists } from '../../../build/substrings/equal-lists.js';
import { RecordSpool, recordOffsets, WorkClock } from '../../../build/work/index.js';
import { NODE_TARGET, SAME_LIST } from '../../../src/index/termdict/index.js';
import { smallWorkshop } from '../../support/sections.js';
import { listIn, packed, unpacked } from '../../support/structures/packed-lists.js';

const byte = (character: string): number => character.charCodeAt(0);
const [first, second] = Buffer.from('é');
const node = (number: number): number => NODE_TARGET + number;

/** Of each node its branches. Node 3 is within “é”, which is node 4. */
const branches: readonly (readonly [low: number, target: number])[][] = [
  [
    [byte('a'), node(1)],
    [byte('b'), node(2)],
    [byte('c'), 4],
    [first!, node(3)],
  ],
  [
    [byte('c'), 0],
    [first!, 1],
  ],
  [
    [0, 2],
    [byte('d'), 3],
  ],
  [[second!, node(4)]],
  [
    [byte('d'), 5],
    [first!, 6],
  ],
];
const tree = {
  branchStarts: Uint32Array.from(branches, (_, at) => branches.slice(0, at).flat().length),
  branchCounts: Uint32Array.from(branches, ({ length }) => length),
  branchLows: Uint8Array.from(branches.flat(), ([low]) => low),
  branchTargets: Uint32Array.from(branches.flat(), ([, target]) => target),
};

/** From 0 on, and so many. */
const terms = (step: number): number[] => Array.from({ length: 20 }, (_, at) => at * step);
/** Of the two that lead to bucket 4, bucket 0 has its terms and bucket 5 fewer. */
const lists = [terms(7), terms(9), terms(7), terms(7), terms(7), terms(7).slice(1), terms(11)];

async function shared(chunkBytes?: number): Promise<{ blob: Uint8Array; lengths: Uint32Array }> {
  const { scratch } = smallWorkshop;
  const buckets = new RecordSpool(scratch);
  for (const list of lists) buckets.push(packed(list, 2));
  const found = await withEqualLists(tree, buckets, scratch, new WorkClock(), chunkBytes);
  return { blob: await found.bytesBetween(0, found.byteLength), lengths: await found.lengths() };
}

const bucketsOf = ({ blob, lengths }: { blob: Uint8Array; lengths: Uint32Array }): Uint8Array[] => {
  const offsets = recordOffsets(lengths);
  return [...lengths].map((length, bucket) => blob.subarray(offsets[bucket], offsets[bucket]! + length));
};

describe('the bucket behind another', () => {
  it('holds all that its strings are without their first character › is found, and where they lead to more than one, none', () => {
    // “a” and “é” before what begins with “c” or “d”; “b” before what is a node, or ends. “d” after “b” goes on beyond “é”.
    expect([...bucketsBehind(tree, lists.length)]).toEqual([4, -1, -1, -1, -1, 4, -1]);
  });
});

describe('lists of a tree', () => {
  it('buckets with the terms of the one behind › name what was written first, all others are as they were', async () => {
    const found = await shared();
    const offsets = recordOffsets(found.lengths);
    const read = lists.map((_, bucket) => unpacked(listIn(found.blob, offsets[bucket]!, offsets[bucket + 1]!)));
    expect(read).toEqual(lists);
    expect(bucketsOf(found).map((record) => record[0] === SAME_LIST)).toEqual(lists.map((_, bucket) => bucket === 4));
  });

  it('in another chunk › is written once more', async () => {
    const [length] = bucketsOf(await shared()).map(({ byteLength }) => byteLength);
    for (const inChunk of [2, 3, 4, 5]) {
      const found = bucketsOf(await shared(length! * inChunk + 1));
      expect(found.some((record) => record[0] === SAME_LIST)).toBe(inChunk > 4);
    }
  });
});
