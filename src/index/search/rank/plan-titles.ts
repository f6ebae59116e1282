/**
 * Plans the influence of titles on the order of a search: docs whose whole title was typed, and docs whose title has the typed
 * words side by side.
 *
 * Elsewhere: keys of titles (titles), raising the scores of these docs (lift-titles).
 */
import { FIND_TERM } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { type Expansion, isOwnWord } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import { docsWithKey, docsWithTitle, intersectLists, type TitleIndex } from '../titles/title-index.js';
import { isOneWord, TITLE_PAIRS, titlePairKey, wholeTitleCheck, wholeTitleKey } from '../titles/title-keys.js';
import { searchTerms } from '../words/phrase-words.js';
import type { SearchQuery } from '../words/search-query.js';
import type { WordReader } from '../words/word-reader.js';

export interface PlannedTitles {
  /** Docs whose whole title is the typed text, ascending. */
  readonly whole: Uint32Array;
  /** Whether all of these are certain to match: they have one word, which is the only typed word. */
  readonly isWholeMatching: boolean;
  /** Score of these docs: greater than any other, except of pinned docs. */
  readonly wholeScore: number;
  /** Docs whose title has the typed words next to each other, ascending. */
  readonly sideBySide: Uint32Array;
  /** Added to the scores of these docs; they stay behind docs that match more words. */
  readonly bonus: number;
}

/** Score of a doc with the typed title in the type with the greatest weight; types of less weight have one less each. */
const WHOLE_TITLE_SCORE = 2 ** 32 - 32;
const weightRanks = 32;

/** Greatest score of a word that was typed once: the rarity of one among 2^32 docs, times the greatest impact and weight. */
const wordScoreMaximum = 2931 * 255 * 16;

/** More than the scores of all words of a short search together, and less than the score of one more matched word. */
const shortBonus = 2 ** 27;
/** More than the scores of some ninety words together, and less than the bonus of all words of a long search. */
const longBonus = 2 ** 30;

/** Keys of titles are numbers in memory: this many are found in the time of a term. */
const keysPerTerm = 8;

/**
 * @param expansions expansions of the words of the query in all searched types
 * @param weightRank number of searched types with a greater weight
 * @returns undefined if titles have no influence
 * Cost: O(typed words), and O(docs with the rarest two neighbours).
 */
export function planTitles(
  { tables: { titles } }: SearchIndex,
  query: SearchQuery,
  expansions: readonly Expansion[],
  reader: WordReader,
  weightRank = 0,
  budget?: Budget,
): PlannedTitles | undefined {
  const { typed, isLong } = query;
  if (titles === undefined || typed.length === 0) return undefined;
  budget?.spend(FIND_TERM + (Math.min(typed.length, TITLE_PAIRS) * FIND_TERM) / keysPerTerm);
  const { whole, isWholeMatching } = findWhole(titles, typed, budget);
  const bonus = isLong ? longBonus : shortBonus;
  let scoreMaximum = 0;
  for (const { times } of query.words) scoreMaximum += times * wordScoreMaximum;
  const sideBySide = scoreMaximum < bonus ? findSideBySide(titles, typed, expansions, reader, budget) : undefined;
  if (whole.length === 0 && sideBySide === undefined) return undefined;
  return {
    whole,
    isWholeMatching,
    wholeScore: WHOLE_TITLE_SCORE - Math.min(weightRank, weightRanks),
    sideBySide: sideBySide ?? whole.subarray(0, 0),
    bonus,
  };
}

function findWhole(
  titles: TitleIndex,
  typed: readonly string[],
  budget: Budget | undefined,
): Pick<PlannedTitles, 'whole' | 'isWholeMatching'> {
  const whole = docsWithTitle(titles, wholeTitleKey(typed), wholeTitleCheck(typed), budget);
  return { whole, isWholeMatching: typed.length === 1 && whole.every((doc) => isOneWord(titles.checks[doc]!)) };
}

/** @returns undefined if there are none, or fewer than two words to compare */
function findSideBySide(
  titles: TitleIndex,
  typed: readonly string[],
  expansions: readonly Expansion[],
  reader: WordReader,
  budget: Budget | undefined,
): Uint32Array | undefined {
  const typedTerms = typed.flatMap(searchTerms);
  if (typedTerms.length < 2) return undefined;
  const terms = findComparedTerms(typedTerms, expansions, reader);
  const lists: Uint32Array[] = [];
  const pairCount = Math.min(terms.length - 1, TITLE_PAIRS);
  for (let place = 0; place < pairCount; place += 1) {
    const docs = docsWithKey(titles, titlePairKey(reader, terms[place]!, terms[place + 1]!, titles.mark));
    if (docs.length === 0) return undefined;
    lists.push(docs);
  }
  if (lists.length === 0) return undefined;
  const docs = intersectLists(lists, budget);
  return docs.length === 0 ? undefined : docs;
}

/** @returns the typed terms that are compared with titles */
function findComparedTerms(
  typedTerms: readonly string[],
  expansions: readonly Expansion[],
  reader: WordReader,
): readonly string[] {
  const comparedWords = new Set<string>();
  for (const { word, matches } of expansions) {
    // An unfinished word that no doc has itself is not compared with titles.
    const isCompared = word.isPrefix ? matches.some(isOwnWord) : matches.length > 0;
    if (isCompared) comparedWords.add(word.text);
  }
  return typedTerms.filter((term) => comparedWords.has(term) || reader.isStopWord(term));
}
