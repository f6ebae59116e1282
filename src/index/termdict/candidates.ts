/**
 * Finds candidate terms for a pattern that ends in one bucket of the substring tree (substrings), so that few terms contain it.
 *
 * The pattern's suffixes end in buckets of their own, and a term that contains the pattern is in all of them. So the lists of
 * a few buckets are intersected, which leaves few terms to test; a suffix that no term contains proves that no term contains the pattern.
 */
import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { FIND_PATTERN_PART, READ_BUCKET_BYTE, READ_LISTED_TERM, SEARCH_TERM } from '../costs/index.js';
import type { Scratch } from './scratch.js';
import { BUCKET_TERMS, type SubstringIndex } from './substrings.js';

/** With this many candidates or fewer, testing them costs less than looking up another part of the pattern. */
const fewCandidates = 4;
/** The terms of a node with more buckets are too many to be worth decoding. */
const nodeBucketsMaximum = 8;
/** Maximum number of parts of a pattern that are looked up, however long it is: few terms contain 32 parts by chance. */
const partsMaximum = 32;
/** A list of more bytes belongs to one of the few deepest buckets: another part may have a shorter list. */
const longListBytes = 4 * BUCKET_TERMS;
const termsPerByte = 8;

/** Every UTF-8 byte except a continuation byte starts a character. */
const startsCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80;

/** The tests of candidates, and the memory and budget for reading lists. */
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
export function findCandidateTerms(
  index: SubstringIndex,
  pattern: Uint8Array,
  bucket: number,
  options: CandidateOptions,
): Uint32Array {
  const { accepts, testNs, scratch } = options;
  const starts = findPartStarts(pattern);
  const isLong = index.byteLength(bucket, bucket + 1) > longListBytes;
  const startsWithOwn = choose('substring.first', isLong ? 'shortest' : 'own') === 'own';
  const firstBucket = startsWithOwn ? bucket : findShortestBucket(index, pattern, starts, bucket, scratch);
  if (firstBucket === undefined) return new Uint32Array(0);
  scratch.budget.spend(estimateReadingNs(index, firstBucket, firstBucket + 1));
  // A copy, so that dropped terms can be overwritten: a new list for each part would cost more than testing the terms.
  const terms = index.bucket(firstBucket, scratch);
  let count = accepts === undefined ? terms.length : moveAccepted(terms, accepts);
  const termNs = testNs ?? SEARCH_TERM;
  const enoughCandidates = countEnough(testNs);
  // Many parts of a repetitive pattern end in the same bucket.
  const readBuckets = [firstBucket];
  for (const partStart of starts) {
    if (choose('substring.parts', count > enoughCandidates ? 'ask' : 'look') === 'look') break;
    scratch.budget.spend(FIND_PATTERN_PART);
    const place = index.find(pattern.subarray(partStart));
    if (place.kind === 'absent') return new Uint32Array(0);
    if (place.kind === 'any') continue;
    const start = place.kind === 'node' ? place.start : place.bucket;
    const end = place.kind === 'node' ? place.end : start + 1;
    const costNs = estimateReadingNs(index, start, end);
    const isWorthReading =
      end - start <= nodeBucketsMaximum && costNs <= count * termNs && !readBuckets.includes(start);
    if (choose('substring.part', isWorthReading ? 'narrow' : 'keep') === 'keep') continue;
    scratch.budget.spend(costNs);
    readBuckets.push(start);
    count = moveInBuckets(index, start, end, terms, count, scratch);
  }
  return terms.subarray(0, count);
}

/** @returns the number of candidates that are tested faster than another part of the pattern is looked up */
const countEnough = (testNs: number | undefined): number =>
  testNs === undefined ? fewCandidates : Math.max(fewCandidates, Math.floor(FIND_PATTERN_PART / testNs));

/** @returns the nanoseconds to read the lists of the buckets `[start, end)`; a long list may hold eight terms per byte */
function estimateReadingNs(index: SubstringIndex, start: number, end: number): number {
  const byteLength = index.byteLength(start, end);
  const areLong = byteLength > longListBytes * (end - start);
  return byteLength * (areLong ? termsPerByte * READ_LISTED_TERM : READ_BUCKET_BYTE);
}

/** @returns the bucket with the shortest list among the buckets of the pattern and its parts; undefined if no term contains a part */
function findShortestBucket(
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
    if (byteLength >= shortestBytes) continue;
    shortest = place.bucket;
    shortestBytes = byteLength;
  }
  return shortest;
}

/** Moves the accepted terms to the front, in order. @returns the number of accepted terms */
function moveAccepted(terms: Uint32Array, accepts: (term: TermId) => boolean): number {
  let moved = 0;
  for (let i = 0; i < terms.length; i += 1) {
    const term = terms[i]!;
    if (accepts(termId(term))) terms[moved++] = term;
  }
  return moved;
}

/** @returns starts of characters after the first: the middle one, then the starts at the quarters and so on, at most `partsMaximum` */
function findPartStarts(pattern: Uint8Array): number[] {
  const characterStarts: number[] = [];
  for (let position = 1; position < pattern.byteLength; position += 1)
    if (startsCharacter(pattern[position]!)) characterStarts.push(position);
  const starts: number[] = [];
  // Each round adds the middles between the starts of the rounds before.
  const firstStep = 2 ** Math.ceil(Math.log2(characterStarts.length + 1));
  for (let step = firstStep; step > 1; step /= 2) {
    for (let ordinal = step / 2; ordinal <= characterStarts.length; ordinal += step) {
      if (starts.length === partsMaximum) return starts;
      starts.push(characterStarts[ordinal - 1]!);
    }
  }
  return starts;
}

/** Moves the first `count` terms that are in any of the buckets `[start, end)` to the front. @returns the number of moved terms */
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

/** Moves the first `count` terms that are also in `listed` to the front. Both ascend. @returns the number of moved terms */
function moveListed(terms: Uint32Array, count: number, listed: Uint32Array): number {
  let moved = 0;
  for (let i = 0, listedIndex = 0; i < count && listedIndex < listed.length; ) {
    const left = terms[i]!;
    const right = listed[listedIndex]!;
    terms[moved] = left;
    moved += Number(left === right);
    i += Number(left <= right);
    listedIndex += Number(right <= left);
  }
  return moved;
}

/** Sets `isListed[i]` to 1 if `terms[i]` is in `listed` too. Both ascend. @param isListed one entry per term */
function markListed(terms: Uint32Array, listed: Uint32Array, isListed: Uint8Array): void {
  for (let i = 0, listedIndex = 0; i < isListed.length && listedIndex < listed.length; ) {
    const left = terms[i]!;
    const right = listed[listedIndex]!;
    isListed[i] = isListed[i]! | Number(left === right);
    i += Number(left <= right);
    listedIndex += Number(right <= left);
  }
}
