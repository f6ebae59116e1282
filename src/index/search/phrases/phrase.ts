/**
 * Which docs have a phrase: all its words, each in any of its forms, and where the index keeps places, one behind the
 * other in one field.
 *
 * Words that are only like one, or begin with it, do not count here.
 */

import { GrowingU32, type Records } from '../../../format/index.js';
import { ALIGN_PHRASE_WORD, SKIP_POSTING, TEST_ADJACENT } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { findPlaces, NOWHERE } from '../rank/places.js';
import type { SearchIndex } from '../search-index.js';
import { LEAP, PositionReader } from './positions.js';

/** A word's stems, one for each mark that has it, and how many places it stands behind the first word of the phrase. */
interface PhraseStems {
  readonly stems: readonly number[];
  readonly offset: number;
}

/** At least one, by offset. */
export type Phrase = readonly PhraseStems[];

/** @returns the words of a phrase, each once as its stems, those of the fewest docs first */
export const stemsOfPhrase = (index: SearchIndex, phrase: Phrase): readonly (readonly number[])[] =>
  [...new Map(phrase.map(({ stems }) => [stems[0], stems])).values()].sort(
    (a, b) => docsOf(index, a) - docsOf(index, b),
  );

/** At most how many docs have one of the stems. */
export const docsOf = (index: SearchIndex, stems: readonly number[]): number =>
  stems.reduce((sum, stem) => sum + index.count(stem), 0);

/** @param docs ascending. @returns those that have the phrase. Cost: a pass over the list of each stem, and of its places over those of some 64 docs for each doc that has all stems. */
export function havingPhrase(index: SearchIndex, phrase: Phrase, docs: Uint32Array, arena: Arena): Uint32Array {
  const words = stemsOfPhrase(index, phrase);
  let kept = docs;
  let places: Uint32Array[] = [];
  for (const stems of words) {
    if (kept.length === 0) return kept;
    const own = stems.map((stem) => {
      const bytes = index.tables.postings.view(stem);
      arena.budget.spend(
        Math.min(index.count(stem) * SKIP_POSTING, bytes.byteLength) + kept.length * ALIGN_PHRASE_WORD,
      );
      const found = arena.list(kept.length);
      findPlaces(bytes, index.count(stem), kept, found, arena);
      return found;
    });
    const left = kept === docs ? arena.list(docs.length) : kept;
    const all = [...places, ...own];
    let count = 0;
    for (let i = 0; i < kept.length; i += 1) {
      if (own[0]![i] === NOWHERE && own.every((each) => each[i] === NOWHERE)) continue;
      left[count] = kept[i]!;
      for (const each of all) each[count] = each[i]!;
      count += 1;
    }
    kept = left.subarray(0, count);
    places = all.map((each) => each.subarray(0, count));
  }
  const { positions } = index.tables;
  if (positions === undefined || phrase.length === 1 || kept.length === 0) return kept;
  const passed = passingOver(index, words.flat(), positions, kept.length);
  arena.budget.spend(kept.length * phrase.length * TEST_ADJACENT + passed);
  const test = new Adjacency(index, phrase, words, positions);
  return kept.filter((_, at) => test.isHad(places, at));
}

/** What is read of the places of other docs, to come to those of so many. */
function passingOver(index: SearchIndex, stems: readonly number[], positions: Records, docs: number): number {
  return stems.reduce((sum, stem) => {
    const { byteLength } = positions.view(stem);
    return sum + Math.min(byteLength, (docs * (LEAP / 2) * byteLength) / index.count(stem));
  }, 0);
}

/** What is added to where a phrase would begin, so that it is no negative number. */
const shift = 2 ** 16;

/** Whether the words of a phrase stand together in docs that have all of them, in the order of the docs. */
class Adjacency {
  readonly #readers: readonly (readonly PositionReader[])[];
  /** By word: where it stands in the doc at hand, ascending. */
  readonly #found: readonly GrowingU32[];
  /** The words of the phrase, those of the rarest stem first. */
  readonly #words: readonly { readonly number: number; readonly offset: number }[];
  /** Where the phrase may begin. */
  readonly #starts = new GrowingU32();

  /** @param words of the phrase, each once */
  constructor(index: SearchIndex, phrase: Phrase, words: readonly (readonly number[])[], positions: Records) {
    this.#readers = words.map((stems) =>
      stems.map((stem) => new PositionReader(positions.view(stem), index.count(stem))),
    );
    this.#found = words.map(() => new GrowingU32());
    this.#words = phrase
      .map(({ stems, offset }) => ({ number: words.findIndex(([first]) => first === stems[0]), offset }))
      .sort((a, b) => a.number - b.number);
  }

  /** @param places by stem of each word: where the docs stand in its list. @param at of the doc among these */
  isHad(places: readonly Uint32Array[], at: number): boolean {
    let stem = 0;
    for (const [number, readers] of this.#readers.entries()) {
      const found = this.#found[number]!;
      found.length = 0;
      for (const reader of readers) {
        const place = places[stem]![at]!;
        stem += 1;
        if (place !== NOWHERE) reader.read(place, found);
      }
      if (readers.length > 1) found.view().sort();
    }
    const starts = this.#starts;
    starts.length = 0;
    for (const [order, { number, offset }] of this.#words.entries()) {
      const found = this.#found[number]!.view();
      if (order === 0) for (const place of found) starts.push(place - offset + shift);
      else narrow(starts, found, offset);
      if (starts.length === 0) return false;
    }
    return true;
  }
}

/** Keeps of the starts those that have one of the places `offset` behind them. */
function narrow(starts: GrowingU32, places: Uint32Array, offset: number): void {
  const view = starts.view();
  let kept = 0;
  let at = 0;
  for (const start of view) {
    const wanted = start - shift + offset;
    while (at < places.length && places[at]! < wanted) at += 1;
    if (at === places.length) break;
    if (places[at] !== wanted) continue;
    view[kept] = start;
    kept += 1;
  }
  starts.length = kept;
}
