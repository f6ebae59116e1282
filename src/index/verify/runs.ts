/**
 * Checks ascending orders: of runs, of terms, and of the docs in each run, which must agree with the column.
 */
import { termId } from '../../content/model/index.js';
import type { OrdinalColumn } from '../columns/index.js';
import type { RunPostings } from '../postings/index.js';
import { compareBytes, type Terms } from '../termdict/index.js';

export const isAscending = (values: Uint32Array): boolean =>
  values.every((value, i) => i === 0 || values[i - 1]! <= value);

/** @returns a finding if the column and its posting lists disagree. Cost: O(docs + terms). */
export function checkRuns(
  column: OrdinalColumn,
  postings: RunPostings,
  terms: number,
  size: number,
  sharing: readonly RunPostings[] = [],
): string[] {
  const { docs, starts } = postings;
  if (starts[0] !== 0 || !isAscending(starts) || postings.populated > size) return ['runs do not ascend from 0'];
  const isSeen = new Uint8Array(size);
  for (let term = 0; term <= terms; term += 1) {
    const end = term < terms ? starts[term + 1]! : size;
    const ordinal = term < terms ? term + 1 : 0;
    const isEmpty = term < terms && starts[term] === end;
    if (isEmpty && sharing.every((other) => other.countOf(termId(term)) === 0)) {
      return [`value ${term} has no items`];
    }
    for (let index = starts[term]!; index < end; index += 1) {
      const doc = docs[index]!;
      if (doc >= size || isSeen[doc] !== 0) return ['items by value do not contain each item once'];
      isSeen[doc] = 1;
      if (column[doc] !== ordinal) return [`item ${doc} is in another run than its column says`];
      if (index > starts[term]! && docs[index - 1]! >= doc) return [`the items of value ${term} do not ascend`];
    }
  }
  return [];
}

export function areTermsAscending(terms: Terms): boolean {
  for (let i = 1; i < terms.size; i += 1) {
    const previousBytes = terms.at(termId(i - 1));
    if (compareBytes(previousBytes, 0, previousBytes.byteLength, terms.at(termId(i))) >= 0) return false;
  }
  return true;
}
