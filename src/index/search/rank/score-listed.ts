/**
 * Scores given docs for one word, without reading the other docs of its lists if possible.
 */
import { SCORE_LISTED_DOC, SKIP_POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, MATCH_WEIGHTS, type Match } from '../match/matches.js';
import { findDocsWithPhrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { findListIndexes, NOT_LISTED } from './list-places.js';

/**
 * Writes each doc's best score of the matches into `bestScores`: 0 if none is in the doc.
 *
 * @param docs ascending
 * @param bestScores as long as `docs`
 * Cost: O(docs) a list, and reading the list's docs.
 */
export function scoreListed(
  index: SearchIndex,
  matches: readonly Match[],
  factor: number,
  docs: Uint32Array,
  bestScores: Uint32Array,
  arena: Arena,
): void {
  const mark = arena.mark();
  const indexes = arena.list(docs.length);
  arena.routines.fill(bestScores, false);
  for (const { list, kind, phrase } of matches) {
    const withPhrase = phrase === undefined ? docs : findDocsWithPhrase(index, phrase, docs, arena);
    const bytes = index.tables.postings.view(list);
    const count = index.count(list);
    arena.budget.spend(Math.min(count * SKIP_POSTING, bytes.byteLength) + docs.length * SCORE_LISTED_DOC);
    findListIndexes(bytes, count, docs, indexes, arena);
    const weight = MATCH_WEIGHTS[kind] * factor;
    const impactsStart = bytes.byteLength - count;
    for (let i = 0, phraseIndex = 0; i < docs.length; i += 1) {
      const hasPhrase = withPhrase[phraseIndex] === docs[i];
      phraseIndex += Number(hasPhrase);
      const listIndex = indexes[i]!;
      if (listIndex === NOT_LISTED || !hasPhrase) continue;
      const score = (kind === 'beginning' ? BEGINNING_IMPACT : bytes[impactsStart + listIndex]!) * weight;
      if (score > bestScores[i]!) bestScores[i] = score;
    }
  }
  arena.release(mark);
}
