/**
 * Sets of docs at quantiles of the docs-by-value order (src/index/postings/quantiles): their places, and their bitsets.
 */
import type { BuildChoices } from '../../src/content/model/index.js';
import { bitsetsWithin, type SectionInput } from '../../src/format/index.js';
import { Bitset } from '../../src/index/docset/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { ValueRuns } from '../sorting/index.js';
import type { WorkClock } from '../work/index.js';

/**
 * `quantiles` is the number of parts: each costs a bit per doc, and halves the docs to toggle in a query. Below
 * `quantilesFrom` docs, listing docs is faster than combining bitsets.
 *
 * @returns no sections if the column has fewer docs than `quantilesFrom`
 */
export function quantileSections(
  field: string,
  runs: ValueRuns,
  { quantiles: parts, quantilesFrom }: BuildChoices,
  clock: WorkClock,
): SectionInput[] {
  if (parts === 0 || runs.docs.length < quantilesFrom) return [];
  clock.on('quantiles');
  const names = sectionNames(field);
  const places = quantilePlaces(runs.starts, parts, bitsetsWithin(runs.docs.length));
  return [
    { name: names.quantilePlaces, data: places },
    { name: names.quantileBits, data: quantileBits(runs.docs, places) },
  ];
}

/**
 * @param starts of the runs, and their end
 * @param partCount how many parts
 * @param maximumPlaces   places, at least two: those whose bitsets a section holds
 * @returns ascending places, all of them starts of runs: every one where there are few, else near the quantiles
 */
export function quantilePlaces(
  starts: Uint32Array,
  partCount: number,
  maximumPlaces: number = Number.POSITIVE_INFINITY,
): Uint32Array {
  if (starts.length <= Math.min(partCount * 2, maximumPlaces)) {
    return starts.length === 1 ? Uint32Array.of(0, 0) : starts.slice();
  }
  const parts = Math.min(partCount, maximumPlaces - 1);
  const end = starts.at(-1) ?? 0;
  const places = new Set([0]);
  let run = 0;
  for (let part = 1; part < parts; part += 1) {
    const goal = (end * part) / parts;
    while (starts[run + 1]! < goal) run += 1;
    places.add(goal - starts[run]! < starts[run + 1]! - goal ? starts[run]! : starts[run + 1]!);
  }
  return Uint32Array.from(places.add(end)).sort();
}

/** @returns a bitset of the docs before each place, concatenated */
export function quantileBits(docs: Uint32Array, places: Uint32Array): Uint32Array {
  const bits = new Bitset(docs.length);
  const out = new Uint32Array(bits.words.length * places.length);
  let from = 0;
  for (const [index, place] of places.entries()) {
    bits.addAll(docs.subarray(from, place));
    out.set(bits.words, index * bits.words.length);
    from = place;
  }
  return out;
}
