/**
 * Finds the most similar items of each item (src/index/segment/similar).
 *
 * Candidates come from the lists of rare features only, so the cost of an item does not depend on the size of the type. Then
 * they are compared by all features. The similarity of two items is the weight of their common features.
 */
import { GrowingBytes, GrowingU32, writeVarint } from '../../src/format/index.js';
import { SIMILAR_ITEMS } from '../../src/index/segment/index.js';
import type { Job } from '../work/index.js';
import { type FeatureVectors, featuresPerItem } from './similar-features.js';

/** Maximum number of list entries walked per item, and of candidates compared by all features. */
const walkedMaximum = 1000;
const comparedMaximum = 32;

interface SimilarInput {
  readonly vectors: FeatureVectors;
  /** Stem → word that represents it; in shared memory. */
  readonly wordOfStem: Uint32Array;
  /** Number of words. */
  readonly wordCount: number;
  /** The docs `[from, to)`. */
  readonly from: number;
  readonly to: number;
}

/** Concatenated records. */
interface SimilarRecords {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
}

/** A possibly similar item. */
interface Candidate {
  readonly doc: number;
  readonly score: number;
  /** A bit for each feature of the item; 1 if the candidate has the feature too. */
  readonly sharedFeatures: number;
}

const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || a.doc - b.doc;

/** A feature of the current item, and the range of its docs. */
interface FeatureList {
  readonly feature: number;
  readonly start: number;
  readonly end: number;
}

class SimilarFinder {
  readonly #vectors: FeatureVectors;
  /** Doc → sum of shared weights so far; all 0 between two items. */
  readonly #sums: Int32Array;
  readonly #touched = new Int32Array(walkedMaximum);
  /** Feature → its place among the item's features, from 1; all 0 between two items. */
  readonly #places: Uint8Array;
  readonly #docs = new Int32Array(comparedMaximum);
  readonly #scores = new Int32Array(comparedMaximum);

  constructor(vectors: FeatureVectors) {
    this.#vectors = vectors;
    this.#sums = new Int32Array(vectors.size);
    this.#places = new Uint8Array(vectors.starts.length);
  }

  /** @returns the candidates, the most similar first */
  find(doc: number): readonly Candidate[] {
    const { features, weights, starts } = this.#vectors;
    const first = doc * featuresPerItem;
    const lists: FeatureList[] = [];
    for (let place = 0; place < featuresPerItem && weights[first + place]! > 0; place += 1) {
      const feature = features[first + place]!;
      this.#places[feature] = place + 1;
      lists.push({ feature, start: starts[feature]!, end: starts[feature + 1]! });
    }
    // The sort is stable: of equally long lists, the heavier feature comes first.
    const shortestFirst = lists.toSorted((a, b) => a.end - a.start - (b.end - b.start));
    const touched = this.#sumWeights(doc, shortestFirst);
    const selected = this.#selectBest(touched);
    const candidates: Candidate[] = [];
    for (let index = 0; index < selected; index += 1) candidates.push(this.#compare(this.#docs[index]!));
    for (const { feature } of lists) this.#places[feature] = 0;
    return candidates.sort(byScore).slice(0, SIMILAR_ITEMS);
  }

  /** Sums weights along the lists. @param lists the shortest first. @returns the number of docs with a sum */
  #sumWeights(doc: number, lists: readonly FeatureList[]): number {
    const { docs, docWeights } = this.#vectors;
    const sums = this.#sums;
    const touchedDocs = this.#touched;
    let remaining = walkedMaximum;
    let touched = 0;
    for (const { start, end } of lists) {
      remaining -= end - start;
      if (remaining < 0) break;
      for (let at = start; at < end; at += 1) {
        const other = docs[at]!;
        if (other === doc) continue;
        if (sums[other] === 0) touchedDocs[touched++] = other;
        sums[other]! += docWeights[at]!;
      }
    }
    return touched;
  }

  /** Selects the best of the docs with a sum, best first, and clears the sums. @returns the number selected */
  #selectBest(touched: number): number {
    const docs = this.#docs;
    const scores = this.#scores;
    const sums = this.#sums;
    const touchedDocs = this.#touched;
    const last = comparedMaximum - 1;
    let count = 0;
    for (let index = 0; index < touched; index += 1) {
      const doc = touchedDocs[index]!;
      const score = sums[doc]!;
      sums[doc] = 0;
      const isFull = count === comparedMaximum;
      if (isFull && !this.#isBetter(doc, score, last)) continue;
      // Moves worse docs down by one; if all places are taken, the last doc is overwritten.
      let place = isFull ? last : count;
      if (!isFull) count += 1;
      while (place > 0 && this.#isBetter(doc, score, place - 1)) {
        docs[place] = docs[place - 1]!;
        scores[place] = scores[place - 1]!;
        place -= 1;
      }
      docs[place] = doc;
      scores[place] = score;
    }
    return count;
  }

  /** Whether a doc with this score comes before the selected doc at the place; of equal scores, the smaller doc does. */
  #isBetter(doc: number, score: number, place: number): boolean {
    const selectedScore = this.#scores[place]!;
    return score === selectedScore ? doc < this.#docs[place]! : score > selectedScore;
  }

  #compare(doc: number): Candidate {
    const { features, weights } = this.#vectors;
    let score = 0;
    let sharedFeatures = 0;
    for (let i = doc * featuresPerItem; i < (doc + 1) * featuresPerItem && weights[i]! > 0; i += 1) {
      const place = this.#places[features[i]!]! - 1;
      if (place < 0) continue;
      score += weights[i]!;
      sharedFeatures |= 1 << place;
    }
    return { doc, score, sharedFeatures };
  }
}

/**
 * Writes the record of each doc, as varints:
 *
 *     │ number of shared features │ each of them │ for each similar item: its doc, a bit for each shared feature that it has │
 *
 * The record of a doc without similar items is empty.
 */
function writeSimilarRecords({ vectors, wordOfStem, wordCount, from, to }: SimilarInput): SimilarRecords {
  const finder = new SimilarFinder(vectors);
  const bytes = new GrowingBytes();
  const lengths = new GrowingU32();
  const varint = new Uint8Array(10);
  const push = (value: number): void => {
    const end = writeVarint(varint, 0, value);
    for (let index = 0; index < end; index += 1) bytes.push(varint[index]!);
  };
  for (let doc = from; doc < to; doc += 1) {
    const start = bytes.length;
    const candidates = finder.find(doc);
    const places = listSharedPlaces(candidates);
    if (candidates.length > 0) push(places.length);
    for (const place of places) {
      const feature = vectors.features[doc * featuresPerItem + place]!;
      // Stems come first among the features; a stem is written as a word, and other features follow the words.
      const isStem = feature < wordOfStem.length;
      push(isStem ? wordOfStem[feature]! : feature - wordOfStem.length + wordCount);
    }
    for (const candidate of candidates) {
      push(candidate.doc);
      push(selectBits(candidate.sharedFeatures, places));
    }
    lengths.push(bytes.length - start);
  }
  return { bytes: bytes.view(), lengths: lengths.view() };
}

/** @returns the places of the item's features that at least one candidate shares, ascending */
function listSharedPlaces(candidates: readonly Candidate[]): number[] {
  let sharedByAny = 0;
  for (const { sharedFeatures } of candidates) sharedByAny |= sharedFeatures;
  const places: number[] = [];
  for (let place = 0; place < featuresPerItem; place += 1) {
    if (((sharedByAny >>> place) & 1) === 1) places.push(place);
  }
  return places;
}

/** @returns a number whose bit i is the bit of `bits` at `places[i]` */
function selectBits(bits: number, places: readonly number[]): number {
  let selected = 0;
  for (const [index, place] of places.entries()) selected |= ((bits >>> place) & 1) << index;
  return selected;
}

export const similarJob: Job<SimilarInput, SimilarRecords> = {
  name: 'similar',
  structure: 'similar',
  work: writeSimilarRecords,
  owned: () => undefined,
};
