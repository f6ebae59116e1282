/**
 * Finds which items of a type are most like each item (src/index/segment/similar).
 *
 * Of each item the heaviest features count: words of searched fields, options, texts of lists, links. A feature weighs its
 * rarity times its impact, as in a search; another item is as similar as what both have weighs there together.
 * Only lists of features that few items have are walked, so that an item costs as much in a type of any size; what they
 * find is then compared by all features. Whole numbers: the same bytes everywhere.
 */
import { GrowingBytes, GrowingU32, VarintCursor, writeVarint } from '../../src/format/index.js';
import { isDense, rarity } from '../../src/index/search/index.js';
import { SIMILAR_ITEMS } from '../../src/index/segment/index.js';
import type { OnStems } from '../words/index.js';
import type { Job } from '../work/index.js';

/** So many features of an item count: each has a bit. */
const featuresEach = 12;
/** So many entries of lists at most are walked for an item, and so many of what they found compared. */
const walked = 1000;
const compared = 32;
/** What a feature counts that is there or is not; that of a word is from 1 to 255. */
const valueImpact = 128;
/** So that weights stay below 2^15. */
const weightUnit = 16;

/** A chosen feature says something of two items, and of no more than half. */
const isTelling = (count: number, size: number): boolean => count >= 2 && count <= Math.max(2, size / 2);

/** All in shared memory. */
export interface Vectors {
  readonly size: number;
  /** Doc → its features, the heaviest first, and what each weighs: 0 behind the last. */
  readonly features: Int32Array;
  readonly weights: Uint16Array;
  /** Feature → the docs that have it among theirs, and what it weighs there. */
  readonly starts: Int32Array;
  readonly docs: Int32Array;
  readonly docWeights: Uint16Array;
}

const shared = (numbers: number, width: number): SharedArrayBuffer => new SharedArrayBuffer(numbers * width);

/** Takes features one by one. Memory: some 200 bytes an item. */
export class VectorsBuilder {
  readonly #size: number;
  readonly #features: Int32Array;
  readonly #weights: Uint16Array;
  /** So many have been taken. */
  count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#features = new Int32Array(shared(size * featuresEach, 4));
    this.#weights = new Uint16Array(shared(size * featuresEach, 2));
  }

  /** Takes lists of stems as a search has them: of each the docs, then an impact each. Stop words say nothing. */
  readonly addStems: OnStems = ({ bytes, lengths, counts }, isStop) => {
    let at = 0;
    for (const [place, count] of counts.entries()) {
      const list = bytes.subarray(at, at + lengths[place]!);
      at += list.byteLength;
      if (isTelling(count, this.#size) && !isStop(place)) this.#addStem(list, count);
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

  /** @param docs by value. @param starts value → where its own begin; and the end of the last */
  addValues(docs: Uint32Array, starts: Uint32Array): void {
    for (let value = 0; value + 1 < starts.length; value += 1) {
      const [start, end] = [starts[value]!, starts[value + 1]!];
      if (isTelling(end - start, this.#size)) {
        const weight = this.#weigher(end - start)(valueImpact);
        for (let place = start; place < end; place += 1) this.#add(docs[place]!, weight);
      }
      this.count += 1;
    }
  }

  #weigher(count: number): (impact: number) => number {
    const rare = rarity(count, this.#size);
    return (impact) => Math.ceil((rare * impact) / weightUnit);
  }

  /** With what `finish` adds, about. */
  get byteLength(): number {
    return this.#size * featuresEach * 12;
  }

  /** Of equal ones the first stays. */
  #add(doc: number, weight: number): void {
    const features = this.#features;
    const weights = this.#weights;
    const start = doc * featuresEach;
    let at = start + featuresEach - 1;
    if (weights[at]! >= weight) return;
    for (; at > start && weights[at - 1]! < weight; at -= 1) {
      features[at] = features[at - 1]!;
      weights[at] = weights[at - 1]!;
    }
    features[at] = this.count;
    weights[at] = weight;
  }

  /** To be called when all are taken. Cost: O(items + features). */
  finish(): Vectors {
    const [size, features, weights] = [this.#size, this.#features, this.#weights];
    const starts = new Int32Array(shared(this.count + 1, 4));
    for (let i = 0; i < features.length; i += 1) {
      if (weights[i]! > 0) starts[features[i]!]! += 1;
    }
    let sum = 0;
    for (let feature = 0; feature < starts.length; feature += 1) {
      sum += starts[feature]!;
      starts[feature] = sum;
    }
    const docs = new Int32Array(shared(sum, 4));
    const docWeights = new Uint16Array(shared(sum, 2));
    // From the end, so that each list ends up at its start, its docs ascending.
    for (let i = features.length - 1; i >= 0; i -= 1) {
      if (weights[i] === 0) continue;
      const place = starts[features[i]!]! - 1;
      starts[features[i]!] = place;
      docs[place] = Math.floor(i / featuresEach);
      docWeights[place] = weights[i]!;
    }
    return { size, features, weights, starts, docs, docWeights };
  }
}

interface SimilarInput {
  readonly vectors: Vectors;
  /** Stem → the word that stands for it; shared. */
  readonly wordOf: Uint32Array;
  readonly words: number;
  readonly from: number;
  readonly to: number;
}

/** Records, one behind the other. */
interface SimilarRecords {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
}

/** An item that may be similar. */
interface Candidate {
  readonly doc: number;
  readonly score: number;
  /** Which features are shared, as bits. */
  readonly which: number;
}

const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || a.doc - b.doc;

/** A feature of the item at hand, and where its list is. */
interface OwnList {
  readonly feature: number;
  readonly start: number;
  readonly end: number;
}

class Finder {
  readonly #vectors: Vectors;
  /** Doc → what it weighs so far; 0 between two items. */
  readonly #sums: Int32Array;
  readonly #touched = new Int32Array(walked);
  /** Feature → its place among those of the item, plus 1; 0 between two items. */
  readonly #places: Uint8Array;
  readonly #docs = new Int32Array(compared);
  readonly #scores = new Int32Array(compared);

  constructor(vectors: Vectors) {
    this.#vectors = vectors;
    this.#sums = new Int32Array(vectors.size);
    this.#places = new Uint8Array(vectors.starts.length);
  }

  /** @returns the most similar first */
  find(doc: number): readonly Candidate[] {
    const { features, weights, starts } = this.#vectors;
    const first = doc * featuresEach;
    const lists: OwnList[] = [];
    for (let place = 0; place < featuresEach && weights[first + place]! > 0; place += 1) {
      const feature = features[first + place]!;
      this.#places[feature] = place + 1;
      lists.push({ feature, start: starts[feature]!, end: starts[feature + 1]! });
    }
    // Of as long ones, the heavier stays first.
    const found = this.#best(
      this.#walk(
        doc,
        lists.toSorted((a, b) => a.end - a.start - b.end + b.start),
      ),
    );
    const candidates: Candidate[] = [];
    for (let at = 0; at < found; at += 1) candidates.push(this.#compare(this.#docs[at]!));
    for (const { feature } of lists) this.#places[feature] = 0;
    return candidates.sort(byScore).slice(0, SIMILAR_ITEMS);
  }

  /** @param lists the shortest first. @returns how many docs have a sum */
  #walk(doc: number, lists: readonly OwnList[]): number {
    const { docs, docWeights } = this.#vectors;
    const sums = this.#sums;
    const found = this.#touched;
    let left = walked;
    let touched = 0;
    for (const { start, end } of lists) {
      left -= end - start;
      if (left < 0) break;
      for (let at = start; at < end; at += 1) {
        const other = docs[at]!;
        if (other === doc) continue;
        if (sums[other] === 0) found[touched++] = other;
        sums[other]! += docWeights[at]!;
      }
    }
    return touched;
  }

  /** Keeps the best of the docs that have a sum, and clears the sums. @returns how many are kept */
  #best(touched: number): number {
    const docs = this.#docs;
    const scores = this.#scores;
    const sums = this.#sums;
    const found = this.#touched;
    let kept = 0;
    for (let place = 0; place < touched; place += 1) {
      const doc = found[place]!;
      const score = sums[doc]!;
      sums[doc] = 0;
      const last = compared - 1;
      if (kept > last && (scores[last]! > score || (scores[last] === score && docs[last]! < doc))) continue;
      let at = Math.min(kept, last);
      kept = Math.max(kept, at + 1);
      for (; at > 0 && (scores[at - 1]! < score || (scores[at - 1] === score && docs[at - 1]! > doc)); at -= 1) {
        docs[at] = docs[at - 1]!;
        scores[at] = scores[at - 1]!;
      }
      docs[at] = doc;
      scores[at] = score;
    }
    return kept;
  }

  #compare(doc: number): Candidate {
    const { features, weights } = this.#vectors;
    let score = 0;
    let which = 0;
    for (let i = doc * featuresEach; i < (doc + 1) * featuresEach && weights[i]! > 0; i += 1) {
      const place = this.#places[features[i]!]! - 1;
      if (place < 0) continue;
      score += weights[i]!;
      which |= 1 << place;
    }
    return { doc, score, which };
  }
}

function similarRecords({ vectors, wordOf, words, from, to }: SimilarInput): SimilarRecords {
  const finder = new Finder(vectors);
  const bytes = new GrowingBytes();
  const lengths = new GrowingU32();
  const number = new Uint8Array(10);
  const push = (value: number): void => {
    const end = writeVarint(number, 0, value);
    for (let at = 0; at < end; at += 1) bytes.push(number[at]!);
  };
  for (let doc = from; doc < to; doc += 1) {
    const start = bytes.length;
    const found = finder.find(doc);
    const every = found.reduce((all, { which }) => all | which, 0);
    const places = Array.from({ length: featuresEach }, (_, place) => place).filter((place) => (every >>> place) & 1);
    if (found.length > 0) push(places.length);
    for (const place of places) {
      const feature = vectors.features[doc * featuresEach + place]!;
      push(feature < wordOf.length ? wordOf[feature]! : feature - wordOf.length + words);
    }
    for (const { doc: other, which } of found) {
      push(other);
      push(places.reduce((bits, place, bit) => bits | (((which >>> place) & 1) << bit), 0));
    }
    lengths.push(bytes.length - start);
  }
  return { bytes: bytes.view(), lengths: lengths.view() };
}

export const similarJob: Job<SimilarInput, SimilarRecords> = {
  name: 'similar',
  structure: 'similar',
  work: similarRecords,
  owned: () => undefined,
};
