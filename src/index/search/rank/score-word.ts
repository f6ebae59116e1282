/**
 * Scores the docs that match one word.
 */
import { choose } from '../../../content/choices/index.js';
import { SCORE_POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import {
  BEGINNING_IMPACT,
  type Expansion,
  isOtherWord,
  isOwnWord,
  MATCH_WEIGHTS,
  type Match,
} from '../match/matches.js';
import { findDocsWithPhrase } from '../phrases/phrase.js';
import type { PostingList, SearchIndex } from '../search-index.js';
import { ScoreSums } from './score-sums.js';
import { type ScoredDocs, uniteBest } from './scored-docs.js';

/** Rarity is a natural logarithm in units of 1 / raritySteps. */
const raritySteps = 128;

/** @param count number of docs with the word, of `size` docs. @returns a whole number in `[1, 2^12)` */
export const computeRarity = (count: number, size: number): number =>
  Math.max(1, Math.round(Math.log(1 + (size - count + 0.5) / (count + 0.5)) * raritySteps));

/** @returns the number of docs that decides a word's rarity: docs of its own stem, or of all matches if other words replace it */
export function countForRarity(index: SearchIndex, expansion: Expansion): number {
  const ownCount = expansion.matches.some(isOtherWord) ? 0 : stemCountBound(index, expansion);
  return Math.min(index.docCount, ownCount > 0 ? ownCount : matchCountBound(index, expansion));
}

/** @returns an upper bound of the docs with the word's own stem, in all fields */
export const stemCountBound = (index: SearchIndex, { matches }: Expansion): number =>
  matches.reduce((sum, match) => (isOwnWord(match) ? sum + index.count(match.list) : sum), 0);

/** @returns the factor of the word's impacts, without the weight of the match's kind */
export const scoreFactor = (index: SearchIndex, expansion: Expansion): number =>
  expansion.factor ?? computeRarity(countForRarity(index, expansion), index.docCount) * expansion.word.times;

/** @returns an upper bound of the docs that match a word */
export const matchCountBound = (index: SearchIndex, { matches }: Expansion): number =>
  matches.reduce((sum, { list }) => sum + index.count(list), 0);

/** @returns the words, the rarest first */
export const sortRarestFirst = (index: SearchIndex, matched: readonly Expansion[]): Expansion[] =>
  matched.toSorted((a, b) => matchCountBound(index, a) - matchCountBound(index, b));

/** A word with at least this many lists has them united by sums, before they are compared with another word's. */
export const manyLists = 4;

/** @returns the docs that match one word, with their scores */
export function scoreWord(index: SearchIndex, expansion: Expansion, arena: Arena): ScoredDocs {
  const factor = scoreFactor(index, expansion);
  const { matches } = expansion;
  const [first, ...otherMatches] = matches;
  if (first !== undefined && choose('search.lists', matches.length < manyLists ? 'pairs' : 'sums') === 'pairs') {
    let united = scoreList(index, first, factor, arena);
    for (const match of otherMatches) united = uniteBest(united, scoreList(index, match, factor, arena), arena);
    return united;
  }
  const sums = new ScoreSums(arena);
  for (const match of matches) {
    const { kind } = match;
    const mark = arena.mark();
    const { docs, impacts } = readMatchDocs(index, match, arena);
    const weight = MATCH_WEIGHTS[kind] * factor;
    if (kind === 'beginning') sums.raise(docs, docs, 0, BEGINNING_IMPACT * weight);
    else sums.raise(docs, impacts, weight);
    arena.release(mark);
  }
  return sums.scoredDocs();
}

/** @returns the docs of the match's list; for a phrase, the docs that have the phrase. Cost: O(docs of the list). */
function readMatchDocs(
  index: SearchIndex,
  { list, phrase }: Match,
  arena: Arena,
): Pick<PostingList, 'docs' | 'impacts'> {
  arena.budget.spend(index.count(list) * SCORE_POSTING);
  const postings = index.readList(list, arena);
  if (phrase === undefined) return postings;
  const docs = findDocsWithPhrase(index, phrase, postings.docs, arena);
  const impacts = new Uint8Array(docs.length);
  for (let postingIndex = 0, i = 0; i < docs.length; postingIndex += 1) {
    impacts[i] = postings.impacts[postingIndex]!;
    i += Number(postings.docs[postingIndex] === docs[i]);
  }
  return { docs, impacts };
}

function scoreList(index: SearchIndex, match: Match, factor: number, arena: Arena): ScoredDocs {
  const { docs, impacts } = readMatchDocs(index, match, arena);
  const { kind } = match;
  const scores = arena.list(docs.length);
  const weight = MATCH_WEIGHTS[kind] * factor;
  if (kind === 'beginning') scores.fill(BEGINNING_IMPACT * weight);
  else for (let i = 0; i < docs.length; i += 1) scores[i] = impacts[i]! * weight;
  return { docs, scores };
}
