/**
 * Which terms may contain a pattern that is rarer than a bucket's worth of terms: not only the bucket that the
 * pattern itself ends in is asked, but those that what follows of it ends in. A term must be in all of them, so a few
 * lists leave little to be looked at, and a part that no term contains settles it.
 */
import { choose } from '../../content/choices/index.js';
import { type TermId, termId } from '../../content/model/index.js';
import { BUCKET, LISTED_TERM, PLACE_ASKED, TERM_SEARCHED } from '../costs/index.js';
import type { Scratch } from './search-routine.js';
import { BUCKET_TERMS, type SubstringIndex, type SubstringPlace } from './substrings.js';

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
 * Cost: 32 places and lists at most, of which a few suffice; each like one or two looks at a term.
 */
export function candidates(index: SubstringIndex, pattern: Uint8Array, bucket: number, looking: Looking): Uint32Array {
  const { wanted, lookNs, scratch } = looking;
  const places = new Places(index, pattern, scratch);
  const isLong = index.byteLength(bucket, bucket + 1) > longList;
  const isOwn = choose('substring.first', isLong ? 'shortest' : 'own') === 'own';
  const shortest = isOwn ? bucket : places.shortest(bucket);
  if (shortest === undefined) return new Uint32Array(0);
  places.pay(shortest, shortest + 1);
  // Of its own, so that what goes is overwritten: a list for each part that is asked would cost more than its looking.
  const kept = index.bucket(shortest, scratch);
  let count = wanted === undefined ? kept.length : keepWanted(kept, wanted);
  const enough = lookNs === undefined ? fewEnough : Math.max(fewEnough, Math.floor(PLACE_ASKED / lookNs));
  for (let part = 0; part < places.count; part += 1) {
    if (choose('substring.parts', count > enough ? 'ask' : 'look') === 'look') break;
    const place = places.at(part);
    if (place.kind === 'absent') return new Uint32Array(0);
    if (place.kind === 'any') continue;
    const [start, end] = place.kind === 'node' ? [place.start, place.end] : [place.bucket, place.bucket + 1];
    const isWorth = end - start <= nodeBucketsMaximum && places.areWorth(start, end, count * (lookNs ?? TERM_SEARCHED));
    if (choose('substring.part', isWorth ? 'narrow' : 'keep') === 'keep') continue;
    places.pay(start, end);
    count = keepIn(index, start, end, kept, count, scratch);
  }
  return kept.subarray(0, count);
}

/** Where the parts of one pattern end in the tree. Each is found once, and each list read once. */
class Places {
  readonly #index: SubstringIndex;
  readonly #pattern: Uint8Array;
  readonly #scratch: Scratch;
  readonly #starts: readonly number[];
  readonly #found: SubstringPlace[] = [];
  /** Of long patterns that repeat themselves many parts end in the same bucket. */
  readonly #read = new Set<number>();

  constructor(index: SubstringIndex, pattern: Uint8Array, scratch: Scratch) {
    this.#index = index;
    this.#pattern = pattern;
    this.#scratch = scratch;
    this.#starts = partStarts(pattern);
  }

  /** Of parts that may be asked for. */
  get count(): number {
    return this.#starts.length;
  }

  /** Parts are found in their order. */
  at(part: number): SubstringPlace {
    let place = this.#found[part];
    if (place === undefined) {
      this.#scratch.budget.spend(PLACE_ASKED);
      place = this.#index.find(this.#pattern.subarray(this.#starts[part]!));
      this.#found[part] = place;
    }
    return place;
  }

  /** @returns the bucket with the shortest list that the pattern or a part of it ends in; undefined where one is nowhere */
  shortest(bucket: number): number | undefined {
    let shortest = bucket;
    let length = this.#index.byteLength(bucket, bucket + 1);
    for (let part = 0; part < this.count; part += 1) {
      const place = this.at(part);
      if (place.kind === 'absent') return undefined;
      if (place.kind !== 'bucket') continue;
      const other = this.#index.byteLength(place.bucket, place.bucket + 1);
      if (other < length) [shortest, length] = [place.bucket, other];
    }
    return shortest;
  }

  /** What reading the lists of the buckets `[start, end)` costs: a long one may have eight terms a byte. */
  #readingNs(start: number, end: number): number {
    const byteLength = this.#index.byteLength(start, end);
    return byteLength * (byteLength > longList * (end - start) ? termsOfByte * LISTED_TERM : BUCKET);
  }

  /** Charges reading the lists of the buckets `[start, end)`. */
  pay(start: number, end: number): void {
    this.#scratch.budget.spend(this.#readingNs(start, end));
    for (let bucket = start; bucket < end; bucket += 1) this.#read.add(bucket);
  }

  /** Whether the lists say something new, and reading them costs less than looking at the terms that are left. */
  areWorth(start: number, end: number, lookingNs: number): boolean {
    if (this.#readingNs(start, end) > lookingNs) return false;
    for (let bucket = start; bucket < end; bucket += 1) if (!this.#read.has(bucket)) return true;
    return false;
  }
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
