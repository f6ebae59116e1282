/**
 * Title index: docs by the keys of their titles (title-keys), sorted by key, then by doc.
 *
 * Invariants: `keys` ascend; docs ascend within a key; frozen after opening. Elsewhere: the order of a search (rank/lift-titles).
 */
import type { WordMark } from '../../../content/model/index.js';
import { firstAtLeast, firstIndex } from '../../../format/index.js';
import { MATCH_DOC } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { chooseSearch } from '../rank/list-search.js';
import { isSameTitle } from './title-keys.js';

export interface TitleIndex {
  /** Entry → key of a whole title, or of two neighbouring words. */
  readonly keys: Uint32Array;
  /** Entry → doc. */
  readonly docs: Uint32Array;
  /** Doc → second hash of its whole title; 0 if it has no title with a word. */
  readonly checks: Uint32Array;
  /** Mark of the words of the title field. */
  readonly mark: WordMark;
}

/** @returns the docs with a key, ascending; a view. Cost: O(log entries). */
export function docsWithKey({ keys, docs }: TitleIndex, key: number): Uint32Array {
  const start = firstAtLeast(keys, key);
  if (keys[start] !== key) return docs.subarray(0, 0);
  const end = firstIndex(keys.length, (entry) => keys[entry]! > key);
  return docs.subarray(start, end);
}

/** @param check second hash of the title. @returns the docs with this whole title, ascending. Cost: O(these). */
export function docsWithTitle(titles: TitleIndex, key: number, check: number, budget?: Budget): Uint32Array {
  const docs = docsWithKey(titles, key);
  if (docs.length === 0) return docs;
  budget?.spend(docs.length * MATCH_DOC);
  return docs.filter((doc) => isSameTitle(titles.checks[doc]!, check));
}

/**
 * @param lists at least one, each ascending
 * @returns the docs in all of them, ascending; possibly a view. Cost: O(docs of the shortest list · log).
 */
export function intersectLists(lists: readonly Uint32Array[], budget?: Budget): Uint32Array {
  const [shortest, ...longerLists] = lists.toSorted((a, b) => a.length - b.length);
  let remaining = shortest!;
  for (const list of longerLists) {
    if (remaining.length === 0) return remaining;
    budget?.spend(remaining.length * MATCH_DOC);
    const findDoc = chooseSearch(list, remaining.length);
    let index = 0;
    remaining = remaining.filter((doc) => {
      index = findDoc(list, index, doc);
      return list[index] === doc;
    });
  }
  return remaining;
}
