/**
 * Which docs answer a search, and how well: BM25F over words.
 *
 * The rule. A word is answered by a doc that is in one of its lists (expand). Words that no doc answers are left out,
 * unless none is left. A doc must answer all the others; where fewer than 20 do, it may lack one word, or as many as it
 * takes for 20 to answer, and must answer one at least.
 * The order. Docs that answer all words come first, and among them and the others those of the higher score: for each
 * word that is answered, its rarity times the best of its matches there, each the impact in the doc times the weight of
 * the kind of match. All of it in whole numbers, so that no order of adding changes it.
 */
import type { Arena } from '../docset/index.js';
import { BEGINNING_IMPACT, type Expansion, expand, type Match, WEIGHTS } from './expand.js';
import type { SearchQuery } from './query.js';
import type { SearchIndex } from './search-index.js';
import { common, most, type Weighed } from './weighed.js';
import { wordReader } from './words.js';

/** So many items must answer all words, or others answer too: as many as a page shows where nobody says how many. */
export const ENOUGH = 20;

/** A search, with the lists that answer it. */
export interface PlannedSearch {
  /** Of all words, in their order. */
  readonly expansions: readonly Expansion[];
  /** Of those that some doc answers. */
  readonly answered: readonly Expansion[];
}

/** Rarity in steps of this part of a natural logarithm. */
const raritySteps = 128;

/** @param count docs that have the word, of `size`. @returns a whole number from 1 on, below 2^12 */
export const rarity = (count: number, size: number): number =>
  Math.max(1, Math.round(Math.log(1 + (size - count + 0.5) / (count + 0.5)) * raritySteps));

/** @returns for how many docs a word counts: those of its own stem, or of all its matches, where others stand in for it */
export function countOf(index: SearchIndex, { matches }: Expansion): number {
  const [first] = matches;
  if (first?.kind === 'word' && matches.every(({ kind }) => kind !== 'typo' && kind !== 'doubling'))
    return index.count(first.list);
  return Math.min(
    index.docCount,
    matches.reduce((sum, { list }) => sum + index.count(list), 0),
  );
}

/** Cost: finding words in the dictionaries; of each mistyped one some thousand steps more. */
export function planSearch(index: SearchIndex, query: SearchQuery): PlannedSearch {
  const reader = wordReader(query.language);
  const expansions = query.words.map((word) => expand(index, word, reader));
  return { expansions, answered: expansions.filter(({ matches }) => matches.length > 0) };
}

/**
 * @returns the docs that answer, ascending, with their scores; they lie in the arena
 * Cost: O(docs of all lists + docs of the segment / 32).
 */
export function evaluate(index: SearchIndex, { answered }: PlannedSearch, arena: Arena): Weighed {
  const weighed = answered.map((expansion) => weigh(index, expansion, arena));
  weighed.sort((a, b) => a.docs.length - b.docs.length);
  const [first] = weighed;
  if (first === undefined) return { docs: arena.list(0), scores: arena.list(0) };
  const all = weighed.slice(1).reduce((kept, other) => common(kept, other, arena), first);
  return weighed.length === 1 || all.docs.length >= ENOUGH ? all : most(weighed, ENOUGH, arena);
}

/** @returns the docs that answer one word, and what it gives each of them */
function weigh(index: SearchIndex, expansion: Expansion, arena: Arena): Weighed {
  const factor = rarity(countOf(index, expansion), index.docCount);
  const [only, other] = expansion.matches;
  if (only !== undefined && other === undefined) return weighList(index, only, factor, arena);
  const bits = arena.emptyBitset();
  const { words } = bits;
  const best = arena.list(arena.size);
  let count = 0;
  for (const match of expansion.matches) {
    const mark = arena.mark();
    const { docs, scores } = weighList(index, match, factor, arena);
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      const bit = 1 << (doc & 31);
      if ((words[doc >>> 5]! & bit) === 0) {
        words[doc >>> 5]! |= bit;
        best[doc] = scores[i]!;
        count += 1;
      } else if (scores[i]! > best[doc]!) best[doc] = scores[i]!;
    }
    arena.release(mark);
  }
  const docs = bits.toList(count, arena.list(count));
  const scores = arena.list(count);
  for (let i = 0; i < count; i += 1) scores[i] = best[docs[i]!]!;
  return { docs, scores };
}

function weighList(index: SearchIndex, { list, kind }: Match, factor: number, arena: Arena): Weighed {
  const { docs, impacts } = index.read(list, arena);
  const scores = arena.list(docs.length);
  const weight = WEIGHTS[kind] * factor;
  if (kind === 'beginning') scores.fill(BEGINNING_IMPACT * weight);
  else for (let i = 0; i < docs.length; i += 1) scores[i] = impacts[i]! * weight;
  return { docs, scores };
}
