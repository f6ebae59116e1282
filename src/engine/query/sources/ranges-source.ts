/**
 * Sources of several runs of terms, such as the values of `_in` or the cells of an area.
 */
import { choose } from '../../../content/choices/index.js';
import { type TermId, termId } from '../../../content/model/index.js';
import { firstAtLeast } from '../../../format/index.js';
import * as ns from '../../../index/costs/index.js';
import type { ValueColumns } from '../../facets/index.js';
import { fillCostOf, fillRun } from './range-source.js';
import type { Source } from './source.js';
import { withTermPass } from './term-set.js';

/** @param runs of terms: at least one, ascending, not touching. @returns the docs whose value is a term of any run */
export function termRanges(values: ValueColumns, runs: readonly (readonly [start: TermId, end: TermId])[]): Source {
  const { column, postings } = values;
  const terms = postings.termCount;
  const starts = Uint32Array.from(runs, ([start]) => start);
  const ends = Uint32Array.from(runs, ([, end]) => end);
  const size = runs.reduce((sum, [start, end]) => sum + postings.count(start, end), 0);
  const markRunsCost = ns.PASS_BITS * postings.docs.length + size * ns.MARK_DOC;
  const markGapsCost = fillCostOf(values, termId(0), terms) + (postings.populated - size) * ns.MARK_DOC;
  return withTermPass({
    terms: {
      values,
      mark: (set) => {
        for (const [start, end] of runs) set.addRange(start, end);
      },
      markCost: runs.length * ns.MARK_TERM_RUN + ns.PASS_BITS * terms,
    },
    size,
    ascends: false,
    structure: `${runs.length} runs of docs by value`,
    testCost: ns.TEST_DOC + Math.log2(runs.length),
    has(doc) {
      const ordinal = column[doc]!;
      const run = firstAtLeast(ends, ordinal);
      return run < starts.length && starts[run]! < ordinal;
    },
    docs(arena) {
      const out = arena.list(size);
      let at = 0;
      for (const [start, end] of runs) {
        out.set(postings.run(start, end), at);
        at += postings.count(start, end);
      }
      return out;
    },
    listCost: size,
    ...(choose('ranges.fill', markGapsCost < markRunsCost ? 'others' : 'these') === 'others'
      ? {
          fill(bits) {
            fillRun(values, bits, termId(0), terms);
            for (const [index, start] of starts.entries()) {
              const gapStart = index === 0 ? 0 : ends[index - 1]!;
              if (start > gapStart) bits.toggleAll(postings.run(termId(gapStart), termId(start)));
            }
            bits.toggleAll(postings.run(termId(ends.at(-1) ?? 0), terms));
          },
          fillCost: markGapsCost,
        }
      : {
          fill(bits) {
            bits.clear();
            for (const [start, end] of runs) bits.addAll(postings.run(start, end));
          },
          fillCost: markRunsCost,
        }),
  });
}
