/**
 * Sources of scattered terms, whose docs are listed run by run, and sources of listed docs.
 */
import { termId } from '../../../content/model/index.js';
import { containsAscending } from '../../../format/index.js';
import * as ns from '../../../index/costs/index.js';
import { Bitset } from '../../../index/docset/index.js';
import type { ValueColumns } from '../../facets/index.js';
import { fillFromList, fillRuns, listRuns } from './run-lists.js';
import type { Source } from './source.js';
import { withTermPass } from './term-set.js';

/** @param terms ascending, unique. @returns the docs whose value is one of the terms */
export function termList(values: ValueColumns, terms: Uint32Array, structure: string): Source {
  const { column, postings } = values;
  let size = 0;
  for (const term of terms) size += postings.countOf(termId(term));
  let termBits: Bitset | undefined;
  return withTermPass({
    terms: { values, mark: (set) => set.addAll(terms), markCost: terms.length * ns.MARK_DOC },
    size,
    ascends: terms.length <= 1,
    structure,
    testCost: ns.TEST_DOC,
    has(doc) {
      const ordinal = column[doc]!;
      if (ordinal === 0) return false;
      termBits ??= Bitset.of(postings.termCount, terms);
      return termBits.has(ordinal - 1);
    },
    ...fillFromList(
      (arena) => listRuns(postings, terms, size, arena),
      size,
      terms.length * ns.VISIT_RUN + size * ns.COPY_DOC,
    ),
    fill: (bits, arena) => fillRuns(postings, terms, size, bits, arena),
  });
}

/** @param docs ascending, unique. @returns a source of exactly these docs */
export function docList(docs: Uint32Array, structure: string): Source {
  return {
    size: docs.length,
    ascends: true,
    structure,
    testCost: ns.TEST_DOC * 4,
    has: (doc) => containsAscending(docs, doc),
    ...fillFromList(() => docs, docs.length, 0),
  };
}
