/**
 * Which terms may contain a pattern that is rarer than a bucket's worth of terms: not only the bucket that the
 * pattern itself ends in is asked, but those that what follows of it ends in. A term must be in all of them, so a few
 * lists leave little to be looked at, and a part that no term contains settles it.
 */
import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { PLACE_ASKED } from '../costs/index.js';
import type { Scratch } from './search-routine.js';
import type { SubstringIndex, SubstringPlace } from './substrings.js';

/** With so few left, looking at them costs less than asking a further place. */
const fewEnough = 4;
/** Buckets of a node beyond which its terms are too many to be worth decoding. */
const nodeBucketsMaximum = 8;

/** UTF-8 continuation bytes begin no character. */
const beginsCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80;

/**
 * @param pattern valid UTF-8, whose place in the tree is `bucket`
 * @param wanted  which terms count, where not all do
 * @param lookNs what looking at one term costs, in nanoseconds, where many are looked at by one compiled loop
 * @param scratch has room for lists that compiled loops read
 * @returns terms that may contain the pattern, ascending; all that do, of those that count, are among them
 * Cost: O(length) places and lists at most, of which a few suffice; each like one or two looks at a term.
 */
export function candidates(
  index: SubstringIndex,
  pattern: Uint8Array,
  bucket: number,
  wanted?: (term: TermId) => boolean,
  lookNs?: number,
  scratch?: Scratch,
): Uint32Array {
  // Of its own, so that what goes is overwritten: a list for each part that is asked would cost more than its looking.
  const kept = index.bucket(bucket, scratch);
  let count = wanted === undefined ? kept.length : keepWanted(kept, wanted);
  // Late parts first: they share the least with the beginning, by which the bucket was found.
  const starts = partStarts(pattern);
  const enough = lookNs === undefined ? fewEnough : Math.max(fewEnough, Math.floor(PLACE_ASKED / lookNs));
  for (let i = 0; i < starts.length; i += 1) {
    if (choose('substring.parts', count > enough ? 'ask' : 'look') === 'look') break;
    count = keepAt(index, index.find(pattern.subarray(starts[i]!)), kept, count, scratch);
  }
  return kept.subarray(0, count);
}

/** Keeps the terms that count, in place, as those below. @returns how many */
function keepWanted(terms: Uint32Array, wanted: (term: TermId) => boolean): number {
  let kept = 0;
  for (let i = 0; i < terms.length; i += 1) {
    const term = terms[i]!;
    if (wanted(termId(term))) terms[kept++] = term;
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

/** Keeps, in place, those of the first so many terms that the place may hold. @returns how many */
function keepAt(
  index: SubstringIndex,
  place: SubstringPlace,
  terms: Uint32Array,
  count: number,
  scratch: Scratch | undefined,
): number {
  switch (place.kind) {
    case 'absent':
      return 0;
    case 'any':
      return count;
    case 'bucket':
      return keepCommon(terms, count, index.lent(place.bucket, scratch));
    case 'node': {
      const isFew = place.end - place.start <= nodeBucketsMaximum;
      if (choose('substring.node', isFew ? 'narrow' : 'keep') === 'keep') return count;
      const found = new Uint8Array(count);
      for (let bucket = place.start; bucket < place.end; bucket += 1)
        markCommon(terms, index.lent(bucket, scratch), found);
      let kept = 0;
      for (let i = 0; i < count; i += 1) if (found[i] === 1) terms[kept++] = terms[i]!;
      return kept;
    }
  }
}

/** The same of those that `others` has, too; both ascend. */
function keepCommon(terms: Uint32Array, count: number, others: Uint32Array): number {
  let kept = 0;
  for (let i = 0, k = 0; i < count && k < others.length; ) {
    const left = terms[i]!;
    const right = others[k]!;
    terms[kept] = left;
    kept += Number(left === right);
    i += Number(left <= right);
    k += Number(right <= left);
  }
  return kept;
}

/** Marks those of the first terms that `others` has, too; both ascend. @param found one a term */
function markCommon(terms: Uint32Array, others: Uint32Array, found: Uint8Array): void {
  for (let i = 0, k = 0; i < found.length && k < others.length; ) {
    const left = terms[i]!;
    const right = others[k]!;
    found[i] = found[i]! | Number(left === right);
    i += Number(left <= right);
    k += Number(right <= left);
  }
}
