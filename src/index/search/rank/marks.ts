/**
 * What is marked in a question: phrases that docs must have, and words and phrases that they must not have (phrase).
 */
import { ALIGN_PHRASE_WORD, MATCH_DOC } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { knownPhrase } from '../match/expand.js';
import { docsOf, havingPhrase, type Phrase, stemsOfPhrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { PhraseWord } from '../words/phrase-words.js';
import type { SearchQuery } from '../words/search-query.js';
import type { WordReader } from '../words/word-reader.js';
import { either, type Weighed } from './weighed.js';

export interface Marks {
  /** Undefined where one has a word that no doc has. */
  readonly wanted: readonly Phrase[] | undefined;
  /** As in the question; undefined where one has a word that no doc has, and need not be excluded. */
  readonly excluded: readonly (Phrase | undefined)[];
}

/** @returns undefined where nothing is marked */
export function readMarks(
  index: SearchIndex,
  { phrases, excluded }: SearchQuery,
  reader: WordReader,
): Marks | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined;
  const read = (words: readonly PhraseWord[]): Phrase | undefined => knownPhrase(index, words, reader);
  const known = phrases.map(read).filter((phrase) => phrase !== undefined);
  return { wanted: known.length < phrases.length ? undefined : known, excluded: excluded.map(read) };
}

/** @returns the docs of the rarest word of the phrases, ascending, in the arena. Cost: O(these). */
export function docsOfPhrases(index: SearchIndex, { wanted }: Marks, arena: Arena): Uint32Array {
  const words = (wanted ?? []).flatMap((phrase) => stemsOfPhrase(index, phrase));
  const [rarest = []] = words.sort((a, b) => docsOf(index, a) - docsOf(index, b));
  const [first = arena.list(0), ...others] = rarest.map((stem) => index.read(stem, arena).docs);
  return others.reduce((all, docs) => either({ docs: all, scores: all }, { docs, scores: docs }, arena).docs, first);
}

/** @param docs ascending. @returns those that have what is wanted and nothing that is excluded. Cost: that of the phrases. */
export function obeying(index: SearchIndex, { wanted, excluded }: Marks, docs: Uint32Array, arena: Arena): Uint32Array {
  if (wanted === undefined) return arena.list(0);
  let kept = docs;
  const unwanted = [...once(excluded.filter((one) => one !== undefined))];
  for (const phrase of once(wanted)) kept = havingPhrase(index, phrase, kept, arena);
  arena.budget.require(leastCost(index, unwanted, kept.length));
  for (const phrase of unwanted) {
    const left = havingPhrase(index, phrase, kept, arena);
    if (left.length === 0) continue;
    arena.budget.spend(kept.length * MATCH_DOC);
    const others = arena.list(kept.length - left.length);
    for (let i = 0, at = 0; i < kept.length; i += 1) {
      if (left[at] === kept[i]) at += 1;
      else others[i - at] = kept[i]!;
    }
    kept = others;
  }
  return kept;
}

/**
 * @param count of docs
 * @returns what excluding the phrases costs at least: the docs of each are counted as gone before the next is looked for
 */
function leastCost(index: SearchIndex, phrases: readonly Phrase[], count: number): number {
  let cost = 0;
  let left = count;
  for (const phrase of phrases) {
    const [rarest = []] = stemsOfPhrase(index, phrase);
    cost += Math.max(0, left) * rarest.length * ALIGN_PHRASE_WORD;
    left -= docsOf(index, rarest);
  }
  return cost;
}

/** Whoever types a phrase twice means it once. */
const once = (phrases: readonly Phrase[]): Iterable<Phrase> =>
  new Map(phrases.map((phrase) => [JSON.stringify(phrase), phrase])).values();

/** @returns of what answers those docs that obey, where they lie */
export function obeyingOf(index: SearchIndex, marks: Marks, { docs, scores }: Weighed, arena: Arena): Weighed {
  const kept = obeying(index, marks, docs, arena);
  for (let from = 0, i = 0; i < kept.length; i += 1) {
    while (docs[from] !== kept[i]) from += 1;
    scores[i] = scores[from]!;
  }
  return { docs: kept, scores: scores.subarray(0, kept.length) };
}
