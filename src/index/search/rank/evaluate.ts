/**
 * Which docs answer a search, and how well: BM25F over words.
 *
 * The rule. A word is answered by a doc that is in one of its lists (expand). Words that no doc answers are left out,
 * unless none is left. To a short question a doc must answer all the others; where fewer than 100 do, it may lack one
 * word, or as many as it takes for 100 to answer, and must answer one at least. To a long one it must answer one: which
 * of so many words tell is for their rarity to say.
 * The order. For each word that is answered, a doc's score has its rarity times the best of its matches there, each the
 * impact in the doc times the weight of the kind of match; of a long question as many times as the word was typed. Docs
 * that answer more words of a short question come first, and those that answer all words of a long one. All of it in
 * whole numbers, so that no order of adding changes it.
 * Who demands all words gets the docs that answer every one, however many were asked and wherever some are not found.
 * Marks. Phrases choose what answers in their stead, those with all words first; what is excluded is taken from what
 * answers (marks).
 */
import { choose } from '../../../content/choices/index.js';
import { SCORE_LISTED_DOC } from '../../costs/index.js';
import type { Arena, Budget } from '../../docset/index.js';
import { type Expansion, expand } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchQuery } from '../words/search-query.js';
import { wordReader } from '../words/word-reader.js';
import { docsOfPhrases, type Marks, obeying, obeyingOf, readMarks } from './marks.js';
import { anyOf, countedIn, WHOLE } from './summed.js';
import { bestAmong, byDocs, factorOf, listsMany, upTo, weigh } from './weigh.js';
import { atLeast, common, type Weighed } from './weighed.js';

/** So many items must answer all words, or others answer too: as many as a page shows at most. */
export const ENOUGH = 100;

/** A search, with the lists that answer it. */
export interface PlannedSearch {
  /** Of all words, in their order. */
  readonly expansions: readonly Expansion[];
  /** Of those that some doc answers. */
  readonly answered: readonly Expansion[];
  readonly isLong: boolean;
  /** Whether docs must answer every word. */
  readonly demandsAll: boolean;
  /** What is marked; undefined where nothing is. */
  readonly marks: Marks | undefined;
}

/** @param budget is told what it takes. Cost: finding words in the dictionaries; of each mistyped one some thousand steps more. */
export function planSearch(index: SearchIndex, query: SearchQuery, budget?: Budget): PlannedSearch {
  const reader = wordReader(query.language, query.tuning);
  const { isLong, demandsAll } = query;
  const marks = readMarks(index, query, reader);
  const expansions = query.words.map((word) => expand(index, word, reader, isLong, budget));
  return { expansions, answered: expansions.filter(({ matches }) => matches.length > 0), isLong, demandsAll, marks };
}

/** A type that is searched: alone, or as if all its items and those of others were of one. */
export interface Searched {
  readonly index: SearchIndex;
  readonly planned: PlannedSearch;
  readonly arena: Arena;
}

/** @returns as evaluateAll, of one type */
export function evaluate(index: SearchIndex, planned: PlannedSearch, arena: Arena): Weighed {
  return evaluateAll([{ index, planned, arena }])[0]!;
}

/**
 * @param types planned together
 * @returns of each type the docs that answer, ascending, with their scores; they lie in its arena
 * Cost: O(docs of all lists + docs of the segments / 32).
 */
export function evaluateAll(types: readonly Searched[]): readonly Weighed[] {
  const demandsAll = types.some(({ planned }) => planned.demandsAll);
  if (!demandsAll && types.some(({ planned }) => isDemanding(planned))) return types.map(amongPhrases);
  return answering(types).map((hits, place) => {
    const { index, planned, arena } = types[place]!;
    return planned.marks === undefined ? hits : obeyingOf(index, planned.marks, hits, arena);
  });
}

/** Whether phrases choose what answers, so that no word is demanded beside them. */
export const isDemanding = ({ marks }: PlannedSearch): boolean => marks?.wanted?.length !== 0 && marks !== undefined;

/** Those that have the phrases, with all other words first. */
function amongPhrases({ index, planned, arena }: Searched): Weighed {
  const { marks } = planned;
  if (marks === undefined) return { docs: arena.list(0), scores: arena.list(0) };
  const docs = obeying(index, marks, docsOfPhrases(index, marks, arena), arena);
  const { words, scores } = answeredAmong(index, planned, docs, arena);
  for (let i = 0; i < docs.length; i += 1) if (words[i] === planned.answered.length) scores[i]! += WHOLE;
  return { docs, scores };
}

function answering(types: readonly Searched[]): readonly Weighed[] {
  const { answered, expansions, isLong, demandsAll } = types[0]!.planned;
  if (demandsAll && answered.length < expansions.length) {
    return types.map(({ arena }) => ({ docs: arena.list(0), scores: arena.list(0) }));
  }
  if (answered.length < 2 || demandsAll)
    return types.map(({ index, planned, arena }) => allOf(index, planned.answered, arena));
  if (isLong) return types.map(({ index, planned, arena }) => anyOf(index, planned.answered, arena));
  // Where one type is searched, docs beyond what decides need not be looked for.
  const least = types.length === 1 && choose('search.enough', 'stop') === 'stop' ? ENOUGH : 0;
  const all = types.map(({ index, planned, arena }) => allOf(index, planned.answered, arena, least));
  if (all.reduce((sum, { docs }) => sum + docs.length, 0) >= ENOUGH) return all;
  const counted = types.map(({ index, planned, arena }) => countedIn(index, planned.answered, arena));
  return atLeast(counted, answered.length, ENOUGH);
}

/**
 * @param least with fewer docs, not all words may have been looked for
 * @returns the docs that answer every word, ascending, with their scores; they lie in the arena
 * Cost: O(docs of the word of the fewest, and of every other).
 */
export function allOf(index: SearchIndex, answered: readonly Expansion[], arena: Arena, least = 0): Weighed {
  const [first, ...others] = byDocs(index, answered);
  if (first === undefined || (others.length > 0 && upTo(index, first) < least)) {
    return { docs: arena.list(0), scores: arena.list(0) };
  }
  let kept = weigh(index, first, arena);
  for (const other of others) {
    if (kept.docs.length < least) break;
    const isNarrow = other.matches.length < listsMany || other.matches.length * kept.docs.length < upTo(index, other);
    kept =
      choose('search.all', isNarrow ? 'narrow' : 'common') === 'narrow'
        ? narrowed(index, kept, other, arena)
        : common(kept, weigh(index, other, arena), arena);
  }
  return kept;
}

/** Keeps of the docs, where they lie, those that answer the word, and adds what it gives them. */
function narrowed(index: SearchIndex, { docs, scores }: Weighed, expansion: Expansion, arena: Arena): Weighed {
  const mark = arena.mark();
  const best = arena.list(docs.length);
  bestAmong(index, expansion.matches, factorOf(index, expansion), docs, best, arena);
  let kept = 0;
  for (let i = 0; i < docs.length; i += 1) {
    if (best[i] === 0) continue;
    docs[kept] = docs[i]!;
    scores[kept] = scores[i]! + best[i]!;
    kept += 1;
  }
  arena.release(mark);
  return { docs: docs.subarray(0, kept), scores: scores.subarray(0, kept) };
}

/** Of each of some docs how many words it answers, and the sum of what they give it. In the arena. */
export interface AnsweredAmong {
  readonly words: Uint32Array;
  readonly scores: Uint32Array;
}

/** @param docs ascending. Cost: O(docs) a list that answers a word, and passing over the list's bytes. */
export function answeredAmong(
  index: SearchIndex,
  { answered }: PlannedSearch,
  docs: Uint32Array,
  arena: Arena,
): AnsweredAmong {
  const words = arena.list(docs.length);
  const scores = arena.list(docs.length);
  arena.routines.fill(words, false);
  arena.routines.fill(scores, false);
  const best = arena.list(docs.length);
  // Charged step by step below; known now, so that a refusal does not wait for the last.
  const lists = answered.reduce((sum, { matches }) => sum + matches.length, 0);
  arena.budget.require(lists * docs.length * SCORE_LISTED_DOC);
  for (const expansion of answered) {
    bestAmong(index, expansion.matches, factorOf(index, expansion), docs, best, arena);
    for (let i = 0; i < docs.length; i += 1) {
      words[i]! += Number(best[i]! > 0);
      scores[i]! += best[i]!;
    }
  }
  return { words, scores };
}
