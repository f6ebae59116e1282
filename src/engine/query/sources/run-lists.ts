/**
 * Lists and sets of the docs of several terms: the runs of these terms, concatenated or marked as bits.
 */
import { choose, threshold } from '../../../content/choices/index.js';
import * as ns from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { RunPostings } from '../../../index/postings/index.js';

/** `fill` and its cost, of a source whose docs are listed. */
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

/** Makes `bits` the set of the docs of the terms. @param size at least how many docs that are */
export function fillRuns(postings: RunPostings, terms: Uint32Array, size: number, bits: Bitset, arena: Arena): void {
  const mark = arena.mark();
  const isDense = size * denseShare > bits.size && bits.size <= cachedDocs;
  if (terms.length > 0 && choose('runs.fill', isDense ? 'bytes' : 'list') === 'bytes') {
    const { starts, docs } = postings;
    arena.routines.fillRuns(bits.words, terms, starts, docs, arena.list(bits.words.length * 8));
  } else {
    bits.clear();
    bits.addAll(listRuns(postings, terms, size, arena));
  }
  arena.release(mark);
}

/** Fewer docs of a segment than one in so many are listed and marked as bits. */
const denseShare = 16;

/** Of more docs a byte each is beyond a processor's caches. */
const cachedDocs = 2 ** 20;

/**
 * From so many docs on, a run is copied or marked at once: a view of it costs about as much as copying a few dozen one
 * by one.
 */
const longRun = 64;

/** The docs of the terms, term by term. @param size how many docs that are. Cost: O(docs). */
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
