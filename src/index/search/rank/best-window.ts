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
export function selectBestWindow({ docs, scores }: ScoredDocs, start: number, end: number, arena: Arena): ScoredDocs {
  const windowEnd = Math.min(end, docs.length);
  if (start >= windowEnd) return { docs: new Uint32Array(0), scores: new Uint32Array(0) };
  if (choose('search.best', windowEnd > insertionMaximum ? 'select' : 'keep') === 'select')
    return selectByRank({ docs, scores }, start, windowEnd, arena);
  arena.budget.spend(docs.length * COMPARE_SCORE);
  const bestDocs = new Uint32Array(windowEnd);
  const bestScores = new Uint32Array(windowEnd);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const score = scores[i]!;
    if (count === windowEnd) {
      if (score <= bestScores[windowEnd - 1]!) continue;
      count -= 1;
    }
    let position = count;
    for (; position > 0 && bestScores[position - 1]! < score; position -= 1) {
      bestScores[position] = bestScores[position - 1]!;
      bestDocs[position] = bestDocs[position - 1]!;
    }
    bestScores[position] = score;
    bestDocs[position] = docs[i]!;
    count += 1;
  }
  return { docs: bestDocs.subarray(start, windowEnd), scores: bestScores.subarray(start, windowEnd) };
}

/**
 * Selects a window of high ranks: finds its first and last score, and sorts only the docs between them.
 * Cost: O(docs), and O(n · log n) for the window.
 */
function selectByRank({ docs, scores }: ScoredDocs, start: number, end: number, arena: Arena): ScoredDocs {
  arena.budget.spend(docs.length * ORDER_DOC);
  const highest = findScore(scores, start, arena);
  const lowest = findScore(scores, end - 1, arena);
  const leading: number[] = [];
  const between: number[] = [];
  const trailing: number[] = [];
  // Docs with equal scores are already in the export's order.
  let toSkip = start - highest.above;
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index]!;
    if (score > highest.score || score < lowest.score) continue;
    if (score === highest.score) {
      if (toSkip > 0) toSkip -= 1;
      else if (leading.length < end - start) leading.push(index);
    } else if (score > lowest.score) between.push(index);
    else if (trailing.length < end - lowest.above) trailing.push(index);
  }
  between.sort((a, b) => scores[b]! - scores[a]! || a - b);
  const order = [...leading, ...between, ...trailing];
  return {
    docs: Uint32Array.from(order, (index) => docs[index]!),
    scores: Uint32Array.from(order, (index) => scores[index]!),
  };
}

/** @param rank below the number of scores. @returns the score at that rank in descending order, and the number of greater scores */
function findScore(
  scores: Uint32Array,
  rank: number,
  arena: Arena,
): { readonly score: number; readonly above: number } {
  const mark = arena.mark();
  const ranks = arena.list(scores.length);
  for (let i = 0; i < scores.length; i += 1) ranks[i] = ~scores[i]!;
  const { start: above } = partitionByRank(arena.list(scores.length), ranks, 0, scores.length, rank);
  const score = ~ranks[above]! >>> 0;
  arena.release(mark);
  return { score, above };
}
