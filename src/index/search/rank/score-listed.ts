/**
 * Scores given docs for one word, without reading the other docs of its lists where possible.
 */
import { SCORE_LISTED_DOC, SKIP_POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, MATCH_WEIGHTS, type Match } from '../match/matches.js';
import { docsWithPhrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { findPlaces, NOT_LISTED } from './list-places.js';

/**
 * Writes each doc's best score of the matches into `best`: 0 if none is in the doc.
 *
 * @param docs ascending
 * @param best as long as `docs`
 * Cost: O(docs) a list, and reading the list's docs.
 */
export function scoreListed(
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
  for (const { list, kind, phrase } of matches) {
    const withPhrase = phrase === undefined ? docs : docsWithPhrase(index, phrase, docs, arena);
    const bytes = index.tables.postings.view(list);
    const count = index.count(list);
    arena.budget.spend(Math.min(count * SKIP_POSTING, bytes.byteLength) + docs.length * SCORE_LISTED_DOC);
    findPlaces(bytes, count, docs, places, arena);
    const weight = MATCH_WEIGHTS[kind] * factor;
    const impacts = bytes.byteLength - count;
    for (let i = 0, at = 0; i < docs.length; i += 1) {
      const hasPhrase = withPhrase[at] === docs[i];
      at += Number(hasPhrase);
      const place = places[i]!;
      if (place === NOT_LISTED || !hasPhrase) continue;
      const score = (kind === 'beginning' ? BEGINNING_IMPACT : bytes[impacts + place]!) * weight;
      if (score > best[i]!) best[i] = score;
    }
  }
  arena.release(mark);
}
