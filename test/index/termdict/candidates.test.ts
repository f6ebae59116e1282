/**
 * Parts of a pattern that are looked up: their order, and the candidates that they leave.
 */
import { describe, expect, it } from 'vitest';
import { TooCostlyError } from '../../../src/content/errors/index.js';
import { Blob, Offsets, Records } from '../../../src/format/index.js';
import { FIND_PATTERN_PART } from '../../../src/index/costs/index.js';
import { Arena, Budget } from '../../../src/index/docset/index.js';
import {
  findCandidateTerms,
  readPacked,
  SubstringIndex,
  type SubstringPlace,
} from '../../../src/index/termdict/index.js';

const none = new Uint32Array(0);
const noRecords = new Records(new Blob([new Uint8Array(0)]), new Offsets(new Float64Array(1), new Uint32Array(1)));

/** A tree that answers as it is told, and keeps what it was asked. */
class Told extends SubstringIndex {
  readonly asked: string[] = [];
  readonly read: number[] = [];
  readonly #lists: readonly (readonly number[])[];
  readonly #places: Readonly<Record<string, SubstringPlace>>;

  constructor(lists: readonly (readonly number[])[], places: Readonly<Record<string, SubstringPlace>> = {}) {
    super({
      counts: none,
      bucketStarts: none,
      bucketEnds: none,
      branchStarts: none,
      branchCounts: none,
      branchLows: new Uint8Array(0),
      branchTargets: none,
      buckets: noRecords,
      readList: readPacked,
    });
    this.#lists = lists;
    this.#places = places;
  }

  override find(pattern: Uint8Array): SubstringPlace {
    const text = Buffer.from(pattern).toString();
    this.asked.push(text);
    return this.#places[text] ?? { kind: 'any' };
  }

  override byteLength(start: number, end: number): number {
    return this.#lists.slice(start, end).reduce((sum, list) => sum + list.length, 0);
  }

  override borrowBucket(bucket: number): Uint32Array {
    this.read.push(bucket);
    return Uint32Array.from(this.#lists[bucket] ?? []);
  }
}

const many = [1, 3, 5, 7, 9, 11];
const keptOf = (tree: Told, pattern: string): number[] => [
  ...findCandidateTerms(tree, Buffer.from(pattern), 0, { scratch: new Arena(1) }),
];

describe('findCandidateTerms', () => {
  it('buckets that exclude no term › looks up every part: the middle, the quarters, the rest', () => {
    const tree = new Told([many]);
    expect(keptOf(tree, 'abcdefgh')).toEqual(many);
    expect(tree.asked).toEqual(['efgh', 'cdefgh', 'gh', 'bcdefgh', 'defgh', 'fgh', 'h']);
  });

  it('terms tested by one loop › looks up parts while testing the candidates takes longer', () => {
    const terms = Array.from({ length: 64 }, (_, i) => i);
    const at = (bucket: number): SubstringPlace => ({ kind: 'bucket', bucket });
    const asked = (left: readonly number[], lookNs: number): [number, string[]] => {
      const tree = new Told([terms, ...left.map((count) => terms.slice(0, count))], {
        efgh: at(1),
        cdefgh: at(2),
        gh: at(3),
      });
      return [
        findCandidateTerms(tree, Buffer.from('abcdefgh'), 0, { testNs: lookNs, scratch: new Arena(1) }).length,
        tree.asked,
      ];
    };
    expect(asked([20], 75)).toEqual([20, ['efgh']]);
    expect(asked([21, 19], 75)).toEqual([19, ['efgh', 'cdefgh']]);
    expect(asked([20, 8, 7], 200)).toEqual([7, ['efgh', 'cdefgh', 'gh']]);
    // As many as are not worth asking for where each is looked at by itself.
    expect(asked([5, 4], 100_000)).toEqual([4, ['efgh', 'cdefgh']]);
  });

  it('characters of several bytes › parts begin at characters', () => {
    const tree = new Told([many]);
    keptOf(tree, '日éb😀');
    expect(tree.asked).toEqual(['b😀', 'éb😀', '😀']);
    const single = new Told([many]);
    expect(keptOf(single, '日')).toEqual(many);
    expect(single.asked).toEqual([]);
  });

  it('four candidates left › looks up no further part', () => {
    const few = new Told([[1, 3, 5, 7]]);
    expect(keptOf(few, 'abcdefgh')).toEqual([1, 3, 5, 7]);
    expect(few.asked).toEqual([]);
    const soon = new Told([many, [1, 2, 3, 4, 5, 6, 9]], { efgh: { kind: 'bucket', bucket: 1 } });
    expect(keptOf(soon, 'abcdefgh')).toEqual([1, 3, 5, 9]);
    expect(soon.asked).toEqual(['efgh']);
  });

  it('a part that no term contains › leaves no candidate', () => {
    const tree = new Told([many], { cdefgh: { kind: 'absent' } });
    expect(keptOf(tree, 'abcdefgh')).toEqual([]);
    expect(tree.asked).toEqual(['efgh', 'cdefgh']);
  });

  it.each([
    ['the same', many, many],
    ['none in common', [0, 2, 4, 6, 8, 10, 12], []],
    ['one list within the other', [0, 3, 4, 9, 20], [3, 9]],
    ['the first and the last', [1, 11], [1, 11]],
    ['an empty one', [], []],
  ])('two buckets › %s › keeps the terms in both', (_, other, both) => {
    const tree = new Told([many, other], { b: { kind: 'bucket', bucket: 1 } });
    expect(keptOf(tree, 'ab')).toEqual(both);
  });

  it('a node of few buckets › keeps the terms of any of them; a node of more › is not read', () => {
    const buckets = [many, [1, 2], [3], [5], [5, 6, 7], [9], [0], [100], [8], [11]];
    const node = (end: number): SubstringPlace => ({ kind: 'node', node: 0, docs: 1, start: 1, end });
    const learnt = (end: number): number[] => keptOf(new Told(buckets, { b: node(end) }), 'ab');
    expect(learnt(3)).toEqual([1, 3]);
    expect(learnt(9)).toEqual([1, 3, 5, 7, 9]);
    expect(learnt(10)).toEqual(many);
  });

  it('a pattern of thousands of characters › looks up 32 parts, and reads a shared list once', () => {
    const same = { kind: 'bucket', bucket: 1 } as const;
    class Repeated extends Told {
      override find(pattern: Uint8Array): SubstringPlace {
        super.find(pattern);
        return same;
      }
    }
    const tree = new Repeated([many, many]);
    expect(keptOf(tree, '-'.repeat(15_900))).toEqual(many);
    expect(tree.asked.length).toBe(32);
    expect(new Set(tree.asked).size).toBe(32);
    expect(tree.read).toEqual([0, 1]);
  });

  it('an expensive own list › starts with the shortest list of a part, and does not read the own list', () => {
    const long = Array.from({ length: 2000 }, (_, i) => i);
    const tree = new Told([long, many], { fgh: { kind: 'bucket', bucket: 1 } });
    expect(keptOf(tree, 'abcdefgh')).toEqual(many);
    expect(tree.read).toEqual([1]);
    const nowhere = new Told([long], { fgh: { kind: 'absent' } });
    expect(keptOf(nowhere, 'abcdefgh')).toEqual([]);
    expect(nowhere.read).toEqual([]);
  });

  it('a list that costs more than testing the candidates › is not read', () => {
    const tree = new Told([many, Array.from({ length: 5000 }, (_, i) => i)], { efgh: { kind: 'bucket', bucket: 1 } });
    expect(keptOf(tree, 'abcdefgh')).toEqual(many);
    expect(tree.read).toEqual([0]);
  });

  it('too little budget for a look-up or a list › is refused before it', () => {
    const refused = (maximumNs: number, lists: readonly (readonly number[])[]): Told => {
      const scratch = new Arena(1);
      scratch.budget = new Budget(maximumNs);
      const tree = new Told(lists);
      expect(() => findCandidateTerms(tree, Buffer.from('abcdefgh'), 0, { scratch })).toThrow(TooCostlyError);
      return tree;
    };
    const noList = refused(1, [many]);
    expect([noList.asked, noList.read]).toEqual([[], []]);
    const onePlace = refused(2 * FIND_PATTERN_PART, [many]);
    expect([onePlace.asked, onePlace.read]).toEqual([['efgh'], [0]]);
  });
});
