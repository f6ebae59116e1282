/**
 * A substring tree written by hand: each kind of branch, and the lists of buckets.
 */
import { describe, expect, it } from 'vitest';
import { Blob, chunkOf, Offsets, Records } from '../../../src/format/index.js';
import { Arena, Budget } from '../../../src/index/docset/index.js';
import {
  NODE_TARGET,
  type ReadList,
  readPacked,
  readVarints,
  SubstringIndex,
} from '../../../src/index/termdict/index.js';
import { packed } from '../../../testing/structures/packed-lists.js';
import { recordsOfBytes } from '../../../testing/structures/records.js';

/** As an older stele wrote them: differences, each less 1, as LEB128. */
function varints(terms: readonly number[]): Uint8Array {
  const out: number[] = [];
  let before = -1;
  for (const term of terms) {
    let gap = term - before - 1;
    for (; gap >= 128; gap = Math.floor(gap / 128)) out.push((gap % 128) + 128);
    out.push(gap);
    before = term;
  }
  return Uint8Array.from(out);
}

const byte = (text: string): number => text.charCodeAt(0);
const lists = [[0, 5], [1], [2, 300], [7]];
/** The root: from `b` bucket 0, at `e` node 1, from `f` bucket 3. Node 1, “e”: its end bucket 1, from `c` bucket 2. */
const tree = new SubstringIndex({
  counts: Uint32Array.of(50, 30),
  bucketStarts: Uint32Array.of(0, 1),
  bucketEnds: Uint32Array.of(4, 3),
  branchStarts: Uint32Array.of(0, 3),
  branchCounts: Uint32Array.of(3, 2),
  branchLows: Uint8Array.of(byte('b'), byte('e'), byte('f'), 0, byte('c')),
  branchTargets: Uint32Array.of(0, NODE_TARGET + 1, 3, 1, 2),
  buckets: recordsOfBytes(lists.map((terms) => packed(terms, 1))),
  readList: readPacked,
});
const older = new SubstringIndex({
  ...tree.tables,
  buckets: recordsOfBytes(lists.map(varints)),
  readList: readVarints,
});
const find = (text: string) => tree.find(Buffer.from(text));

describe('SubstringIndex', () => {
  it('has the nodes, buckets and tables that it was created with', () => {
    expect([tree.tables.counts.length, tree.bucketCount]).toEqual([2, 4]);
    expect(tree.tables.counts).toEqual(Uint32Array.of(50, 30));
    expect(lists.map((_, bucket) => [...tree.bucket(bucket)])).toEqual(lists);
    expect(lists.map((_, bucket) => [...older.bucket(bucket)])).toEqual(lists);
  });

  it.each([
    ['as they are written', tree],
    ['of an older stele', older],
  ])('united buckets, %s › add the terms of all of them to earlier members', (_, tree) => {
    for (const [start, end] of [
      [0, 4],
      [1, 3],
      [2, 2],
    ] as const) {
      const words = Uint32Array.of(1 << 3, ...new Array(9).fill(0));
      tree.addTerms(start, end, words, new Arena(320));
      const marked = Array.from({ length: 320 }, (_, term) => term).filter(
        (term) => (words[term >>> 5]! >>> (term & 31)) & 1,
      );
      expect(marked).toEqual([...new Set([3, ...lists.slice(start, end).flat()])].sort((a, b) => a - b));
    }
  });

  it('buckets › have the byte length of their lists', () => {
    const lengths = lists.slice(1, 3).map((terms) => packed(terms, 1).byteLength);
    expect(tree.byteLength(1, 3)).toBe(lengths.reduce((sum, length) => sum + length, 0));
  });

  it('a byte before the first branch › is in no term', () => {
    expect(find('a')).toEqual({ kind: 'absent' });
    expect(find('ax')).toEqual({ kind: 'absent' });
  });

  it('the branch of a bucket › covers all bytes up to the next branch', () => {
    for (const text of ['b', 'bx', 'c', 'd', 'dé']) expect(find(text), text).toEqual({ kind: 'bucket', bucket: 0 });
    for (const text of ['f', 'z', 'é']) expect(find(text), text).toEqual({ kind: 'bucket', bucket: 3 });
  });

  it('the branch of a node › covers its byte, and leads to the node', () => {
    expect(find('e')).toEqual({ kind: 'node', node: 1, docs: 30, start: 1, end: 3 });
    expect(find('eb')).toEqual({ kind: 'bucket', bucket: 1 });
    expect(find('ec')).toEqual({ kind: 'bucket', bucket: 2 });
    expect(find('ez')).toEqual({ kind: 'bucket', bucket: 2 });
  });

  it('a byte between the branch of a node and the next branch › is in no term', () => {
    const gap = new SubstringIndex({ ...tree.tables, branchLows: Uint8Array.of(98, 101, 110, 0, 99) });
    expect(gap.find(Buffer.from('g'))).toEqual({ kind: 'absent' });
    expect(gap.find(Buffer.from('n'))).toEqual({ kind: 'bucket', bucket: 3 });
  });

  it('a tree without nodes › any term may contain the pattern', () => {
    expect(new SubstringIndex({ ...tree.tables, counts: new Uint32Array(0) }).find(Buffer.from('b'))).toEqual({
      kind: 'any',
    });
  });
});

/** The list at `[start, end)`, as terms; it must be the same as a set. */
function read(readList: ReadList, bytes: Uint8Array, start = 0, end = bytes.length): number[] {
  const out = new Uint32Array(8 * bytes.length);
  const terms = [...out.subarray(0, readList(chunkOf(bytes), start, end, out, 'list'))];
  const words = new Uint32Array(2 ** 15);
  expect(readList(chunkOf(bytes), start, end, words, 'set')).toBe(terms.length);
  for (const term of terms) expect((words[term >>> 5]! >>> (term & 31)) & 1).toBe(Number(term >>> 5 < words.length));
  return terms;
}

/** Gaps of every length that there may be. */
const far = [0, 1, 128, 129, 257, 16_641, 2 ** 21, 2 ** 26 + 5, 2 ** 27 - 1];

describe('the list of a bucket', () => {
  it.each([0, 1, 2, 5, 8, 13, 24, 27])('with %i lowest bits › comes back', (low) => {
    const close = Array.from({ length: 300 }, (_, place) => 5 * place + (place % 4));
    for (const terms of [[], [0], far, [...close, 2 ** 20]])
      expect(read(readPacked, packed(terms, low))).toEqual(terms);
  });

  it('in the format of older versions › is read unchanged', () => {
    for (const terms of [[], far, [2 ** 28 + 5, 2 ** 31 + 7]]) expect(read(readVarints, varints(terms))).toEqual(terms);
  });

  it('within other bytes › reads its own bytes only', () => {
    for (const [readList, list] of [
      [readPacked, packed([3, 200], 2)],
      [readVarints, varints([3, 200])],
    ] as const) {
      const bytes = Uint8Array.of(255, 255, ...list, 255, 255, 255, 255);
      expect(read(readList, bytes, 2, 2 + list.length)).toEqual([3, 200]);
    }
  });

  it('a part 1 longer than the list › ends with the list', () => {
    const list = packed([3, 200], 2);
    expect(read(readPacked, Uint8Array.of(2, 255, 255, 255, 7, ...list.subarray(2))).length).toBeLessThan(64);
  });
});

/**
 * A tree of these lists in one memory, with what compiled loops write beside it.
 *
 * @param isFar whether the lists lie elsewhere, as those that stay in a file do
 */
function inMemory(lists: readonly Uint8Array[], size: number, isFar = false) {
  const memory = new WebAssembly.Memory({ initial: 8, maximum: 256, shared: true });
  const written = Buffer.concat(lists);
  const bytes = isFar ? new Uint8Array(written) : new Uint8Array(memory.buffer, 4099, written.byteLength);
  bytes.set(written);
  let end = 0;
  const ends = lists.map(({ byteLength }) => (end += byteLength));
  const starts = new Offsets(new Float64Array(1 + ends.length / 32), Uint32Array.of(0, ...ends));
  let taken = 2 ** 15;
  const taking = (numbers: readonly number[]): Uint32Array => {
    const array = new Uint32Array(memory.buffer, taken, numbers.length);
    taken = taken > 2 ** 18 ? 2 ** 17 : taken + array.byteLength;
    array.set(numbers);
    return array;
  };
  const scratch = {
    budget: new Budget(),
    memory,
    list: (length: number) => taking(new Array(length).fill(2 ** 32 - 1)),
    ownsBuffer: (buffer: ArrayBufferLike) => buffer === memory.buffer,
  };
  const records = new Records(new Blob([bytes]), starts);
  return {
    tree: new SubstringIndex({ ...tree.tables, buckets: records }),
    taking,
    words: () => taking(new Array(Math.ceil(size / 32)).fill(0)),
    scratch,
  };
}

describe('lists in the memory of kernels', () => {
  const terms = 3000;
  /** Some of all sizes, close together and far apart, and one with nothing. */
  const drawn = [0, 1, 2, 3, 7, 31, 200, 900].map((count, place) =>
    [...new Set(Array.from({ length: count }, (_, i) => (i * (place % 2 === 0 ? 2 : 977)) % terms))].sort(
      (a, b) => a - b,
    ),
  );
  // Of a term without docs, of one, and of several.
  const starts = Array.from({ length: terms + 1 }, (_, term) => term + (term > 50 ? -1 : 0) + (term > 60 ? 4 : 0));
  const docs = Array.from({ length: starts.at(-1)! }, (_, place) => (place * 7919) % (terms + 3));
  const plain = new Arena(terms);

  it.each([
    [0, false],
    [1, true],
    [3, false],
    [6, true],
    [11, false],
  ])('with %i lowest bits, copied: %s › have the results of the plain loops', (low, isFar) => {
    const packedLists = drawn.map((list) => packed(list, low));
    const { tree: compiled, taking, words, scratch } = inMemory(packedLists, terms + 3, isFar);
    const runs = { starts: taking(starts), docs: taking(docs) };
    const elsewhere = new SubstringIndex({ ...tree.tables, buckets: recordsOfBytes(packedLists) });
    expect(drawn.map((_, bucket) => [...compiled.bucket(bucket, scratch)])).toEqual(drawn);
    for (let start = 0; start <= drawn.length; start += 1) {
      for (let end = start; end <= drawn.length; end += 1) {
        const [left, right] = [words(), new Uint32Array(Math.ceil((terms + 3) / 32))];
        compiled.addTerms(start, end, left, scratch);
        elsewhere.addTerms(start, end, right, plain);
        expect(left, `${start} to ${end}`).toEqual(right);
        compiled.addDocs(start, end, left, runs, scratch);
        elsewhere.addDocs(start, end, right, runs, plain);
        expect(left, `${start} to ${end}`).toEqual(right);
      }
    }
  });

  it('gaps of every length › are read unchanged', () => {
    for (const low of [0, 2, 8, 24, 27]) {
      const { tree: compiled, scratch } = inMemory([packed(far, low), packed([...far, 2 ** 27], low)], 32);
      expect([...compiled.bucket(0, scratch)]).toEqual(far);
      expect([...compiled.bucket(1, scratch)]).toEqual([...far, 2 ** 27]);
    }
  });
});
