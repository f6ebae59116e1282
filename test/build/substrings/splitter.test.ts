/**
 * Splitting a node by compiled loops, against the same by those of JavaScript.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyAt, Level, suffixNumbers, termAt } from '../../../build/substrings/sort/moves.js';
import { openSortMemory, type SortMemory } from '../../../build/substrings/sort/sort-memory.js';
import { Splitter } from '../../../build/substrings/sort/splitter.js';
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { LEVEL_BYTES } from '../../../src/kernels/index.js';

const width = 6;
/** So few that a code has more terms than a bucket, or not. */
const codes = Uint8Array.from({ length: 400 }, (_, place) => (place * 7 + (place >> 3)) % width);
const view = new DataView(codes.buffer);

const inArrays = (suffixes: number): SortMemory => ({
  gathered: new Int32Array(suffixes * suffixNumbers),
  spare: new Int32Array(suffixes * suffixNumbers),
  levels: Array.from({ length: DEPTH_MAXIMUM }, () => new Level(new ArrayBuffer(LEVEL_BYTES), 0)),
  kernelMemory: undefined,
  packing: undefined,
  freeStart: 0,
});

/** Suffixes of ascending terms: how many of each, and where the next begins. */
const given = fc.record({
  places: fc.array(fc.nat(300), { minLength: 1, maxLength: 3000, size: 'max' }),
  each: fc.integer({ min: 1, max: 3 }),
  unread: fc.integer({ min: 1, max: 8 }),
  skipped: fc.nat(1),
});

describe('split', () => {
  it('any suffixes and codes › compiled loops equal the JavaScript loops', () => {
    fc.assert(
      fc.property(given, ({ places, each, unread, skipped }) => {
        const [from, to] = [Math.min(skipped, places.length - 1), places.length];
        const split = (memory: SortMemory) => {
          const { gathered, spare } = memory;
          spare.fill(0);
          for (const [index, place] of places.entries()) {
            const at = index * suffixNumbers;
            gathered[at] = place;
            gathered[at + termAt] = Math.floor(index / each);
            gathered[at + keyAt] = view.getInt32(place);
            gathered[at + keyAt + 1] = view.getInt32(place + 4);
          }
          const splitter = new Splitter({ width, codes: view, depth: 0, memory });
          const node = { source: gathered, spare, from, to, depth: 4, unread };
          const { suffixes, terms, next, starts, branches } = splitter.split(node);
          const counted = [suffixes.slice(0, width), terms.slice(0, width), next.slice(0, branches.count)];
          // Of what ends in buckets only the terms count.
          const isLeaf = !branches.isNode.subarray(0, branches.count).includes(1);
          const moved = isLeaf ? spare.filter((_, at) => at % suffixNumbers === termAt) : spare;
          return { counted, starts: starts.slice(0, branches.count), branches: branches.count, moved: [...moved] };
        };
        const compiled = openSortMemory(places.length);
        expect(compiled.kernelMemory).toBeDefined();
        expect(split(compiled)).toEqual(split(inArrays(places.length)));
      }),
      { examples: [[{ places: [0, 0], each: 1, unread: 5, skipped: 0 }]], numRuns: 20 },
    );
  });
});
