/**
 * Chooses the places of quantiles, and makes their bitsets.
 *
 * A place is always the start of a value's docs. Elsewhere: reading quantiles (quantiles).
 */
import { Bitset } from '../docset/index.js';

/**
 * Chooses the places.
 *
 * @param starts        value → start of its docs, with one more entry for the end
 * @param partCount     number of parts
 * @param maximumPlaces maximum number of places, at least two: as many bitsets as there is room for
 * @returns ascending places: all starts if there are few values, otherwise the start nearest to each quantile
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

/** @returns the bitset of the docs before each place, concatenated */
export function quantileBits(docs: Uint32Array, places: Uint32Array): Uint32Array {
  const out = new Uint32Array(Math.ceil(docs.length / 32) * places.length);
  writeQuantileBits(docs, places, out);
  return out;
}

/** Writes the bitset of the docs before each place, concatenated. @param out room for a bitset of all docs per place */
export function writeQuantileBits(docs: Uint32Array, places: Uint32Array, out: Uint32Array): void {
  const bits = new Bitset(docs.length);
  let previous = 0;
  for (const [index, place] of places.entries()) {
    bits.addAll(docs.subarray(previous, place));
    out.set(bits.words, index * bits.words.length);
    previous = place;
  }
}
