/**
 * Splits the words within beginnings into spans, and reads the lists of a span's stems back from the file.
 */
import { threshold } from '../../../src/content/choices/index.js';
import type { RecordSpool } from '../../work/index.js';
import type { BeginningsInput } from './beginnings.js';
import type { Prefixes } from './prefixes.js';

// The words within beginnings, span by span, and the lists of a span's stems, read back from where they were written.
/** Lists with no more than so much between them are read at once, */
const gapBytes = 2 ** 15;
/** and no more than so much of them, but where one is longer. */
const readBytes = 2 ** 22;

export interface BeginningsSource {
  readonly docCount: number;
  readonly prefixes: Prefixes;
  /** Word → stem. */
  readonly wordStems: Uint32Array;
  /** The stems' lists, and how many docs each has; those of beginnings come behind them. */
  readonly postings: RecordSpool;
  readonly counts: Uint32Array;
}

/** Neighbouring words, from `from` up to, not including, `to`, and the beginnings that some of them have. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly prefixes: readonly number[];
}

/** @returns where each record begins, and the end */
export function startsOf(lengths: Uint32Array): Float64Array {
  const starts = new Float64Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) starts[index + 1] = starts[index]! + length;
  return starts;
}

/** @returns all words within beginnings, cut where their lists come to so many bytes */
export function* spansOf(
  { prefixes, wordStems }: BeginningsSource,
  offsets: Float64Array,
  spanBytes: number,
): Generator<Span> {
  const { starts, ends } = prefixes;
  /** Stem → the span it was last met in. */
  const lastSpan = new Uint32Array(offsets.length);
  let openPrefixes: number[] = [];
  let next = 0;
  let word = 0;
  /** Takes in the beginnings that the word is the first of, and leaves those it is behind. */
  const advance = (spanPrefixes: number[]): boolean => {
    openPrefixes = openPrefixes.filter((prefix) => ends[prefix]! > word);
    if (openPrefixes.length === 0) word = starts[next] ?? word;
    for (; starts[next] === word; next += 1) {
      openPrefixes.push(next);
      spanPrefixes.push(next);
    }
    return openPrefixes.length > 0;
  };
  for (let span = 1; ; span += 1) {
    const spanPrefixes = openPrefixes.filter((prefix) => ends[prefix]! > word);
    if (!advance(spanPrefixes)) return;
    const from = word;
    let gathered = 0;
    do {
      const stem = wordStems[word]!;
      if (lastSpan[stem] !== span) gathered += offsets[stem + 1]! - offsets[stem]!;
      lastSpan[stem] = span;
      word += 1;
    } while (gathered < spanBytes && advance(spanPrefixes));
    yield { from, to: word, prefixes: spanPrefixes };
  }
}

/** @param offsets where each stem's list begins, and the end */
export async function readSpan(
  { from, to, prefixes: own }: Span,
  { docCount, prefixes, wordStems, postings, counts }: BeginningsSource,
  offsets: Float64Array,
): Promise<BeginningsInput> {
  const within = (word: number): number => Math.max(from, Math.min(to, word));
  /** Stem → the place of its list, plus 1. */
  const placeOf = new Uint32Array(counts.length);
  let word = from;
  for (const prefix of own) {
    const end = within(prefixes.ends[prefix]!);
    for (word = Math.max(word, prefixes.starts[prefix]!); word < end; word += 1) placeOf[wordStems[word]!] = 1;
  }
  const stems = new Uint32Array(placeOf.reduce((sum, isCovered) => sum + isCovered, 0));
  let stemCount = 0;
  for (let stem = 0; stem < placeOf.length; stem += 1) {
    if (placeOf[stem] === 0) continue;
    stems[stemCount] = stem;
    stemCount += 1;
    placeOf[stem] = stemCount;
  }
  const places = wordStems.slice(from, to).map((stem) => Math.max(1, placeOf[stem]!) - 1);
  const starts = startsOf(stems.map((stem) => offsets[stem + 1]! - offsets[stem]!));
  const lists = new Uint8Array(starts[stems.length]!);
  for (let first = 0; first < stems.length; ) {
    const begin = offsets[stems[first]!]!;
    let groupEnd = first;
    let end = begin;
    do {
      end = offsets[stems[groupEnd]! + 1]!;
      groupEnd += 1;
    } while (
      groupEnd < stems.length &&
      end - begin < threshold('words.read', readBytes) &&
      offsets[stems[groupEnd]!]! - end <= gapBytes
    );
    const bytes = await postings.sliceBytes(begin, end);
    for (; first < groupEnd; first += 1) {
      const [listStart, listEnd] = [offsets[stems[first]!]! - begin, offsets[stems[first]! + 1]! - begin];
      lists.set(bytes.subarray(listStart, listEnd), starts[first]!);
    }
  }
  return {
    docCount,
    prefixes: {
      starts: Uint32Array.from(own, (prefix) => within(prefixes.starts[prefix]!) - from),
      ends: Uint32Array.from(own, (prefix) => within(prefixes.ends[prefix]!) - from),
    },
    places,
    lists,
    starts,
    counts: stems.map((stem) => counts[stem]!),
  };
}
