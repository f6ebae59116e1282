/**
 * The best of what answers a search: those alike in the export's order.
 */
import { type Arena, orderWindow } from '../docset/index.js';
import type { PlannedSearch } from './evaluate.js';
import { BEGINNING_IMPACT, WEIGHTS } from './expand.js';
import type { SearchIndex } from './search-index.js';
import type { Weighed } from './weighed.js';

/** Up to so many are kept in order while the others pass by. */
const keptMaximum = 128;

/** @returns the docs at the places `[start, end)`. Cost: O(docs), and O(end²) moves at worst. */
export function bestOf({ docs, scores }: Weighed, start: number, end: number, arena: Arena): Uint32Array {
  const last = Math.min(end, docs.length);
  if (start >= last) return new Uint32Array(0);
  if (last > keptMaximum) return selected({ docs, scores }, start, last, arena);
  const keptDocs = new Uint32Array(last);
  const keptScores = new Uint32Array(last);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const score = scores[i]!;
    if (count === last) {
      if (score <= keptScores[last - 1]!) continue;
      count -= 1;
    }
    let place = count;
    for (; place > 0 && keptScores[place - 1]! < score; place -= 1) {
      keptScores[place] = keptScores[place - 1]!;
      keptDocs[place] = keptDocs[place - 1]!;
    }
    keptScores[place] = score;
    keptDocs[place] = docs[i]!;
    count += 1;
  }
  return keptDocs.subarray(start, last);
}

function selected({ docs, scores }: Weighed, start: number, end: number, arena: Arena): Uint32Array {
  const places = arena.list(docs.length);
  for (let place = 0; place < places.length; place += 1) places[place] = place;
  orderWindow(places, start, end, (a, b) => scores[b]! - scores[a]! || a - b);
  return places.slice(start, end).map((place) => docs[place]!);
}

/** From this impact on a doc of the word itself comes before one that only has a word that begins with it. */
const aheadOfBeginning = Math.floor((BEGINNING_IMPACT * WEIGHTS.beginning) / WEIGHTS.word) + 1;

/** Pages that end further back are taken from all that answer. */
const storedMaximum = 1024;

export interface StoredBest {
  readonly total: number;
  readonly docs: Uint32Array;
}

/**
 * Answers a search of one word, whatever is in front of it, from what the build stored: the best docs of its stem, the
 * docs of the beginning, and how many these are.
 *
 * @returns undefined where that does not settle it. Cost: O(end + docs of the word's own stem, where its best docs are
 * not enough).
 */
export function storedBest(
  index: SearchIndex,
  { answered }: PlannedSearch,
  start: number,
  end: number,
  arena: Arena,
): StoredBest | undefined {
  const [expansion, another] = answered;
  if (expansion === undefined || another !== undefined || end > storedMaximum) return undefined;
  const [first, second, third] = expansion.matches;
  if (first === undefined || third !== undefined) return undefined;
  if (first.kind === 'beginning') {
    return { total: index.count(first.list), docs: index.first(first.list, end, arena).slice(start, end) };
  }
  if (first.kind !== 'word') return undefined;
  const top = index.top(first.list);
  if (second === undefined) {
    if (top === undefined || end > top.docs.length) return undefined;
    return { total: index.count(first.list), docs: top.docs.slice(start, end) };
  }
  if (second.kind !== 'beginning' || !expansion.isWithin) return undefined;
  const total = index.count(second.list);
  if (top !== undefined && end <= top.docs.length && (end === 0 || top.impacts[end - 1]! >= aheadOfBeginning)) {
    return { total, docs: top.docs.slice(start, end) };
  }
  const ahead = docsAhead(index, first.list, end, arena);
  const others = index.first(second.list, end + ahead.length, arena).filter((doc) => !ahead.includes(doc));
  return { total, docs: Uint32Array.of(...ahead, ...others).slice(start, end) };
}

/** @returns of the docs of a stem that come before those of a beginning the best, at most `end` */
function docsAhead(index: SearchIndex, stem: number, end: number, arena: Arena): Uint32Array {
  const { docs, impacts } = index.read(stem, arena);
  const scores = arena.list(docs.length);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    if (impacts[i]! < aheadOfBeginning) continue;
    docs[count] = docs[i]!;
    scores[count] = impacts[i]!;
    count += 1;
  }
  return bestOf({ docs: docs.subarray(0, count), scores: scores.subarray(0, count) }, 0, end, arena);
}
