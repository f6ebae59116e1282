/**
 * The features of items that similarity is computed from: words of searched fields, options, texts of lists, and links.
 *
 * Each item keeps its 12 heaviest features. The weight of a feature is its rarity times its impact, as in a search. All
 * weights are integers, so that snapshots have the same bytes on every platform.
 */
import { VarintCursor } from '../../src/format/index.js';
import { computeRarity, isDense } from '../../src/index/search/index.js';
import type { OnStems } from '../words/index.js';

/** Features per item; each has a bit in `Candidate.sharedFeatures`. */
export const featuresPerItem = 12;
/** Impact of a feature that is present or absent; the impact of a word is from 1 to 255. */
const valueImpact = 128;
/** Divisor that keeps weights below 2^15. */
const weightUnit = 16;
/** Whether a feature can tell items apart: at least two items have it, and at most half of them. */
const isInformative = (count: number, size: number): boolean => count >= 2 && count <= Math.max(2, size / 2);
/** The features of all items, in shared memory. */
export interface FeatureVectors {
  /** Number of items. */
  readonly size: number;
  /** Doc · featuresPerItem → its features, the heaviest first, and their weights; weight 0 after the last. */
  readonly features: Int32Array;
  readonly weights: Uint16Array;
  /** Feature → start of its docs; the docs that keep it, and its weights there. */
  readonly starts: Int32Array;
  readonly docs: Int32Array;
  readonly docWeights: Uint16Array;
}

const sharedBuffer = (numbers: number, width: number): SharedArrayBuffer => new SharedArrayBuffer(numbers * width);
/** Collects features one by one. Memory: some 200 bytes per item. */
export class FeatureVectorsBuilder {
  readonly #size: number;
  readonly #features: Int32Array;
  readonly #weights: Uint16Array;
  /** Number of features added so far. */
  count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#features = new Int32Array(sharedBuffer(size * featuresPerItem, 4));
    this.#weights = new Uint16Array(sharedBuffer(size * featuresPerItem, 2));
  }

  /** Adds the posting lists of stems: docs, then an impact for each. Stop words are skipped. */
  readonly addStems: OnStems = ({ bytes, lengths, counts }, isStop) => {
    let at = 0;
    for (const [place, count] of counts.entries()) {
      const list = bytes.subarray(at, at + lengths[place]!);
      at += list.byteLength;
      if (isInformative(count, this.#size) && !isStop(place)) this.#addStem(list, count);
      this.count += 1;
    }
  };

  #addStem(list: Uint8Array, count: number): void {
    const weigh = this.#weigher(count);
    const impacts = list.byteLength - count;
    if (isDense(count, this.#size)) {
      for (let doc = 0, place = 0; doc < this.#size; doc += 1) {
        if (((list[doc >>> 3]! >>> (doc & 7)) & 1) === 0) continue;
        this.#add(doc, weigh(list[impacts + place]!));
        place += 1;
      }
      return;
    }
    const docs = new Uint32Array(count);
    new VarintCursor().ascending(list, docs);
    for (let place = 0; place < count; place += 1) this.#add(docs[place]!, weigh(list[impacts + place]!));
  }

  /** @param docs docs ordered by value. @param starts value → start of its docs, with one more entry for the end */
  addValues(docs: Uint32Array, starts: Uint32Array): void {
    for (let value = 0; value + 1 < starts.length; value += 1) {
      const [start, end] = [starts[value]!, starts[value + 1]!];
      if (isInformative(end - start, this.#size)) {
        const weight = this.#weigher(end - start)(valueImpact);
        for (let place = start; place < end; place += 1) this.#add(docs[place]!, weight);
      }
      this.count += 1;
    }
  }

  #weigher(count: number): (impact: number) => number {
    const rarityOfFeature = computeRarity(count, this.#size);
    return (impact) => Math.ceil((rarityOfFeature * impact) / weightUnit);
  }

  /** Approximate memory, including that of `finish`. */
  get byteLength(): number {
    return this.#size * featuresPerItem * 12;
  }

  /** Keeps the heaviest features of the doc; of equal weights the first. */
  #add(doc: number, weight: number): void {
    const features = this.#features;
    const weights = this.#weights;
    const start = doc * featuresPerItem;
    let at = start + featuresPerItem - 1;
    if (weights[at]! >= weight) return;
    for (; at > start && weights[at - 1]! < weight; at -= 1) {
      features[at] = features[at - 1]!;
      weights[at] = weights[at - 1]!;
    }
    features[at] = this.count;
    weights[at] = weight;
  }

  /** Call it after the last feature. Cost: O(items + features). */
  finish(): FeatureVectors {
    const [size, features, weights] = [this.#size, this.#features, this.#weights];
    const starts = new Int32Array(sharedBuffer(this.count + 1, 4));
    for (let i = 0; i < features.length; i += 1) {
      if (weights[i]! > 0) starts[features[i]!]! += 1;
    }
    let sum = 0;
    for (let feature = 0; feature < starts.length; feature += 1) {
      sum += starts[feature]!;
      starts[feature] = sum;
    }
    const docs = new Int32Array(sharedBuffer(sum, 4));
    const docWeights = new Uint16Array(sharedBuffer(sum, 2));
    // Filled from the end: starts[feature] moves down to the start of its list, and docs ascend.
    for (let i = features.length - 1; i >= 0; i -= 1) {
      if (weights[i] === 0) continue;
      const place = starts[features[i]!]! - 1;
      starts[features[i]!] = place;
      docs[place] = Math.floor(i / featuresPerItem);
      docWeights[place] = weights[i]!;
    }
    return { size, features, weights, starts, docs, docWeights };
  }
}
