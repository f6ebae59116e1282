/**
 * Candidate terms for a pattern that fewer terms contain than fit into one bucket (substrings).
 *
 * The pattern's suffixes end in buckets of their own, and a term that contains the pattern is in all of them. So the lists of
 * a few buckets are intersected, which leaves few terms to test; a suffix that no term contains proves that there is none.
 */
import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { FIND_PATTERN_PART, READ_BUCKET_BYTE, READ_LISTED_TERM, SEARCH_TERM } from '../costs/index.js';
import type { Scratch } from './scratch.js';
import { BUCKET_TERMS, type SubstringIndex } from './substrings.js';

/** With so few candidates left, testing them costs less than looking up another part of the pattern. */
const fewCandidates = 4;
/** The terms of a node with more buckets are too many to be worth decoding. */
const nodeBucketsMaximum = 8;
/** At most so many parts of a pattern are looked up, however long it is: few terms contain all of so many by chance. */
const partsMaximum = 32;
/** A list of more bytes belongs to one of the few deepest buckets: another part may have a shorter list. */
const longListBytes = 4 * BUCKET_TERMS;
const termsPerByte = 8;

/** Every UTF-8 byte except a continuation byte starts a character. */
const startsCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80;

/** The cost of testing one candidate, against which looking up another part is compared, and the budget for reading lists. */
export interface CandidateOptions {
  /** Whether a term may be a candidate; if absent, all terms may. */
  readonly accepts?: ((term: TermId) => boolean) | undefined;
  /** Nanoseconds to test one term, if one compiled loop tests many. */
  readonly testNs?: number | undefined;
  /** Memory for lists that compiled loops read, and the request's budget. */
  readonly scratch: Scratch;
}

/**
 * @param pattern valid UTF-8 that ends in `bucket`
 * @returns ascending terms that may contain the pattern: every accepted term that contains it is among them
 * @throws TooCostlyError if the lists cost more than the request may spend: each list is charged before it is read
 * Cost: at most 64 look-ups in the tree and 33 lists; a few suffice. Each costs as much as testing one or two terms.
 */
export function candidateTerms(
  index: SubstringIndex,
  pattern: Uint8Array,
  bucket: number,
  options: CandidateOptions,
): Uint32Array {
  const { accepts, testNs, scratch } = options;
  const starts = partStarts(pattern);
  const isLong = index.byteLength(bucket, bucket + 1) > longListBytes;
  const startsWithOwn = choose('substring.first', isLong ? 'shortest' : 'own') === 'own';
  const first = startsWithOwn ? bucket : shortestBucket(index, pattern, starts, bucket, scratch);
  if (first === undefined) return new Uint32Array(0);
  scratch.budget.spend(readingNs(index, first, first + 1));
  // A copy, so that dropped terms can be overwritten: a new list for each part would cost more than testing the terms.
  const terms = index.bucket(first, scratch);
  let count = accepts === undefined ? terms.length : moveAccepted(terms, accepts);
  const termNs = testNs ?? SEARCH_TERM;
  const enoughCandidates =
    testNs === undefined ? fewCandidates : Math.max(fewCandidates, Math.floor(FIND_PATTERN_PART / testNs));
  // Many parts of a repetitive pattern end in the same bucket.
  const readBuckets = [first];
  for (let part = 0; part < starts.length; part += 1) {
    if (choose('substring.parts', count > enoughCandidates ? 'ask' : 'look') === 'look') break;
    scratch.budget.spend(FIND_PATTERN_PART);
    const place = index.find(pattern.subarray(starts[part]!));
    if (place.kind === 'absent') return new Uint32Array(0);
    if (place.kind === 'any') continue;
    const start = place.kind === 'node' ? place.start : place.bucket;
    const end = place.kind === 'node' ? place.end : start + 1;
    const costNs = readingNs(index, start, end);
    const isWorthReading =
      end - start <= nodeBucketsMaximum && costNs <= count * termNs && !readBuckets.includes(start);
    if (choose('substring.part', isWorthReading ? 'narrow' : 'keep') === 'keep') continue;
    scratch.budget.spend(costNs);
    readBuckets.push(start);
    count = moveInBuckets(index, start, end, terms, count, scratch);
  }
  return terms.subarray(0, count);
}

/** @returns the nanoseconds to read the lists of the buckets `[start, end)`; a long list may hold eight terms per byte */
function readingNs(index: SubstringIndex, start: number, end: number): number {
  const byteLength = index.byteLength(start, end);
  return byteLength * (byteLength > longListBytes * (end - start) ? termsPerByte * READ_LISTED_TERM : READ_BUCKET_BYTE);
}

/** @returns the bucket with the shortest list among those of the pattern and its parts; undefined if no term contains a part */
function shortestBucket(
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

/** Moves the accepted terms to the front, in order. @returns how many there are */
function moveAccepted(terms: Uint32Array, accepts: (term: TermId) => boolean): number {
  let moved = 0;
  for (let i = 0; i < terms.length; i += 1) {
    const term = terms[i]!;
    if (accepts(termId(term))) terms[moved++] = term;
  }
  return moved;
}

/** @returns starts of characters after the first: the middle one, then those at the quarters and so on, at most `partsMaximum` */
function partStarts(pattern: Uint8Array): number[] {
  const characterStarts: number[] = [];
  for (let at = 1; at < pattern.byteLength; at += 1) if (startsCharacter(pattern[at]!)) characterStarts.push(at);
  const starts: number[] = [];
  for (let step = 2 ** Math.ceil(Math.log2(characterStarts.length + 1)); step > 1; step /= 2) {
    for (let place = step / 2; place <= characterStarts.length; place += step) {
      if (starts.length === partsMaximum) return starts;
      starts.push(characterStarts[place - 1]!);
    }
  }
  return starts;
}

/** Of the first `count` terms, moves those in any of the buckets `[start, end)` to the front. @returns how many there are */
function moveInBuckets(
  index: SubstringIndex,
  start: number,
  end: number,
  terms: Uint32Array,
  count: number,
  scratch: Scratch,
): number {
  if (end - start === 1) return moveListed(terms, count, index.borrowBucket(start, scratch));
  const isListed = new Uint8Array(count);
  for (let bucket = start; bucket < end; bucket += 1) markListed(terms, index.borrowBucket(bucket, scratch), isListed);
  let moved = 0;
  for (let i = 0; i < count; i += 1) if (isListed[i] === 1) terms[moved++] = terms[i]!;
  return moved;
}

/** Of the first `count` terms, moves the terms that are also in `listed` to the front. Both ascend. @returns the number of these terms */
function moveListed(terms: Uint32Array, count: number, listed: Uint32Array): number {
  let moved = 0;
  for (let i = 0, k = 0; i < count && k < listed.length; ) {
    const left = terms[i]!;
    const right = listed[k]!;
    terms[moved] = left;
    moved += Number(left === right);
    i += Number(left <= right);
    k += Number(right <= left);
  }
  return moved;
}

/** Sets `isListed[i]` to 1 if `terms[i]` is in `listed` too. Both ascend. @param isListed one entry per term */
function markListed(terms: Uint32Array, listed: Uint32Array, isListed: Uint8Array): void {
  for (let i = 0, k = 0; i < isListed.length && k < listed.length; ) {
    const left = terms[i]!;
    const right = listed[k]!;
    isListed[i] = isListed[i]! | Number(left === right);
    i += Number(left <= right);
    k += Number(right <= left);
  }
}
