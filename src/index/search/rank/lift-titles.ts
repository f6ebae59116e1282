/**
 * Raises the scores of docs whose titles are, or contain, the typed words.
 *
 * Elsewhere: finding these docs (plan-titles).
 */
import { MATCH_DOC } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { chooseSearch } from './list-search.js';
import type { PlannedTitles } from './plan-titles.js';
import type { ScoredDocs } from './scored-docs.js';

/**
 * Raises scores in place.
 *
 * @returns the number of docs of `titles.whole` that are in `scored`
 * Cost: O(the shorter of the scored docs and the docs by title · log).
 */
export function liftTitles(scored: ScoredDocs, titles: PlannedTitles, arena: Arena): number {
  const { scores } = scored;
  visitCommon(scored.docs, titles.sideBySide, arena, (index) => {
    scores[index]! += titles.bonus;
  });
  return visitCommon(scored.docs, titles.whole, arena, (index) => {
    scores[index] = titles.wholeScore;
  });
}

/** Calls `onCommon` with the index in `docs` of each doc that is in both lists; both ascend. @returns the number of calls */
function visitCommon(
  docs: Uint32Array,
  titleDocs: Uint32Array,
  arena: Arena,
  onCommon: (index: number) => void,
): number {
  const isTitleShorter = titleDocs.length < docs.length;
  const shorter = isTitleShorter ? titleDocs : docs;
  const longer = isTitleShorter ? docs : titleDocs;
  if (shorter.length === 0) return 0;
  arena.budget.spend(shorter.length * MATCH_DOC);
  const findDoc = chooseSearch(longer, shorter.length);
  let longerIndex = 0;
  let count = 0;
  for (let i = 0; i < shorter.length; i += 1) {
    longerIndex = findDoc(longer, longerIndex, shorter[i]!);
    if (longerIndex === longer.length) break;
    if (longer[longerIndex] !== shorter[i]) continue;
    onCommon(isTitleShorter ? longerIndex : i);
    count += 1;
  }
  return count;
}
