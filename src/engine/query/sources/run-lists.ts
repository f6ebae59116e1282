/**
 * Lists and sets of the docs of several terms: the runs of these terms, concatenated or marked as bits.
 */
import { choose, threshold } from '../../../content/choices/index.js';
import * as ns from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { RunPostings } from '../../../index/postings/index.js';

/** @returns `fill` of a source that lists its docs, and its cost */
export function fillFromList(docs: (arena: Arena) => Uint32Array, size: number, listCost: number) {
  return {
    docs,
    listCost,
    fill(bits: Bitset, arena: Arena): void {
      bits.clear();
      const mark = arena.mark();
      bits.addAll(docs(arena));
      arena.release(mark);
    },
    fillCost: listCost + size * ns.MARK_DOC,
  };
}

/** Overwrites `bits` with the docs of the terms. @param size upper bound of their number */
export function fillRuns(postings: RunPostings, terms: Uint32Array, size: number, bits: Bitset, arena: Arena): void {
  const mark = arena.mark();
  const isDense = size * denseShare > bits.size && bits.size <= byteMapMaximum;
  if (terms.length > 0 && choose('runs.fill', isDense ? 'bytes' : 'list') === 'bytes') {
    const { starts, docs } = postings;
    arena.routines.fillRuns(bits.words, terms, starts, docs, arena.list(bits.words.length * 8));
  } else {
    bits.clear();
    bits.addAll(listRuns(postings, terms, size, arena));
  }
  arena.release(mark);
}

/** Docs that are fewer than one in this many of the segment are listed and marked as bits. */
const denseShare = 16;

/** Maximum number of docs for which one byte per doc fits into the processor's caches. */
const byteMapMaximum = 2 ** 20;

/**
 * From this length on, a run is copied in one call: creating a view of it costs about as much as copying a few dozen docs.
 */
const longRun = 64;

/** @param size number of docs of the terms. @returns the docs, term by term. Cost: O(docs). */
export function listRuns({ docs, starts }: RunPostings, terms: Uint32Array, size: number, arena: Arena): Uint32Array {
  const out = arena.list(size);
  const { routines } = arena;
  const longRunDocs = threshold('runs.long', longRun);
  let at = 0;
  for (let i = 0; i < terms.length; i += 1) {
    const term = terms[i]!;
    const start = starts[term]!;
    const end = starts[term + 1]!;
    if (end - start >= longRunDocs) {
      routines.copy(out.subarray(at, at + end - start), docs.subarray(start, end));
      at += end - start;
    } else for (let place = start; place < end; place += 1) out[at++] = docs[place]!;
  }
  return out;
}
