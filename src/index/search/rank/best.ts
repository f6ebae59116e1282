/**
 * The best of what answers a search: those alike in the export's order.
 */
import { choose } from '../../../content/choices/index.js';
import { COMPARE_SCORE, ORDER_DOC } from '../../costs/index.js';
import { type Arena, selectRank } from '../../docset/index.js';
import type { Weighed } from './weighed.js';

/** Up to so many are kept in order while the others pass by. */
const keptMaximum = 128;

/** @returns those at the places `[start, end)`, the best first. Cost: O(docs), and few moves for each of the window. */
export function bestOf({ docs, scores }: Weighed, start: number, end: number, arena: Arena): Weighed {
  const last = Math.min(end, docs.length);
  if (start >= last) return { docs: new Uint32Array(0), scores: new Uint32Array(0) };
  if (choose('search.best', last > keptMaximum ? 'select' : 'keep') === 'select')
    return selected({ docs, scores }, start, last, arena);
  arena.budget.spend(docs.length * COMPARE_SCORE);
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
  return { docs: keptDocs.subarray(start, last), scores: keptScores.subarray(start, last) };
}

/**
 * The same of a window far back: what the first and the last of it score is counted out, and only what lies between is
 * put in order. Cost: O(docs), and O(n · log n) for the window.
 */
function selected({ docs, scores }: Weighed, start: number, end: number, arena: Arena): Weighed {
  arena.budget.spend(docs.length * ORDER_DOC);
  const first = scoreAt(scores, start, arena);
  const last = scoreAt(scores, end - 1, arena);
  const leading: number[] = [];
  const between: number[] = [];
  const trailing: number[] = [];
  // Of those alike the export's order decides, which is theirs.
  let toSkip = start - first.above;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place]!;
    if (score > first.score || score < last.score) continue;
    if (score === first.score) {
      if (toSkip > 0) toSkip -= 1;
      else if (leading.length < end - start) leading.push(place);
    } else if (score > last.score) between.push(place);
    else if (trailing.length < end - last.above) trailing.push(place);
  }
  between.sort((a, b) => scores[b]! - scores[a]! || a - b);
  const found = [...leading, ...between, ...trailing];
  return {
    docs: Uint32Array.from(found, (place) => docs[place]!),
    scores: Uint32Array.from(found, (place) => scores[place]!),
  };
}

/** @param rank below the number of scores. @returns the score at that place of a descending order, and how many are greater */
function scoreAt(scores: Uint32Array, rank: number, arena: Arena): { readonly score: number; readonly above: number } {
  const mark = arena.mark();
  const ranks = arena.list(scores.length);
  for (let i = 0; i < scores.length; i += 1) ranks[i] = ~scores[i]!;
  const { start: above } = selectRank(arena.list(scores.length), ranks, 0, scores.length, rank);
  const score = ~ranks[above]! >>> 0;
  arena.release(mark);
  return { score, above };
}
