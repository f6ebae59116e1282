/**
 * Checks that every method of a source returns the same docs.
 */

import { expect } from 'vitest';
import { docId } from '../../src/content/model/index.js';
import { siftBy, siftOneByOne, siftSource } from '../../src/engine/query/sources/sift.js';
import type { Source } from '../../src/engine/query/sources/source.js';
import { fillByTerms } from '../../src/engine/query/sources/term-set.js';
import { Arena } from '../../src/index/docset/index.js';

/** @param docs ascending. @param size docs of the segment */
export function expectDocs(source: Source, docs: readonly number[], size: number): void {
  const arena = new Arena(size);
  const all = Uint32Array.from({ length: size }, (_, doc) => doc);
  expect(source.size).toBe(docs.length);
  expect([...all].filter((doc) => source.has(docId(doc)))).toEqual(docs);
  const listed = [...source.docs(arena)];
  expect(listed.toSorted((a, b) => a - b)).toEqual(docs);
  if (source.ascends) expect(listed).toEqual(docs);
  const bits = arena.bitset();
  bits.setToAll();
  const before = arena.mark();
  source.fill(bits, arena);
  expect([...bits.toList(bits.count())]).toEqual(docs);
  expect(arena.mark(), 'what a fill takes it gives back').toEqual(before);
  const out = new Uint32Array(size);
  expect([...out.subarray(0, siftOneByOne(arena, source, all, out))]).toEqual(docs);
  // By a set as soon as it pays.
  for (const testCost of [source.testCost, 1e9]) {
    expect([...out.subarray(0, siftSource(arena, { ...source, testCost }, all, out))]).toEqual(docs);
    expect(arena.mark(), 'what a sift takes it gives back').toEqual(before);
  }
  if (source.terms !== undefined) {
    fillByTerms([source.terms], bits, arena);
    expect([...bits.toList(bits.count())]).toEqual(docs);
  }
  expect([
    ...out.subarray(
      0,
      siftBy((doc) => source.has(doc), all, out),
    ),
  ]).toEqual(docs);
  if (source.interval === undefined) return;
  const { column, ordinals } = source.interval;
  const within = (ordinal: number): boolean => (ordinal - ordinals.low) >>> 0 < ordinals.span;
  expect([...all].filter((doc) => within(column[doc]!))).toEqual(docs);
}
