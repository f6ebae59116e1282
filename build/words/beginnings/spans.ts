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
  /** Limits a word to the span, and counts it from the first word of the span. */
  const toSpanWord = (word: number): number => Math.max(from, Math.min(to, word)) - from;
  const spanStarts = Uint32Array.from(spanPrefixes, (prefix) => toSpanWord(prefixes.starts[prefix]!));
  const spanEnds = Uint32Array.from(spanPrefixes, (prefix) => toSpanWord(prefixes.ends[prefix]!));
  const spanStems = wordStems.slice(from, to);
  /** Stem → 1 if a word within a beginning has it; then the number of its list, plus 1. */
  const listNumbers = new Uint32Array(counts.length);
  let word = 0;
  for (const [index, end] of spanEnds.entries()) {
    for (word = Math.max(word, spanStarts[index]!); word < end; word += 1) listNumbers[spanStems[word]!] = 1;
  }
  let stemCount = 0;
  for (const isNeeded of listNumbers) stemCount += isNeeded;
  const stems = new Uint32Array(stemCount);
  let listNumber = 0;
  for (let stem = 0; stem < listNumbers.length; stem += 1) {
    if (listNumbers[stem] === 0) continue;
    stems[listNumber] = stem;
    listNumber += 1;
    listNumbers[stem] = listNumber;
  }
  return {
    docCount,
    prefixes: { starts: spanStarts, ends: spanEnds },
    // A word outside all beginnings has no list; its number is not used.
    places: spanStems.map((stem) => Math.max(1, listNumbers[stem]!) - 1),
    ...(await readLists(stems, postings, offsets)),
    counts: stems.map((stem) => counts[stem]!),
  };
}

/** Reads the lists of these stems, which ascend; lists that are close together in the file are read at once. */
async function readLists(
  stems: Uint32Array,
  postings: RecordSpool,
  offsets: Float64Array,
): Promise<Pick<BeginningsInput, 'lists' | 'starts'>> {
  const starts = computeStarts(stems.map((stem) => offsets[stem + 1]! - offsets[stem]!));
  const lists = new Uint8Array(starts[stems.length]!);
  let next = 0;
  while (next < stems.length) {
    const readStart = offsets[stems[next]!]!;
    let readEnd = readStart;
    let groupEnd = next;
    do {
      readEnd = offsets[stems[groupEnd]! + 1]!;
      groupEnd += 1;
    } while (
      groupEnd < stems.length &&
      readEnd - readStart < threshold('words.read', readBytes) &&
      offsets[stems[groupEnd]!]! - readEnd <= gapBytes
    );
    const bytes = await postings.sliceBytes(readStart, readEnd);
    for (; next < groupEnd; next += 1) {
      const stem = stems[next]!;
      lists.set(bytes.subarray(offsets[stem]! - readStart, offsets[stem + 1]! - readStart), starts[next]!);
    }
  }
  return { lists, starts };
}
