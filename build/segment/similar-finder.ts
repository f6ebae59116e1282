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
    const count = this.#best(this.#walk(doc, shortestFirst));
    const candidates: Candidate[] = [];
    for (let at = 0; at < count; at += 1) candidates.push(this.#compare(this.#docs[at]!));
    for (const { feature } of lists) this.#places[feature] = 0;
    return candidates.sort(byScore).slice(0, SIMILAR_ITEMS);
  }

  /** Sums weights along the lists. @param lists the shortest first. @returns the number of docs with a sum */
  #walk(doc: number, lists: readonly FeatureList[]): number {
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

  /** Selects the best of the docs with a sum, and clears the sums. @returns the number selected */
  #best(touched: number): number {
    const docs = this.#docs;
    const scores = this.#scores;
    const sums = this.#sums;
    const touchedDocs = this.#touched;
    let count = 0;
    for (let place = 0; place < touched; place += 1) {
      const doc = touchedDocs[place]!;
      const score = sums[doc]!;
      sums[doc] = 0;
      const last = comparedMaximum - 1;
      if (count > last && (scores[last]! > score || (scores[last] === score && docs[last]! < doc))) continue;
      let at = Math.min(count, last);
      count = Math.max(count, at + 1);
      for (; at > 0 && (scores[at - 1]! < score || (scores[at - 1] === score && docs[at - 1]! > doc)); at -= 1) {
        docs[at] = docs[at - 1]!;
        scores[at] = scores[at - 1]!;
      }
      docs[at] = doc;
      scores[at] = score;
    }
    return count;
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

function findSimilarRecords({ vectors, wordOfStem: wordOf, wordCount: words, from, to }: SimilarInput): SimilarRecords {
  const finder = new SimilarFinder(vectors);
  const bytes = new GrowingBytes();
  const lengths = new GrowingU32();
  const number = new Uint8Array(10);
  const push = (value: number): void => {
    const end = writeVarint(number, 0, value);
    for (let at = 0; at < end; at += 1) bytes.push(number[at]!);
  };
  for (let doc = from; doc < to; doc += 1) {
    const start = bytes.length;
    const candidates = finder.find(doc);
    const anySharedFeatures = candidates.reduce((all, { sharedFeatures }) => all | sharedFeatures, 0);
    const places = Array.from({ length: featuresPerItem }, (_, place) => place).filter(
      (place) => (anySharedFeatures >>> place) & 1,
    );
    if (candidates.length > 0) push(places.length);
    for (const place of places) {
      const feature = vectors.features[doc * featuresPerItem + place]!;
      push(feature < wordOf.length ? wordOf[feature]! : feature - wordOf.length + words);
    }
    for (const { doc: other, sharedFeatures } of candidates) {
      push(other);
      push(places.reduce((bits, place, bit) => bits | (((sharedFeatures >>> place) & 1) << bit), 0));
    }
    lengths.push(bytes.length - start);
  }
  return { bytes: bytes.view(), lengths: lengths.view() };
}

export const similarJob: Job<SimilarInput, SimilarRecords> = {
  name: 'similar',
  structure: 'similar',
  work: findSimilarRecords,
  owned: () => undefined,
};
