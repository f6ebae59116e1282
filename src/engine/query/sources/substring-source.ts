/**
 * Sources of substrings (`_contains`), by the substring tree: it has the number of docs of a frequent pattern, whose terms
 * are then searched only if a doc is tested. A rare pattern is searched in the few terms that the buckets of its parts have
 * in common.
 */
import { choose } from '../../../content/choices/index.js';
import { type TermId, termId, termOf } from '../../../content/model/index.js';
import {
  MARK_DOC,
  PASS_BITS,
  READ_BUCKET_BYTE,
  READ_BUCKET_RUN,
  TEST_DOC,
  VISIT_RUN,
} from '../../../index/costs/index.js';
import { type Arena, Bitset } from '../../../index/docset/index.js';
import type { SubstringTextIndex } from '../../../index/segment/index.js';
import { findCandidateTerms, type SubstringPlace } from '../../../index/termdict/index.js';
import { termList } from './list-source.js';
import { fillFromList, listRuns } from './run-lists.js';
import { setSource } from './set-source.js';
import type { Source } from './source.js';
import { listFromFill, withTermPass } from './term-set.js';

/** Up to this many docs, the runs fit into 1 MiB. */
const cachedDocsMaximum = 2 ** 17;

/** @param pattern at least one byte. Cost: finding its parts in the tree, and searching the remaining terms. */
export function containing(index: SubstringTextIndex, pattern: Uint8Array, arena: Arena): Source {
  const { substrings, terms } = index;
  const place = substrings.find(pattern);
  switch (place.kind) {
    case 'absent':
      return termList(index, new Uint32Array(0), 'substring tree: absent');
    case 'any':
      return termList(index, termsContaining(index, pattern, undefined, arena), 'all terms, looked at');
    case 'bucket':
      return termList(
        index,
        termsContaining(
          index,
          pattern,
          findCandidateTerms(substrings, pattern, place.bucket, {
            accepts: termsWithDocs(index),
            testNs: arena.memory === undefined ? undefined : terms.siftNs,
            scratch: arena,
          }),
          arena,
        ),
        'substring tree: buckets',
      );
    case 'node':
      return frequentPattern(index, pattern, place, arena);
  }
}

/**
 * A pattern that is the string of a node: the tree has its number of docs, or even a set of them.
 *
 * @param place the node of the pattern
 */
function frequentPattern(
  index: SubstringTextIndex,
  pattern: Uint8Array,
  place: Extract<SubstringPlace, { kind: 'node' }>,
  arena: Arena,
): Source {
  const { substrings, firstDocs, frequentSets, terms } = index;
  // If columns share a tree, all docs may belong to other columns.
  if (place.docs === 0) return termList(index, new Uint32Array(0), 'substring tree: absent');
  const first = firstDocs.of(place.node);
  const words = frequentSets.of(place.node);
  if (words !== undefined && choose('substring.set', 'stored') === 'stored') {
    const set = new Bitset(arena.size, words, arena.routines);
    return {
      ...setSource(set, place.docs, 'substring tree: stored set'),
      ...(first === undefined ? {} : { first }),
    };
  }
  const { column, postings } = index;
  const { start, end, docs: size } = place;
  // A text is in a bucket once for each different continuation of the pattern: a frequent one hundreds of times.
  const byteLength = substrings.byteLength(start, end);
  const markCost = byteLength * READ_BUCKET_BYTE;
  // Two ways to the docs: mark the runs of each list, or list the terms first and read their runs in order. Marking reads a run
  // once per list, so it is slower if the runs exceed the cache, or if terms are in many lists.
  const markDocs = (bits: Bitset, arena: Arena): void => {
    bits.clear();
    substrings.addDocs(start, end, bits.words, postings, arena);
  };
  const markDocsCost = markCost + byteLength * READ_BUCKET_RUN + PASS_BITS * arena.size + size * MARK_DOC;
  const listDocs = (arena: Arena): Uint32Array =>
    listRuns(postings, bucketTerms(index, start, end, arena), size, arena);
  const listDocsCost = markCost + PASS_BITS * terms.size + size * VISIT_RUN;
  const isMarkingFaster = arena.size <= cachedDocsMaximum && byteLength * READ_BUCKET_RUN < size * VISIT_RUN;
  // Compiled for the first doc that is tested.
  let contains: ((term: TermId) => boolean) | undefined;
  return withTermPass({
    terms: {
      values: index,
      mark: ({ words }, arena) => substrings.addTerms(start, end, words, arena),
      markCost,
    },
    size,
    ascends: false,
    ...(first === undefined ? {} : { first }),
    structure: 'substring tree: counted',
    testCost: TEST_DOC + terms.searchCost + terms.readCost,
    has(doc) {
      const ordinal = column[doc]!;
      if (ordinal === 0) return false;
      contains ??= terms.containing(pattern);
      return contains(termOf(ordinal));
    },
    ...(choose('substring.list', isMarkingFaster ? 'mark' : 'runs') === 'mark'
      ? listFromFill(markDocs, markDocsCost, size, arena.size)
      : fillFromList(listDocs, size, listDocsCost)),
  });
}

/** @param candidates ascending; undefined for all terms. @returns the candidates that contain the pattern */
function termsContaining(
  index: SubstringTextIndex,
  pattern: Uint8Array,
  candidates: Uint32Array | undefined,
  arena: Arena,
): Uint32Array {
  const { terms } = index;
  arena.budget.spend((candidates?.length ?? terms.size) * TEST_DOC);
  arena.budget.spend(candidates === undefined ? terms.size * terms.searchCost : terms.searchCostOf(candidates));
  if (candidates !== undefined && terms.sift !== undefined && choose('substring.look', 'compiled') === 'compiled') {
    const mark = arena.mark();
    const matchingTerms = terms.sift(candidates, pattern, arena);
    arena.release(mark);
    if (matchingTerms !== undefined) return matchingTerms;
  }
  const contains = terms.containing(pattern);
  if (candidates === undefined) {
    const hasDocs = termsWithDocs(index) ?? (() => true);
    return Uint32Array.from({ length: terms.size }, (_, term) => term).filter(
      (term) => hasDocs(termId(term)) && contains(termId(term)),
    );
  }
  terms.prefetch(candidates);
  return candidates.filter((term) => contains(termId(term)));
}

/** @returns a test whether a term has docs; undefined if all have: terms shared by several columns may have docs in others only */
function termsWithDocs({
  sharedPostings,
  postings: { starts },
}: SubstringTextIndex): ((term: TermId) => boolean) | undefined {
  return sharedPostings.length === 0 ? undefined : (term) => starts[term]! < starts[term + 1]!;
}

/** @returns the terms of the buckets, ascending */
function bucketTerms({ substrings, terms }: SubstringTextIndex, start: number, end: number, arena: Arena): Uint32Array {
  const bits = new Bitset(terms.size, arena.list(Math.ceil(terms.size / 32)), arena.routines);
  bits.clear();
  substrings.addTerms(start, end, bits.words, arena);
  const count = bits.count();
  return bits.toList(count, arena.list(count));
}
