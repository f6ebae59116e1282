/**
 * Selects the window of docs with the best scores; docs with equal scores are in the export's order.
 */
import { choose } from '../../../content/choices/index.js';
import { COMPARE_SCORE, ORDER_DOC } from '../../costs/index.js';
import { type Arena, partitionByRank } from '../../docset/index.js';
import type { ScoredDocs } from './scored-docs.js';

/** Windows that end within this many docs are kept sorted during one pass. */
const insertionMaximum = 128;

/** @returns the docs at ranks `[start, end)`, the best first. Cost: O(docs), and a few moves per doc of the window. */
export function bestWindow({ docs, scores }: ScoredDocs, start: number, end: number, arena: Arena): ScoredDocs {
  const last = Math.min(end, docs.length);
  if (start >= last) return { docs: new Uint32Array(0), scores: new Uint32Array(0) };
  if (choose('search.best', last > insertionMaximum ? 'select' : 'keep') === 'select')
    return selectWindow({ docs, scores }, start, last, arena);
  arena.budget.spend(docs.length * COMPARE_SCORE);
  const bestDocs = new Uint32Array(last);
  const bestScores = new Uint32Array(last);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const score = scores[i]!;
    if (count === last) {
      if (score <= bestScores[last - 1]!) continue;
      count -= 1;
    }
    let place = count;
    for (; place > 0 && bestScores[place - 1]! < score; place -= 1) {
      bestScores[place] = bestScores[place - 1]!;
      bestDocs[place] = bestDocs[place - 1]!;
    }
    bestScores[place] = score;
    bestDocs[place] = docs[i]!;
    count += 1;
  }
  return { docs: bestDocs.subarray(start, last), scores: bestScores.subarray(start, last) };
}

/**
 * The same for a window of high ranks: selects its first and last score, and sorts only the docs between them.
 * Cost: O(docs), and O(n · log n) for the window.
 */
function selectWindow({ docs, scores }: ScoredDocs, start: number, end: number, arena: Arena): ScoredDocs {
  arena.budget.spend(docs.length * ORDER_DOC);
  const first = scoreAt(scores, start, arena);
  const last = scoreAt(scores, end - 1, arena);
  const leading: number[] = [];
  const between: number[] = [];
  const trailing: number[] = [];
  // Docs with equal scores are already in the export's order.
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
  const order = [...leading, ...between, ...trailing];
  return {
    docs: Uint32Array.from(order, (place) => docs[place]!),
    scores: Uint32Array.from(order, (place) => scores[place]!),
  };
}

/** @param rank below the number of scores. @returns the score at that rank in descending order, and the number of greater scores */
function scoreAt(scores: Uint32Array, rank: number, arena: Arena): { readonly score: number; readonly above: number } {
  const mark = arena.mark();
  const ranks = arena.list(scores.length);
  for (let i = 0; i < scores.length; i += 1) ranks[i] = ~scores[i]!;
  const { start: above } = partitionByRank(arena.list(scores.length), ranks, 0, scores.length, rank);
  const score = ~ranks[above]! >>> 0;
  arena.release(mark);
  return { score, above };
}
