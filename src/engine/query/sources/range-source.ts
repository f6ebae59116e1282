/**
 * Sources of neighbouring terms: an interval of ordinals, one slice of the docs by value, a difference of quantiles.
 */
import { choose } from '../../../content/choices/index.js';
import { orderPlace, type TermId, termId } from '../../../content/model/index.js';
import {
  COMBINE_STORED,
  MARK_DOC,
  MARK_TERM_RUN,
  PASS_BITS,
  SIFT_COLUMN,
  TEST_DOC,
} from '../../../index/costs/index.js';
import type { Bitset } from '../../../index/docset/index.js';
import type { ValueColumns } from '../../facets/index.js';
import type { Source } from './source.js';
import { withTermPass } from './term-set.js';

const none = new Uint32Array(0);

/** Overwrites `bits` with the docs of the terms `[start, end)`. */
export function fillRun({ postings, quantiles }: ValueColumns, bits: Bitset, start: TermId, end: TermId): void {
  if (end > start && quantiles !== undefined) {
    const isMany = markingCost(postings.count(start, end)) > PASS_BITS * postings.docs.length;
    if (choose('run.fill', isMany ? 'quantiles' : 'list') === 'quantiles') {
      quantiles.fill(bits, orderPlace(postings.starts[start]!), orderPlace(postings.starts[end]!));
      return;
    }
  }
  bits.clear();
  if (end > start) bits.addAll(postings.run(start, end));
}

const markingCost = (size: number): number => size * MARK_DOC;

/** Cost of `fillRun`. */
export function fillCostOf({ postings, quantiles }: ValueColumns, start: TermId, end: TermId): number {
  const listedNs = markingCost(end > start ? postings.count(start, end) : 0);
  const { length } = postings.docs;
  if (quantiles === undefined || listedNs <= PASS_BITS * length) return listedNs + PASS_BITS * length;
  return (
    COMBINE_STORED * length +
    MARK_DOC * quantiles.toggleCount(orderPlace(postings.starts[start]!), orderPlace(postings.starts[end]!))
  );
}

/** @returns the docs whose value is one of the terms `[start, end)` */
export function termRange(values: ValueColumns, start: TermId, end: TermId): Source {
  const { column, postings } = values;
  const size = end > start ? postings.count(start, end) : 0;
  return {
    size,
    ascends: end - start <= 1,
    structure: 'run of docs by value',
    // Term t has ordinal t + 1, so an unpopulated doc (0) is in no range.
    has: (doc) => column[doc]! > start && column[doc]! <= end,
    testCost: SIFT_COLUMN,
    interval: { column, ordinals: { low: start + 1, span: Math.max(0, end - start) } },
    docs: () => (end > start ? postings.run(start, end) : none),
    listCost: 0,
    fill: (bits) => fillRun(values, bits, start, end),
    fillCost: fillCostOf(values, start, end),
    range: { values, start, end },
  };
}

/** @returns the populated docs whose value is not one of the terms `[start, end)` */
export function otherTerms(values: ValueColumns, start: TermId, end: TermId): Source {
  const { column, postings } = values;
  const terms = postings.termCount;
  if (start === end) return termRange(values, termId(0), terms);
  const size = postings.populated - postings.count(start, end);
  return withTermPass({
    terms: {
      values,
      mark(set) {
        set.addRange(0, start);
        set.addRange(end, terms);
      },
      markCost: 2 * MARK_TERM_RUN + PASS_BITS * terms,
    },
    size,
    ascends: false,
    structure: 'two runs of docs by value',
    has: (doc) => column[doc]! !== 0 && (column[doc]! <= start || column[doc]! > end),
    testCost: TEST_DOC,
    docs(arena) {
      const out = arena.list(size);
      const lowerDocs = postings.run(termId(0), start);
      out.set(lowerDocs);
      out.set(postings.run(end, terms), lowerDocs.length);
      return out;
    },
    listCost: size,
    fill(bits, arena) {
      fillRun(values, bits, termId(0), terms);
      const mark = arena.mark();
      const excluded = arena.bitset();
      fillRun(values, excluded, start, end);
      bits.removeAll(excluded.words);
      arena.release(mark);
    },
    fillCost: fillCostOf(values, termId(0), terms) + fillCostOf(values, start, end) + PASS_BITS * postings.docs.length,
  });
}

/** @returns the docs whose field is unpopulated */
export function unpopulated(values: ValueColumns): Source {
  const { column, postings } = values;
  const terms = postings.termCount;
  const size = postings.docs.length - postings.populated;
  const isMany = markingCost(size) > fillCostOf(values, termId(0), terms);
  return {
    size,
    ascends: true,
    structure: 'tail of docs by value',
    has: (doc) => column[doc]! === 0,
    testCost: SIFT_COLUMN,
    interval: { column, ordinals: { low: 0, span: 1 } },
    docs: () => postings.unpopulated(),
    listCost: 0,
    fill(bits, arena) {
      if (choose('unpopulated.fill', isMany ? 'others' : 'list') === 'list') {
        bits.clear();
        bits.addAll(postings.unpopulated());
        return;
      }
      const mark = arena.mark();
      const populated = arena.bitset();
      fillRun(values, populated, termId(0), terms);
      bits.setToAll();
      bits.removeAll(populated.words);
      arena.release(mark);
    },
    fillCost: PASS_BITS * postings.docs.length + Math.min(markingCost(size), fillCostOf(values, termId(0), terms)),
  };
}
