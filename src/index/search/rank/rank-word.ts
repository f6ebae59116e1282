/**
 * Ranks the docs of one word, from stored results if these suffice.
 *
 * Docs with the word itself and a high impact come before docs that only have a word beginning with it; all of the latter have the
 * same score, so they are in the export's order. Elsewhere: searches of two words (rank-stored), scoring all docs (score-word).
 */
import { choose } from '../../../content/choices/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, type Expansion, isOwnWord, MATCH_WEIGHTS } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import { selectBestWindow } from './best-window.js';
import { scoreFactor, scoreWord } from './score-word.js';
import type { ScoredDocs } from './scored-docs.js';

/** The best docs first, and the total number of matching docs. */
export interface RankedDocs extends ScoredDocs {
  readonly total: number;
  /** Whether stored results sufficed. */
  readonly isStored: boolean;
}

/** A doc with the word itself and at least this impact comes before docs that only have a word beginning with it. */
const minimumAheadImpact = Math.floor((BEGINNING_IMPACT * MATCH_WEIGHTS.beginning) / MATCH_WEIGHTS.word) + 1;

const noDocs = new Uint32Array(0);

/** @returns the best docs of one word, at most `end` */
export function rankWord(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): RankedDocs {
  const stored = rankWordStored(index, expansion, end, arena);
  if (stored !== undefined && choose('search.word', 'stored') === 'stored') return stored;
  const scored = scoreWord(index, expansion, arena);
  return { ...selectBestWindow(scored, 0, end, arena), total: scored.docs.length, isStored: false };
}

/** @returns the best docs of one word from stored results alone; undefined if these are not sufficient */
function rankWordStored(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): RankedDocs | undefined {
  const { matches, isWithinBeginning } = expansion;
  const [first, second] = matches;
  if (first === undefined || matches.length > 2) return undefined;
  const factor = scoreFactor(index, expansion);
  if (second !== undefined) {
    const isWordAndBeginning = first.kind === 'word' && second.kind === 'beginning' && isWithinBeginning;
    return isWordAndBeginning ? rankWordAndBeginning(index, first.list, second.list, factor, end, arena) : undefined;
  }
  if (first.kind === 'beginning') return rankBeginning(index, first.list, factor, end, noDocs, arena);
  return isOwnWord(first) ? rankStem(index, first.list, factor, end) : undefined;
}

/** @returns the stored best docs of a stem; undefined if fewer than `end` are stored */
function rankStem(index: SearchIndex, stem: number, factor: number, end: number): RankedDocs | undefined {
  const top = index.topDocsOf(stem);
  if (top === undefined || end > top.docs.length) return undefined;
  const docs = top.docs.subarray(0, end);
  return { docs, scores: scoreImpacts(top.impacts, end, factor), total: index.count(stem), isStored: true };
}

/**
 * Ranks docs with the word itself before docs that only have a word beginning with it, if their impact is high enough.
 *
 * @param beginning a list that contains all docs of the stem
 */
function rankWordAndBeginning(
  index: SearchIndex,
  stem: number,
  beginning: number,
  factor: number,
  end: number,
  arena: Arena,
): RankedDocs | undefined {
  const ahead = findDocsAhead(index, stem, factor, end, arena);
  if (ahead === undefined) return undefined;
  const following = rankBeginning(index, beginning, factor, end - ahead.docs.length, ahead.docs, arena);
  return {
    docs: concatenate(ahead.docs, following.docs),
    scores: concatenate(ahead.scores, following.scores),
    total: following.total,
    isStored: true,
  };
}

function scoreImpacts(impacts: Uint8Array, count: number, factor: number): Uint32Array {
  const scores = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) scores[i] = impacts[i]! * MATCH_WEIGHTS.word * factor;
  return scores;
}

/** @returns the first docs of a beginning, at most `count`, without `excluded`, which are in its list; all have the same score */
function rankBeginning(
  index: SearchIndex,
  list: number,
  factor: number,
  count: number,
  excluded: Uint32Array,
  arena: Arena,
): RankedDocs {
  let docs = count === 0 ? noDocs : index.readFirst(list, count + excluded.length, arena);
  if (excluded.length > 0) docs = docs.filter((doc) => !excluded.includes(doc)).subarray(0, count);
  const scores = new Uint32Array(docs.length).fill(BEGINNING_IMPACT * MATCH_WEIGHTS.beginning * factor);
  return { docs, scores, total: index.count(list), isStored: true };
}

/** @returns the best docs of a stem that come before the docs of a beginning, at most `end`; undefined if too few are stored */
function findDocsAhead(
  index: SearchIndex,
  stem: number,
  factor: number,
  end: number,
  arena: Arena,
): ScoredDocs | undefined {
  const top = index.topDocsOf(stem);
  if (top !== undefined) {
    if (end > top.docs.length) return undefined;
    let count = 0;
    while (count < end && top.impacts[count]! >= minimumAheadImpact) count += 1;
    return { docs: top.docs.subarray(0, count), scores: scoreImpacts(top.impacts, count, factor) };
  }
  const { docs, impacts } = index.readList(stem, arena);
  const aheadDocs = arena.list(docs.length);
  const aheadScores = arena.list(docs.length);
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    if (impacts[i]! < minimumAheadImpact) continue;
    aheadDocs[count] = docs[i]!;
    aheadScores[count] = impacts[i]! * MATCH_WEIGHTS.word * factor;
    count += 1;
  }
  const ahead = { docs: aheadDocs.subarray(0, count), scores: aheadScores.subarray(0, count) };
  return selectBestWindow(ahead, 0, end, arena);
}

/** Appends a list to another one. */
export function concatenate(left: Uint32Array, right: Uint32Array): Uint32Array {
  if (right.length === 0) return left;
  const joined = new Uint32Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
