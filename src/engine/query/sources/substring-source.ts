/**
 * `_contains`: the tree counts a frequent pattern, which is searched only when a doc is tested; a rare pattern is
 * searched in the few terms that the buckets of all its parts have in common.
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
import { candidateTerms } from '../../../index/termdict/index.js';
import { termList } from './list-source.js';
import { fillFromList, listRuns } from './run-lists.js';
import { setSource } from './set-source.js';
import type { Source } from './source.js';
import { listFromFill, withTermPass } from './term-set.js';

/** Of so many docs the runs take a mebibyte. */
const nearDocs = 2 ** 17;

/** @param pattern at least one byte. Cost: that of the places of its parts in the tree, and of the terms left to look at. */
export function containing(index: SubstringTextIndex, pattern: Uint8Array, arena: Arena): Source {
  const { substrings, firstDocs, frequentSets, terms } = index;
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
          candidateTerms(substrings, pattern, place.bucket, {
            accepts: termsWithDocs(index),
            testNs: arena.memory === undefined ? undefined : terms.siftNs,
            scratch: arena,
          }),
          arena,
        ),
        'substring tree: buckets',
      );
    case 'node': {
      // Where columns share a tree, the docs may all be those of others.
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
      let contains: ((term: TermId) => boolean) | undefined;
      // A text stands in a bucket as often as it goes on differently behind the pattern: a frequent one in hundreds.
      const byteLength = substrings.byteLength(start, end);
      const markCost = byteLength * READ_BUCKET_BYTE;
      const fill = (bits: Bitset, arena: Arena): void => {
        bits.clear();
        substrings.addDocs(start, end, bits.words, postings, arena);
      };
      const docs = (arena: Arena): Uint32Array =>
        listRuns(postings, bucketTerms(index, start, end, arena), size, arena);
      const fillCost = markCost + byteLength * READ_BUCKET_RUN + PASS_BITS * arena.size + size * MARK_DOC;
      const listCost = markCost + PASS_BITS * terms.size + size * VISIT_RUN;
      // Each list leads through all runs once: where these are in no cache, or terms in many lists, all in their order are
      // quicker.
      const isMarked = arena.size <= nearDocs && byteLength * READ_BUCKET_RUN < size * VISIT_RUN;
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
        ...(choose('substring.list', isMarked ? 'mark' : 'runs') === 'mark'
          ? listFromFill(fill, fillCost, size, arena.size)
          : fillFromList(docs, size, listCost)),
      });
    }
  }
}

/** Those of the candidates that do contain the pattern. @param candidates ascending; undefined for all terms */
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
    const found = terms.sift(candidates, pattern, arena);
    arena.release(mark);
    if (found !== undefined) return found;
  }
  const contains = terms.containing(pattern);
  if (candidates === undefined) {
    const isOwn = termsWithDocs(index) ?? (() => true);
    return Uint32Array.from({ length: terms.size }, (_, term) => term).filter(
      (term) => isOwn(termId(term)) && contains(termId(term)),
    );
  }
  terms.prefetch(candidates);
  return candidates.filter((term) => contains(termId(term)));
}

/** @returns which terms have docs; undefined where all have: of those that several columns share some have them elsewhere */
function termsWithDocs({
  sharedPostings,
  postings: { starts },
}: SubstringTextIndex): ((term: TermId) => boolean) | undefined {
  return sharedPostings.length === 0 ? undefined : (term) => starts[term]! < starts[term + 1]!;
}

/** The terms of the buckets, ascending. */
function bucketTerms({ substrings, terms }: SubstringTextIndex, start: number, end: number, arena: Arena): Uint32Array {
  const bits = new Bitset(terms.size, arena.list(Math.ceil(terms.size / 32)), arena.routines);
  bits.clear();
  substrings.addTerms(start, end, bits.words, arena);
  const count = bits.count();
  return bits.toList(count, arena.list(count));
}
