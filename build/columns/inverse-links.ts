/**
 * Inverts the links of a relationship: target doc → the docs that link to it, in the order of the inverse.
 *
 * Docs and sort keys are ordinals; no text is compared. Elsewhere: the columns that the keys come from (ordinal-sections),
 * the sections of the inverted links (inverse-column).
 */
import type { Ordinals } from '../work/index.js';
import type { ResolvedLinks } from './resolved-links.js';

/** The docs that link to the docs of one target type. */
export interface InverseLinks {
  /** Target doc → start of its linking docs, with one more entry for the end. */
  readonly starts: Uint32Array;
  /** Linking docs; each is there once for a target doc. */
  readonly docs: Uint32Array;
}

/** A sort key of the linking docs. */
export interface OrdinalKey {
  /** Doc → ordinal of its value, 0 if it has none. */
  readonly ordinals: Ordinals;
  readonly isDescending: boolean;
}

/**
 * Sorts docs by keys: docs without a value come last in both directions, and ties are in doc order.
 *
 * @param keys the first is the primary key
 * @returns the docs in order
 * Cost: O(docs + distinct values) per key. Memory: 8 bytes per doc and 4 per distinct value.
 */
export function sortDocs(size: number, keys: readonly OrdinalKey[]): Uint32Array {
  let order = Uint32Array.from({ length: size }, (_, doc) => doc);
  // A stable sort by each key, the primary key last.
  for (const key of keys.toReversed()) order = sortByKey(order, key);
  return order;
}

/** A stable counting sort. */
function sortByKey(order: Uint32Array, { ordinals, isDescending }: OrdinalKey): Uint32Array<ArrayBuffer> {
  let maximum = 0;
  for (const ordinal of ordinals) if (ordinal > maximum) maximum = ordinal;
  /** Rank of an ordinal: from 0, and the last one for docs without a value. */
  const rankOf = (ordinal: number): number => {
    if (ordinal === 0) return maximum;
    return isDescending ? maximum - ordinal : ordinal - 1;
  };
  const next = new Uint32Array(maximum + 2);
  for (const ordinal of ordinals) next[rankOf(ordinal) + 1]! += 1;
  for (let rank = 0; rank < maximum; rank += 1) next[rank + 1]! += next[rank]!;
  const sorted = new Uint32Array(order.length);
  for (const doc of order) {
    const rank = rankOf(ordinals[doc]!);
    sorted[next[rank]!] = doc;
    next[rank]! += 1;
  }
  return sorted;
}

/**
 * @param typeIndex  index of the target type in the relationship's `to`
 * @param targetSize number of docs of the target type
 * @param order      the linking docs in the order of the inverse; undefined: doc order
 * Cost: O(docs + links). Memory: 8 bytes per target doc and 4 per link.
 */
export function invertLinks(
  { starts, links, docs, typeEnds }: ResolvedLinks,
  typeIndex: number,
  targetSize: number,
  order: Uint32Array | undefined,
): InverseLinks {
  const firstTarget = typeIndex === 0 ? 0 : typeEnds[typeIndex - 1]!;
  const endTarget = typeEnds[typeIndex]!;
  const inverseStarts = new Uint32Array(targetSize + 1);
  for (const target of links) {
    if (target >= firstTarget && target < endTarget) inverseStarts[docs[target]! + 1]! += 1;
  }
  for (let doc = 0; doc < targetSize; doc += 1) inverseStarts[doc + 1]! += inverseStarts[doc]!;
  // Target doc → place of its next linking doc.
  const next = inverseStarts.slice();
  const inverseDocs = new Uint32Array(inverseStarts[targetSize]!);
  const size = starts.length - 1;
  for (let place = 0; place < size; place += 1) {
    const doc = order === undefined ? place : order[place]!;
    for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) {
      const target = links[link]!;
      if (target < firstTarget || target >= endTarget) continue;
      const targetDoc = docs[target]!;
      inverseDocs[next[targetDoc]!] = doc;
      next[targetDoc]! += 1;
    }
  }
  return { starts: inverseStarts, docs: inverseDocs };
}
