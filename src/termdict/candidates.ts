/**
 * Which terms may contain a pattern that is rarer than a bucket's worth of terms: not only the bucket that the
 * pattern itself ends in is asked, but those that what follows of it ends in. A term must be in all of them, so a few
 * lists leave little to be looked at, and a part that no term contains settles it.
 */
import type { SubstringIndex, SubstringPlace } from './substrings.js';

/** With so few left, looking at them costs less than asking a further place. */
const fewEnough = 4;
/** What asking a further place costs, in nanoseconds: finding it, reading its list, and comparing that. */
const askingNs = 1500;
/** Buckets of a node beyond which its terms are too many to be worth decoding. */
const nodeBucketsMaximum = 8;

/** UTF-8 continuation bytes begin no character. */
const beginsCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80;

/**
 * @param pattern valid UTF-8, whose place in the tree is `bucket`
 * @param wanted  which terms count, where not all do
 * @param lookNs what looking at one term costs, in nanoseconds, where many are looked at by one compiled loop
 * @returns terms that may contain the pattern, ascending; all that do, of those that count, are among them
 * Cost: O(length) places and lists at most, of which a few suffice; each like one or two looks at a term.
 */
export function candidates(
  index: SubstringIndex,
  pattern: Uint8Array,
  bucket: number,
  wanted?: (term: number) => boolean,
  lookNs?: number,
): Uint32Array {
  const all = index.bucket(bucket);
  let kept = wanted === undefined ? all : all.filter(wanted);
  // Late parts first: they share the least with the beginning, by which the bucket was found.
  const starts = partStarts(pattern);
  const enough = lookNs === undefined ? fewEnough : Math.max(fewEnough, Math.floor(askingNs / lookNs));
  for (let i = 0; i < starts.length && kept.length > enough; i += 1) {
    const place = index.find(pattern.subarray(starts[i]!));
    if (place.kind === 'absent') return kept.subarray(0, 0);
    kept = keepAt(index, place, kept);
  }
  return kept;
}

/** @returns where characters begin, behind the first: the middle, then the quarters and so on */
function partStarts(pattern: Uint8Array): number[] {
  const all: number[] = [];
  for (let at = 1; at < pattern.byteLength; at += 1) if (beginsCharacter(pattern[at]!)) all.push(at);
  const order: number[] = [];
  for (let step = 2 ** Math.ceil(Math.log2(all.length + 1)); step > 1; step /= 2) {
    for (let place = step / 2; place <= all.length; place += step) order.push(all[place - 1]!);
  }
  return order;
}

/** @returns those of the terms that the place may hold */
function keepAt(index: SubstringIndex, place: SubstringPlace, terms: Uint32Array): Uint32Array {
  switch (place.kind) {
    case 'absent':
    case 'any':
      return terms;
    case 'bucket':
      return common(terms, index.bucket(place.bucket));
    case 'node': {
      if (place.end - place.start > nodeBucketsMaximum) return terms;
      const found = new Uint8Array(terms.length);
      for (let bucket = place.start; bucket < place.end; bucket += 1) markCommon(terms, index.bucket(bucket), found);
      return terms.filter((_, i) => found[i] === 1);
    }
  }
}

/** @returns the terms of both; both ascend */
function common(a: Uint32Array, b: Uint32Array): Uint32Array {
  const out = new Uint32Array(Math.min(a.length, b.length));
  let count = 0;
  for (let i = 0, k = 0; i < a.length && k < b.length; ) {
    const left = a[i]!;
    const right = b[k]!;
    out[count] = left;
    count += Number(left === right);
    i += Number(left <= right);
    k += Number(right <= left);
  }
  return out.subarray(0, count);
}

/** Marks those of `a` that `b` has; both ascend. */
function markCommon(a: Uint32Array, b: Uint32Array, found: Uint8Array): void {
  for (let i = 0, k = 0; i < a.length && k < b.length; ) {
    const left = a[i]!;
    const right = b[k]!;
    found[i] = found[i]! | Number(left === right);
    i += Number(left <= right);
    k += Number(right <= left);
  }
}
