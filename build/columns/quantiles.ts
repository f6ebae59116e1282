/**
 * Quantiles of a column: positions in the docs-by-value order, and for each the bitset of all docs before it.
 *
 * A position is always the start of a value's docs. Elsewhere: reading them (src/index/postings/quantiles).
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
 * Chooses the positions.
 *
 * @param starts        value → start of its docs, with one more entry for the end
 * @param partCount     number of parts
 * @param maximumPlaces maximum number of positions, at least two: as many bitsets as a section has room for
 * @returns ascending positions: all starts if there are few values, otherwise the start nearest to each quantile
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
  let value = 0;
  for (let part = 1; part < parts; part += 1) {
    const goal = (end * part) / parts;
    while (starts[value + 1]! < goal) value += 1;
    const below = starts[value]!;
    const above = starts[value + 1]!;
    places.add(goal - below < above - goal ? below : above);
  }
  return Uint32Array.from(places.add(end)).sort();
}

/** @returns the bitset of the docs before each position, concatenated */
export function quantileBits(docs: Uint32Array, places: Uint32Array): Uint32Array {
  const bits = new Bitset(docs.length);
  const out = new Uint32Array(bits.words.length * places.length);
  let previous = 0;
  for (const [index, place] of places.entries()) {
    bits.addAll(docs.subarray(previous, place));
    out.set(bits.words, index * bits.words.length);
    previous = place;
  }
  return out;
}
