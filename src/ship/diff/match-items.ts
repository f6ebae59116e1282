/**
 * Matches the items of two snapshots by id, by walking both ascending term dictionaries together.
 */
import { type TermId, termId } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import type { ByteTerms } from '../../index/termdict/index.js';
import type { TypeContent } from './type-content.js';

/** Stands for a doc that does not exist. */
export const NONE = 0xffff_ffff;

interface Range {
  readonly terms: ByteTerms;
  readonly start: TermId;
  readonly end: TermId;
}

/**
 * Calls `found` with the indexes of every term that is in both ranges, in ascending order.
 *
 * @param skip number of leading bytes of each term to ignore
 * Cost: O(terms) comparisons.
 */
export function eachCommon(a: Range, b: Range, skip: number, onMatch: (a: TermId, b: TermId) => void): void {
  for (let i = a.start, j = b.start; i < a.end && j < b.end; ) {
    const order = Buffer.compare(a.terms.at(i).subarray(skip), b.terms.at(j).subarray(skip));
    if (order === 0) onMatch(i, j);
    if (order <= 0) i = termId(i + 1);
    if (order >= 0) j = termId(j + 1);
  }
}

export const allTerms = (terms: ByteTerms): Range => ({ terms, start: termId(0), end: termId(terms.size) });

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
  eachCommon(allTerms(before.ids.terms), allTerms(after.ids.terms), 0, (i, j) => {
    matches[before.ids.docs[i]!] = after.ids.docs[j]!;
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
  return { after: matches, removed: docList(removed), added: docList(added), reordered };
}

/** @returns the docs of the set, ascending */
export const docList = (docs: Bitset): Uint32Array => docs.toList(docs.count());
