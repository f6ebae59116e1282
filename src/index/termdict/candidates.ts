/**
 * Which terms may contain a pattern that is rarer than a bucket's worth of terms: not only the bucket that the
 * pattern itself ends in is asked, but those that what follows of it ends in. A term must be in all of them, so a few
 * lists leave little to be looked at, and a part that no term contains settles it.
 */
import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { FIND_PATTERN_PART, READ_BUCKET_BYTE, READ_LISTED_TERM, SEARCH_TERM } from '../costs/index.js';
import type { Scratch } from './search-routine.js';
import { BUCKET_TERMS, type SubstringIndex } from './substrings.js';

/** With so few left, looking at them costs less than asking a further place. */
const fewEnough = 4;
/** Buckets of a node beyond which its terms are too many to be worth decoding. */
const nodeBucketsMaximum = 8;
/** However long a pattern is: more parts than these are not asked for. A term that is in none of so many places is rare. */
const partsMaximum = 32;
/** Bytes beyond which a list is one of the few that are deepest: another part may have a shorter one. */
const longList = 4 * BUCKET_TERMS;
const termsOfByte = 8;

/** UTF-8 continuation bytes begin no character. */
const beginsCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80;

/** How looking at the terms that are left is weighed against asking for another part, and what reading lists is charged to. */
export interface Looking {
  /** Which terms count, where not all do. */
  readonly wanted?: ((term: TermId) => boolean) | undefined;
  /** What looking at one term costs, in nanoseconds, where many are looked at by one compiled loop. */
  readonly lookNs?: number | undefined;
  /** Has room for lists that compiled loops read. */
  readonly scratch: Scratch;
}

/**
 * @param pattern valid UTF-8, whose place in the tree is `bucket`
 * @returns terms that may contain the pattern, ascending; all that do, of those that count, are among them
 * @throws TooCostlyError where the lists cost more than the request may: each is charged before it is read
 * Cost: 64 places and 33 lists at most, of which a few suffice; each like one or two looks at a term.
 */
export function candidates(index: SubstringIndex, pattern: Uint8Array, bucket: number, looking: Looking): Uint32Array {
  const { wanted, lookNs, scratch } = looking;
  const parts = partStarts(pattern);
  const isLong = index.byteLength(bucket, bucket + 1) > longList;
  const isOwn = choose('substring.first', isLong ? 'shortest' : 'own') === 'own';
  const first = isOwn ? bucket : shortestList(index, pattern, parts, bucket, scratch);
  if (first === undefined) return new Uint32Array(0);
  scratch.budget.spend(readingNs(index, first, first + 1));
  // Of its own, so that what goes is overwritten: a list for each part that is asked would cost more than its looking.
  const kept = index.bucket(first, scratch);
  let count = wanted === undefined ? kept.length : keepWanted(kept, wanted);
  const termNs = lookNs ?? SEARCH_TERM;
  const enough = lookNs === undefined ? fewEnough : Math.max(fewEnough, Math.floor(FIND_PATTERN_PART / lookNs));
  // Many parts of a pattern that repeats itself end in the same bucket.
  const read = [first];
  for (let part = 0; part < parts.length; part += 1) {
    if (choose('substring.parts', count > enough ? 'ask' : 'look') === 'look') break;
    scratch.budget.spend(FIND_PATTERN_PART);
    const place = index.find(pattern.subarray(parts[part]!));
    if (place.kind === 'absent') return new Uint32Array(0);
    if (place.kind === 'any') continue;
    const start = place.kind === 'node' ? place.start : place.bucket;
    const end = place.kind === 'node' ? place.end : start + 1;
    const costNs = readingNs(index, start, end);
    const isWorth = end - start <= nodeBucketsMaximum && costNs <= count * termNs && !read.includes(start);
    if (choose('substring.part', isWorth ? 'narrow' : 'keep') === 'keep') continue;
    scratch.budget.spend(costNs);
    read.push(start);
    count = keepIn(index, start, end, kept, count, scratch);
  }
  return kept.subarray(0, count);
}

/** What reading the lists of the buckets `[start, end)` costs, in nanoseconds: a long list may have eight terms a byte. */
function readingNs(index: SubstringIndex, start: number, end: number): number {
  const byteLength = index.byteLength(start, end);
  return byteLength * (byteLength > longList * (end - start) ? termsOfByte * READ_LISTED_TERM : READ_BUCKET_BYTE);
}

/** @returns the bucket with the shortest list that the pattern or a part of it ends in; undefined if a part is nowhere */
function shortestList(
  index: SubstringIndex,
  pattern: Uint8Array,
  parts: readonly number[],
  bucket: number,
  { budget }: Scratch,
): number | undefined {
  let shortest = bucket;
  let shortestBytes = index.byteLength(bucket, bucket + 1);
  budget.spend(parts.length * FIND_PATTERN_PART);
  for (const start of parts) {
    const place = index.find(pattern.subarray(start));
    if (place.kind === 'absent') return undefined;
    if (place.kind !== 'bucket') continue;
    const byteLength = index.byteLength(place.bucket, place.bucket + 1);
    if (byteLength < shortestBytes) [shortest, shortestBytes] = [place.bucket, byteLength];
  }
  return shortest;
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

/** @returns where characters begin, behind the first: the middle, then the quarters and so on, as many as are asked for */
function partStarts(pattern: Uint8Array): number[] {
  const all: number[] = [];
  for (let at = 1; at < pattern.byteLength; at += 1) if (beginsCharacter(pattern[at]!)) all.push(at);
  const order: number[] = [];
  for (let step = 2 ** Math.ceil(Math.log2(all.length + 1)); step > 1; step /= 2) {
    for (let place = step / 2; place <= all.length; place += step) {
      if (order.length === partsMaximum) return order;
      order.push(all[place - 1]!);
    }
  }
  return order;
}

/** Keeps, in place, those of the first so many terms that any of the buckets `[start, end)` holds. @returns how many */
function keepIn(
  index: SubstringIndex,
  start: number,
  end: number,
  terms: Uint32Array,
  count: number,
  scratch: Scratch,
): number {
  if (end - start === 1) return keepCommon(terms, count, index.lent(start, scratch));
  const found = new Uint8Array(count);
  for (let bucket = start; bucket < end; bucket += 1) markCommon(terms, index.lent(bucket, scratch), found);
  let kept = 0;
  for (let i = 0; i < count; i += 1) if (found[i] === 1) terms[kept++] = terms[i]!;
  return kept;
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
