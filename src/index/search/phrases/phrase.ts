/**
 * Finds the docs with a phrase: all its words, in any of their forms; consecutive and in one field, if the index stores positions.
 *
 * Completions and corrections of a word do not count.
 */
import { GrowingU32, type Records } from '../../../format/index.js';
import { ALIGN_PHRASE_WORD, SKIP_POSTING, TEST_ADJACENT } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { findListIndexes, NOT_LISTED } from '../rank/list-places.js';
import type { SearchIndex } from '../search-index.js';
import { isJoinedWord } from '../words/word-reader.js';
import { firstPartOf, lastPartOf, PositionReader, SKIP_INTERVAL } from './positions.js';

/** The stems of a word, one per field mark, and its distance from the first word of the phrase. */
interface PhraseStems {
  readonly stems: readonly number[];
  readonly offset: number;
}

/** At least one word, by ascending offset. */
export type Phrase = readonly PhraseStems[];

/** @returns the distinct words of a phrase as their stems, the rarest first */
export function listPhraseStems(index: SearchIndex, phrase: Phrase): readonly (readonly number[])[] {
  const stemsByFirst = new Map(phrase.map(({ stems }) => [stems[0], stems]));
  return [...stemsByFirst.values()].sort((a, b) => docCountBound(index, a) - docCountBound(index, b));
}

/** @returns an upper bound of the docs with one of the stems */
export const docCountBound = (index: SearchIndex, stems: readonly number[]): number =>
  stems.reduce((sum, stem) => sum + index.count(stem), 0);

/**
 * Finds the docs with the phrase.
 *
 * @param docs ascending
 * @returns the docs of `docs` with the phrase. Cost: a pass over the list of each stem, and per doc with all stems over the positions of
 *          some 64 docs of each.
 */
export function findDocsWithPhrase(index: SearchIndex, phrase: Phrase, docs: Uint32Array, arena: Arena): Uint32Array {
  const words = listPhraseStems(index, phrase);
  let remaining = docs;
  /** Per stem of the words so far, the index of each remaining doc in the list of the stem. */
  let docIndexes: Uint32Array[] = [];
  for (const stems of words) {
    if (remaining.length === 0) return remaining;
    const indexesOfStems = stems.map((stem) => findIndexesInList(index, stem, remaining, arena));
    // The given docs are not overwritten.
    const out = remaining === docs ? arena.list(docs.length) : remaining;
    const allIndexes = [...docIndexes, ...indexesOfStems];
    const count = keepListedDocs(remaining, indexesOfStems, allIndexes, out);
    remaining = out.subarray(0, count);
    docIndexes = allIndexes.map((stemIndexes) => stemIndexes.subarray(0, count));
  }
  const { positions } = index.tables;
  if (positions === undefined || phrase.length === 1 || remaining.length === 0) return remaining;
  const skippedBytes = estimateSkippedBytes(index, words.flat(), positions, remaining.length);
  arena.budget.spend(remaining.length * phrase.length * TEST_ADJACENT + skippedBytes);
  const adjacency = new Adjacency(index, phrase, words, positions);
  return remaining.filter((_, docIndex) => adjacency.isInDoc(docIndexes, docIndex));
}

/**
 * Keeps the docs that one of the stems lists.
 *
 * @param indexesOfStems per stem of the word, the index of each doc in its list
 * @param allIndexes the same of all stems so far; moved like the docs
 * @param out may be `docs`
 * @returns the number of kept docs
 */
function keepListedDocs(
  docs: Uint32Array,
  indexesOfStems: readonly Uint32Array[],
  allIndexes: readonly Uint32Array[],
  out: Uint32Array,
): number {
  const firstIndexes = indexesOfStems[0]!;
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    // Most words have one stem, which is tested without a call.
    const isFirstMissing = firstIndexes[i] === NOT_LISTED;
    if (isFirstMissing && indexesOfStems.every((stemIndexes) => stemIndexes[i] === NOT_LISTED)) continue;
    out[count] = docs[i]!;
    for (const stemIndexes of allIndexes) stemIndexes[count] = stemIndexes[i]!;
    count += 1;
  }
  return count;
}

/** @returns per doc, its index in the list of the stem, or NOT_LISTED */
function findIndexesInList(index: SearchIndex, stem: number, docs: Uint32Array, arena: Arena): Uint32Array {
  const bytes = index.tables.postings.view(stem);
  const count = index.count(stem);
  arena.budget.spend(Math.min(count * SKIP_POSTING, bytes.byteLength) + docs.length * ALIGN_PHRASE_WORD);
  const indexes = arena.list(docs.length);
  findListIndexes(bytes, count, docs, indexes, arena);
  return indexes;
}

/** @returns an estimate of the position bytes to skip until the positions of `docs` docs are read */
function estimateSkippedBytes(index: SearchIndex, stems: readonly number[], positions: Records, docs: number): number {
  let skippedBytes = 0;
  for (const stem of stems) {
    const { byteLength } = positions.view(stem);
    // Per doc, half of an interval of the skip table is skipped on average.
    skippedBytes += Math.min(byteLength, (docs * (SKIP_INTERVAL / 2) * byteLength) / index.count(stem));
  }
  return skippedBytes;
}

/** Added to the start of a phrase, so that it is never negative. */
const startBias = 2 ** 16;

/** A stem of a word, with the positions that its docs have. */
interface StemReader {
  readonly positions: PositionReader;
  /** Whether it is of joined words, whose parts have several positions. */
  readonly isJoined: boolean;
}

/** Tests whether the words of a phrase are consecutive, for ascending docs that have all of them. */
class Adjacency {
  readonly #readers: readonly (readonly StemReader[])[];
  readonly #hasJoined: boolean;
  /** Word → its positions in the current doc, ascending unless a stem is of joined words. */
  readonly #positions: readonly GrowingU32[];
  /** Word → for each of its positions, the position of its last part. Filled only if a stem is of joined words. */
  readonly #lastParts: readonly GrowingU32[];
  /** The words of the phrase, the rarest first; in their order if a stem is of joined words. */
  readonly #words: readonly { readonly number: number; readonly offset: number }[];
  /** Possible starts of the phrase. */
  readonly #starts = new GrowingU32();

  /** @param words distinct words of the phrase */
  constructor(index: SearchIndex, phrase: Phrase, words: readonly (readonly number[])[], positions: Records) {
    this.#readers = words.map((stems) =>
      stems.map((stem) => ({
        positions: new PositionReader(positions.view(stem), index.count(stem)),
        isJoined: index.hasJoinedWords && isJoinedWord(index.textOfStem(stem)),
      })),
    );
    this.#hasJoined = this.#readers.some((readers) => readers.some(({ isJoined }) => isJoined));
    this.#positions = words.map(() => new GrowingU32());
    this.#lastParts = words.map(() => new GrowingU32());
    const phraseWords = phrase.map(({ stems, offset }) => ({
      number: words.findIndex(([first]) => first === stems[0]),
      offset,
    }));
    this.#words = this.#hasJoined ? phraseWords : phraseWords.sort((a, b) => a.number - b.number);
  }

  /** @param listIndexes per stem of each word, the docs' indexes in its list. @param docIndex index of the doc among these docs */
  isInDoc(listIndexes: readonly Uint32Array[], docIndex: number): boolean {
    this.#readPositions(listIndexes, docIndex);
    return this.#hasJoined ? this.#areJoinedWordsConsecutive() : this.#areConsecutive();
  }

  #readPositions(listIndexes: readonly Uint32Array[], docIndex: number): void {
    let stemNumber = 0;
    for (const [number, readers] of this.#readers.entries()) {
      const positions = this.#positions[number]!;
      const lastParts = this.#lastParts[number]!;
      positions.length = 0;
      lastParts.length = 0;
      for (const { positions: reader, isJoined } of readers) {
        const place = listIndexes[stemNumber]![docIndex]!;
        stemNumber += 1;
        if (place === NOT_LISTED) continue;
        const start = positions.length;
        reader.read(place, positions);
        if (this.#hasJoined) splitPositions(positions, start, isJoined, lastParts);
      }
      if (readers.length > 1 && !this.#hasJoined) positions.view().sort();
    }
  }

  /** Compares the positions of words that each have one position. */
  #areConsecutive(): boolean {
    const starts = this.#starts;
    starts.length = 0;
    for (const [order, { number, offset }] of this.#words.entries()) {
      const positions = this.#positions[number]!.view();
      if (order === 0) for (const place of positions) starts.push(place - offset + startBias);
      else keepFollowed(starts, positions, offset);
      if (starts.length === 0) return false;
    }
    return true;
  }

  /** Follows the phrase word by word, because a joined word has as many positions as it has parts. */
  #areJoinedWordsConsecutive(): boolean {
    /** Where the next word may begin; undefined before the first word. */
    let nextPositions: Set<number> | undefined;
    for (const [order, { number, offset }] of this.#words.entries()) {
      const gap = (this.#words[order + 1]?.offset ?? offset) - offset;
      const positions = this.#positions[number]!;
      const lastParts = this.#lastParts[number]!;
      const followingPositions = new Set<number>();
      for (let index = 0; index < positions.length; index += 1) {
        const isFollowing = nextPositions === undefined || nextPositions.has(positions.at(index));
        if (isFollowing) followingPositions.add(lastParts.at(index) + gap);
      }
      if (followingPositions.size === 0) return false;
      nextPositions = followingPositions;
    }
    return true;
  }
}

/** Replaces stored positions from `start` on by the positions of first parts, and appends the positions of last parts. */
function splitPositions(positions: GrowingU32, start: number, isJoined: boolean, lastParts: GrowingU32): void {
  for (let index = start; index < positions.length; index += 1) {
    const stored = positions.at(index);
    lastParts.push(isJoined ? lastPartOf(stored) : stored);
    if (isJoined) positions.set(index, firstPartOf(stored));
  }
}

/** Keeps the starts that have a position `offset` after them. */
function keepFollowed(starts: GrowingU32, positions: Uint32Array, offset: number): void {
  const view = starts.view();
  let count = 0;
  let positionIndex = 0;
  for (const start of view) {
    const target = start - startBias + offset;
    while (positionIndex < positions.length && positions[positionIndex]! < target) positionIndex += 1;
    if (positionIndex === positions.length) break;
    if (positions[positionIndex] !== target) continue;
    view[count] = start;
    count += 1;
  }
  starts.length = count;
}
