/**
 * Matches the items of two snapshots by id, by walking both ascending term dictionaries together.
 */
import { type TermId, termId } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import type { ByteTerms } from '../../index/termdict/index.js';
import type { TypeContent } from './type-content.js';

/** Marks a doc that does not exist. */
export const NONE = 0xffff_ffff;

/** A range of an ascending dictionary. */
export interface TermRange {
  readonly terms: ByteTerms;
  readonly start: TermId;
  readonly end: TermId;
}

/**
 * Calls `onMatch` with the indexes of every term that is in both ranges, in ascending order.
 *
 * @param skip number of leading bytes of each term to ignore
 * Cost: O(terms) comparisons.
 */
export function visitCommonTerms(
  a: TermRange,
  b: TermRange,
  skip: number,
  onMatch: (a: TermId, b: TermId) => void,
): void {
  for (let indexA = a.start, indexB = b.start; indexA < a.end && indexB < b.end; ) {
    const order = Buffer.compare(a.terms.at(indexA).subarray(skip), b.terms.at(indexB).subarray(skip));
    if (order === 0) onMatch(indexA, indexB);
    if (order <= 0) indexA = termId(indexA + 1);
    if (order >= 0) indexB = termId(indexB + 1);
  }
}

export const rangeOfAllTerms = (terms: ByteTerms): TermRange => ({ terms, start: termId(0), end: termId(terms.size) });

export interface Matching {
  /** Doc before → doc after, or NONE. */
  readonly after: Uint32Array;
  /** Docs of the earlier snapshot without a match, ascending. */
  readonly removed: Uint32Array;
  /** Docs of the later snapshot without a match, ascending. */
  readonly added: Uint32Array;
  /** Whether the common items are in another order. */
  readonly reordered: boolean;
}

/** Matches all items. Cost: O(items) comparisons of ids. Memory: 4 bytes an item. */
export function matchItems(before: TypeContent, after: TypeContent): Matching {
  const matches = new Uint32Array(before.size).fill(NONE);
  visitCommonTerms(rangeOfAllTerms(before.ids.terms), rangeOfAllTerms(after.ids.terms), 0, (termBefore, termAfter) => {
    matches[before.ids.docs[termBefore]!] = after.ids.docs[termAfter]!;
  });
  const removed = new Bitset(before.size);
  const matched = new Bitset(after.size);
  let reordered = false;
  let previousMatch = -1;
  for (let doc = 0; doc < before.size; doc += 1) {
    const match = matches[doc]!;
    if (match === NONE) removed.add(doc);
    else {
      if (match < previousMatch) reordered = true;
      previousMatch = match;
      matched.add(match);
    }
  }
  const added = new Bitset(after.size);
  added.setToAll();
  added.removeAll(matched.words);
  return { after: matches, removed: listDocs(removed), added: listDocs(added), reordered };
}

/** @returns the docs of the set, ascending */
export const listDocs = (docs: Bitset): Uint32Array => docs.toList(docs.count());
