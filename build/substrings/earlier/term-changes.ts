/**
 * Which terms of an earlier dictionary are terms of this build, and with which number.
 *
 * A term stays if a doc that has it has the same text as before, and if as many docs have it. A term whose number of docs has
 * changed counts as removed and added again, because the nodes of a tree hold numbers of docs.
 */
import type { Ordinals } from '../../work/index.js';

/** A dictionary, and the column that uses it. */
export interface ColumnTerms {
  /** Doc → ordinal of its term, from 1; 0 if unpopulated. */
  readonly ordinals: Ordinals;
  /** Term → start of its docs, with one more entry for the end. */
  readonly docStarts: Uint32Array;
}

export interface TermChanges {
  /** Earlier term → its number in this build; REMOVED_TERM if it is removed. Ascending otherwise; in shared memory. */
  readonly newTerms: Int32Array;
  /** Number of removed terms. */
  readonly removed: number;
  /** The added terms, by their numbers in this build; ascending. */
  readonly added: Uint32Array;
}

export const REMOVED_TERM = -1;

/**
 * @param docs earlier doc → doc of this build with the same text; −1 if there is none
 * @returns undefined if the two columns contradict each other, as texts that are the same have different numbers
 * Cost: O(docs + terms). Memory: 4 bytes per term of each.
 */
export function findTermChanges(earlier: ColumnTerms, current: ColumnTerms, docs: Int32Array): TermChanges | undefined {
  const earlierTerms = earlier.docStarts.length - 1;
  const newTerms = new Int32Array(new SharedArrayBuffer(earlierTerms * Int32Array.BYTES_PER_ELEMENT));
  newTerms.fill(REMOVED_TERM);
  for (const [earlierDoc, doc] of docs.entries()) {
    if (doc < 0) continue;
    const earlierTerm = earlier.ordinals[earlierDoc]! - 1;
    const term = current.ordinals[doc]! - 1;
    if (earlierTerm < 0 && term < 0) continue;
    const known = newTerms[earlierTerm];
    if (earlierTerm < 0 || term < 0 || (known !== REMOVED_TERM && known !== term)) return undefined;
    newTerms[earlierTerm] = term;
  }
  const isAdded = new Uint8Array(current.docStarts.length - 1).fill(1);
  let removed = 0;
  let previous = -1;
  for (let earlierTerm = 0; earlierTerm < earlierTerms; earlierTerm += 1) {
    const term = newTerms[earlierTerm]!;
    if (term !== REMOVED_TERM && term <= previous) return undefined;
    if (term !== REMOVED_TERM && countDocs(earlier, earlierTerm) === countDocs(current, term)) {
      previous = term;
      isAdded[term] = 0;
    } else {
      newTerms[earlierTerm] = REMOVED_TERM;
      removed += 1;
    }
  }
  const added: number[] = [];
  for (const [term, flag] of isAdded.entries()) if (flag === 1) added.push(term);
  return { newTerms, removed, added: Uint32Array.from(added) };
}

const countDocs = ({ docStarts }: ColumnTerms, term: number): number => docStarts[term + 1]! - docStarts[term]!;
