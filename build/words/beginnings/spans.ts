/**
 * Splits the words within beginnings into spans, and reads the lists of a span's stems from the scratch file.
 *
 * Elsewhere: merging the lists of a span (merge-beginnings).
 */
import { threshold } from '../../../src/content/choices/index.js';
import type { RecordSpool } from '../../work/index.js';
import type { BeginningsInput } from './merge-beginnings.js';
import type { Prefixes } from './prefixes.js';

/** Lists are read in one go if at most so many bytes are between them. */
const gapBytes = 2 ** 15;
/** Maximum bytes of one read, unless a single list is longer. */
const readBytes = 2 ** 22;

export interface BeginningsSource {
  readonly docCount: number;
  readonly prefixes: Prefixes;
  /** Word → stem. */
  readonly wordStems: Uint32Array;
  /** The lists of the stems; the lists of beginnings are appended to them. */
  readonly postings: RecordSpool;
  /** Stem → number of docs. */
  readonly counts: Uint32Array;
}

/** The words `[from, to)`, and the beginnings of some of them. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly prefixes: readonly number[];
}

/** @returns the start of each record, and the end of the last */
export function computeStarts(lengths: Uint32Array): Float64Array {
  const starts = new Float64Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) starts[index + 1] = starts[index]! + length;
  return starts;
}

/** @param spanBytes a span ends when its lists reach this length. @returns all words within beginnings, in spans */
export function* splitSpans(
  { prefixes, wordStems }: BeginningsSource,
  offsets: Float64Array,
  spanBytes: number,
): Generator<Span> {
  const { starts, ends } = prefixes;
  /** Stem → the last span with it. */
  const lastSpan = new Uint32Array(offsets.length);
  let openPrefixes: number[] = [];
  let next = 0;
  let word = 0;
  /** Moves to the next word within a beginning, and updates the open beginnings. @returns false after the last one */
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

/** Reads the lists of a span. @param offsets stem → start of its list, and the end of the last */
export async function readSpan(
  { from, to, prefixes: spanPrefixes }: Span,
  { docCount, prefixes, wordStems, postings, counts }: BeginningsSource,
  offsets: Float64Array,
): Promise<BeginningsInput> {
  const within = (word: number): number => Math.max(from, Math.min(to, word));
  /** Stem → the place of its list, plus 1. */
  const placeOf = new Uint32Array(counts.length);
  let word = from;
  for (const prefix of spanPrefixes) {
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
  const starts = computeStarts(stems.map((stem) => offsets[stem + 1]! - offsets[stem]!));
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
      starts: Uint32Array.from(spanPrefixes, (prefix) => within(prefixes.starts[prefix]!) - from),
      ends: Uint32Array.from(spanPrefixes, (prefix) => within(prefixes.ends[prefix]!) - from),
    },
    places,
    lists,
    starts,
    counts: stems.map((stem) => counts[stem]!),
  };
}
