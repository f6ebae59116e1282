/**
 * The best docs of frequent stems: most searches for one word are answered from them.
 *
 * Elsewhere: the posting lists that they are chosen from (stem-lists).
 */
import { threshold } from '../../src/content/choices/index.js';
import { GrowingBytes, GrowingU32 } from '../../src/format/index.js';
import { TOP_DOCS } from '../../src/index/search/index.js';

/** A stem with at most this number of docs needs no list: its docs are decoded and compared in a microsecond. */
const docsMinimum = 256;

export interface TopLists {
  /** Stems with a list of best docs, ascending. */
  readonly topStems: Uint32Array;
  /** TOP_DOCS docs for each of these stems, concatenated. */
  readonly topDocs: Uint32Array;
  /** The impact of each of these docs. */
  readonly topImpacts: Uint8Array;
}

export class TopDocs {
  readonly #stems = new GrowingU32();
  readonly #docs = new GrowingU32();
  readonly #impacts = new GrowingBytes();

  /** Adds the posting list of the next stem. Cost: O(docs). */
  add(stem: number, docs: Uint32Array, impacts: Uint8Array): void {
    if (docs.length <= threshold('search.top', docsMinimum)) return;
    this.#stems.push(stem);
    for (const place of bestPlaces(impacts)) {
      this.#docs.push(docs[place]!);
      this.#impacts.push(impacts[place]!);
    }
  }

  /** Adds the lists of consecutive stems. @param firstStem the number of their first stem */
  append(firstStem: number, { topStems, topDocs, topImpacts }: TopLists): void {
    for (const stem of topStems) this.#stems.push(firstStem + stem);
    for (const doc of topDocs) this.#docs.push(doc);
    for (const impact of topImpacts) this.#impacts.push(impact);
  }

  finish(): TopLists {
    return {
      topStems: this.#stems.view().slice(),
      topDocs: this.#docs.view().slice(),
      topImpacts: this.#impacts.view().slice(),
    };
  }
}

/** @returns the places of the TOP_DOCS greatest impacts, in descending order; of equal impacts, the first place first */
function bestPlaces(impacts: Uint8Array): number[] {
  const counts = new Uint32Array(256);
  for (let place = 0; place < impacts.length; place += 1) counts[impacts[place]!]! += 1;
  // The greatest impact that at least TOP_DOCS places reach: counting finds it without sorting all places.
  let least = 255;
  let greaterCount = 0;
  while (least > 0 && greaterCount + counts[least]! < TOP_DOCS) {
    greaterCount += counts[least]!;
    least -= 1;
  }
  const places: number[] = [];
  for (let place = 0; place < impacts.length; place += 1) if (impacts[place]! >= least) places.push(place);
  return places.sort((a, b) => impacts[b]! - impacts[a]! || a - b).slice(0, TOP_DOCS);
}
