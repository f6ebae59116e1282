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

const newSharedI32 = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(length * 4));
const newSharedU16 = (length: number): Uint16Array => new Uint16Array(new SharedArrayBuffer(length * 2));

/** @returns the weight of a feature that `count` of `size` items have, in an item where it has this impact */
const computeWeight = (rarity: number, impact: number): number => Math.ceil((rarity * impact) / weightUnit);

/** Collects features one by one. Memory: some 200 bytes per item. */
export class FeatureVectorsBuilder {
  readonly #size: number;
  readonly #features: Int32Array;
  readonly #weights: Uint16Array;
  /** Number of features added so far. */
  count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#features = newSharedI32(size * featuresPerItem);
    this.#weights = newSharedU16(size * featuresPerItem);
  }

  /** Adds the posting lists of stems: docs, then an impact for each. Stop words and joined words are skipped. */
  readonly addStems: OnStems = ({ bytes, lengths, counts }, isIgnored) => {
    let listStart = 0;
    for (const [stem, count] of counts.entries()) {
      const list = bytes.subarray(listStart, listStart + lengths[stem]!);
      listStart += list.byteLength;
      if (isInformative(count, this.#size) && !isIgnored(stem)) this.#addStem(list, count);
      this.count += 1;
    }
  };

  /** @param list docs of a stem, as a bitset if they are dense and as gaps otherwise; then the impact in each doc */
  #addStem(list: Uint8Array, count: number): void {
    const rarity = computeRarity(count, this.#size);
    const impacts = list.subarray(list.byteLength - count);
    if (isDense(count, this.#size)) this.#addDenseStem(list, impacts, rarity);
    else {
      const docs = new Uint32Array(count);
      new VarintCursor().ascending(list, docs);
      for (let index = 0; index < count; index += 1) this.#add(docs[index]!, computeWeight(rarity, impacts[index]!));
    }
  }

  #addDenseStem(bitset: Uint8Array, impacts: Uint8Array, rarity: number): void {
    let index = 0;
    for (let doc = 0; doc < this.#size; doc += 1) {
      const isInSet = ((bitset[doc >>> 3]! >>> (doc & 7)) & 1) === 1;
      if (!isInSet) continue;
      this.#add(doc, computeWeight(rarity, impacts[index]!));
      index += 1;
    }
  }

  /** @param docs docs ordered by value. @param starts value → start of its docs, with one more entry for the end */
  addValues(docs: Uint32Array, starts: Uint32Array): void {
    for (let value = 0; value + 1 < starts.length; value += 1) {
      const start = starts[value]!;
      const end = starts[value + 1]!;
      const count = end - start;
      if (isInformative(count, this.#size)) {
        const weight = computeWeight(computeRarity(count, this.#size), valueImpact);
        for (let index = start; index < end; index += 1) this.#add(docs[index]!, weight);
      }
      this.count += 1;
    }
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
    const features = this.#features;
    const weights = this.#weights;
    const starts = newSharedI32(this.count + 1);
    for (let i = 0; i < features.length; i += 1) {
      if (weights[i]! > 0) starts[features[i]!]! += 1;
    }
    // Each start is the end of the feature's list until the list is filled.
    let sum = 0;
    for (let feature = 0; feature < starts.length; feature += 1) {
      sum += starts[feature]!;
      starts[feature] = sum;
    }
    const docs = newSharedI32(sum);
    const docWeights = newSharedU16(sum);
    // Filled from the end: starts[feature] moves down to the start of its list, and docs ascend.
    for (let i = features.length - 1; i >= 0; i -= 1) {
      if (weights[i] === 0) continue;
      const place = starts[features[i]!]! - 1;
      starts[features[i]!] = place;
      docs[place] = Math.floor(i / featuresPerItem);
      docWeights[place] = weights[i]!;
    }
    return { size: this.#size, features, weights, starts, docs, docWeights };
  }
}
