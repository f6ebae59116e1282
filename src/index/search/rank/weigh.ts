/**
 * What a word gives the docs that answer it.
 */
import { choose } from '../../../content/choices/index.js';
import { SCORE_LISTED_DOC, SCORE_POSTING, SKIP_POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, type Expansion, type Match, standsIn, WEIGHTS } from '../match/expand.js';
import { havingPhrase } from '../phrases/phrase.js';
import type { PostingList, SearchIndex } from '../search-index.js';
import { findPlaces, NOWHERE } from './places.js';
import { Sums } from './sums.js';
import { either, type Weighed } from './weighed.js';

/** Rarity in steps of this part of a natural logarithm. */
const raritySteps = 128;

/** @param count docs that have the word, of `size`. @returns a whole number from 1 on, below 2^12 */
export const rarity = (count: number, size: number): number =>
  Math.max(1, Math.round(Math.log(1 + (size - count + 0.5) / (count + 0.5)) * raritySteps));

/** @returns for how many docs a word counts: those of its own stem, or of all its matches, where others stand in for it */
export function countOf(index: SearchIndex, expansion: Expansion): number {
  const own = expansion.matches.some(standsIn) ? 0 : ownCount(index, expansion);
  return Math.min(index.docCount, own > 0 ? own : upTo(index, expansion));
}

/** At most how many docs have the word's own stem, whatever its mark. */
export const ownCount = (index: SearchIndex, { matches }: Expansion): number =>
  matches.reduce((sum, { kind, list }) => (kind === 'word' ? sum + index.count(list) : sum), 0);

/** What an impact counts for a word, before the kind of match. */
export const factorOf = (index: SearchIndex, expansion: Expansion): number =>
  expansion.factor ?? rarity(countOf(index, expansion), index.docCount) * expansion.word.times;

/** At most how many docs answer a word. */
export const upTo = (index: SearchIndex, { matches }: Expansion): number =>
  matches.reduce((sum, { list }) => sum + index.count(list), 0);

/** @returns the words, those of few docs first */
export const byDocs = (index: SearchIndex, answered: readonly Expansion[]): Expansion[] =>
  answered.toSorted((a, b) => upTo(index, a) - upTo(index, b));

/** From so many lists on those of a word are put together in a bitset, and before they are compared with another's. */
export const listsMany = 4;

/** @returns the docs that answer one word, and what it gives each of them */
export function weigh(index: SearchIndex, expansion: Expansion, arena: Arena): Weighed {
  const factor = factorOf(index, expansion);
  const { matches } = expansion;
  const [first, ...others] = matches;
  if (first !== undefined && choose('search.lists', matches.length < listsMany ? 'pairs' : 'sums') === 'pairs') {
    const weighed = weighList(index, first, factor, arena);
    return others.reduce((all, match) => either(all, weighList(index, match, factor, arena), arena), weighed);
  }
  const best = new Sums(arena);
  for (const match of matches) {
    const { kind } = match;
    const mark = arena.mark();
    const { docs, impacts } = docsOf(index, match, arena);
    const weight = WEIGHTS[kind] * factor;
    if (kind === 'beginning') best.raise(docs, docs, 0, BEGINNING_IMPACT * weight);
    else best.raise(docs, impacts, weight);
    arena.release(mark);
  }
  return best.weighed();
}

/** @returns the docs of the match's list, of a phrase those that have it. Cost: O(docs of the list). */
function docsOf(index: SearchIndex, { list, phrase }: Match, arena: Arena): Pick<PostingList, 'docs' | 'impacts'> {
  arena.budget.spend(index.count(list) * SCORE_POSTING);
  const all = index.read(list, arena);
  if (phrase === undefined) return all;
  const docs = havingPhrase(index, phrase, all.docs, arena);
  const impacts = new Uint8Array(docs.length);
  for (let from = 0, i = 0; i < docs.length; from += 1) {
    impacts[i] = all.impacts[from]!;
    i += Number(all.docs[from] === docs[i]);
  }
  return { docs, impacts };
}

function weighList(index: SearchIndex, match: Match, factor: number, arena: Arena): Weighed {
  const { docs, impacts } = docsOf(index, match, arena);
  const { kind } = match;
  const scores = arena.list(docs.length);
  const weight = WEIGHTS[kind] * factor;
  if (kind === 'beginning') scores.fill(BEGINNING_IMPACT * weight);
  else for (let i = 0; i < docs.length; i += 1) scores[i] = impacts[i]! * weight;
  return { docs, scores };
}

// What a word gives some docs that are given, whatever other docs it is in.

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
  for (const { list, kind, phrase } of matches) {
    const having = phrase === undefined ? docs : havingPhrase(index, phrase, docs, arena);
    const bytes = index.tables.postings.view(list);
    const count = index.count(list);
    arena.budget.spend(Math.min(count * SKIP_POSTING, bytes.byteLength) + docs.length * SCORE_LISTED_DOC);
    findPlaces(bytes, count, docs, places, arena);
    const weight = WEIGHTS[kind] * factor;
    const impacts = bytes.byteLength - count;
    for (let i = 0, at = 0; i < docs.length; i += 1) {
      const isHad = having[at] === docs[i];
      at += Number(isHad);
      const place = places[i]!;
      if (place === NOWHERE || !isHad) continue;
      const score = (kind === 'beginning' ? BEGINNING_IMPACT : bytes[impacts + place]!) * weight;
      if (score > best[i]!) best[i] = score;
    }
  }
  arena.release(mark);
}
