/**
 * What a word gives some docs that are given, whatever other docs it is in.
 */
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, type Match, WEIGHTS } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import { findPlaces, NOWHERE } from './places.js';

/** Passing over a doc of a list, and weighing one that is found in it, in nanoseconds. */
const PASSED = 3;
const PLACED = 10;

/**
 * Writes what the best of the matches gives each doc into `best`: 0 where none is in the doc.
 *
 * @param docs ascending
 * @param best as many
 * Cost: O(docs) a list, and reading the list's docs.
 */
export function bestAmong(
  index: SearchIndex,
  matches: readonly Match[],
  factor: number,
  docs: Uint32Array,
  best: Uint32Array,
  arena: Arena,
): void {
  const mark = arena.mark();
  const places = arena.list(docs.length);
  arena.routines.fill(best, false);
  for (const { list, kind } of matches) {
    const bytes = index.tables.postings.view(list);
    const count = index.count(list);
    arena.budget.spend(Math.min(count * PASSED, bytes.byteLength) + docs.length * PLACED);
    findPlaces(bytes, count, docs, places, arena);
    const weight = WEIGHTS[kind] * factor;
    const impacts = bytes.byteLength - count;
    for (let i = 0; i < docs.length; i += 1) {
      const place = places[i]!;
      if (place === NOWHERE) continue;
      const score = (kind === 'beginning' ? BEGINNING_IMPACT : bytes[impacts + place]!) * weight;
      if (score > best[i]!) best[i] = score;
    }
  }
  arena.release(mark);
}
