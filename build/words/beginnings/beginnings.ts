/**
 * The docs of beginnings among neighbouring words, from the lists of their stems.
 */
import { threshold } from '../../../src/content/choices/index.js';
import { GrowingRecords } from '../../../src/format/index.js';
import { Arena, Bitset } from '../../../src/index/docset/index.js';
import { docBytes, readDocs } from '../../../src/index/search/index.js';
import { oneBehindTheOther } from '../../sorting/index.js';
import type { Job, RecordSpool } from '../../work/index.js';
import type { Prefixes } from './prefixes.js';

interface BeginningsInput {
  readonly docCount: number;
  /** Of the words, counted from the first of these; one within the other or apart, the outer ones first. */
  readonly prefixes: Prefixes;
  /** Word → the place of its stem's list in what follows; of words within a beginning. */
  readonly places: Uint32Array;
  /** The lists, one behind the other, and where each begins. */
  readonly lists: Uint8Array;
  readonly starts: Float64Array;
  /** How many docs each has. */
  readonly counts: Uint32Array;
}

/** For each beginning the list of docs that any of its words here has, without impacts. */
export interface BeginningLists {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly counts: Uint32Array;
}

/** Cost: O(postings of the words + beginnings · docs / 32). Memory: a bit a doc for each beginning around another. */
function beginningLists({ docCount, prefixes, places, lists, starts, counts }: BeginningsInput): BeginningLists {
  const arena = new Arena(docCount);
  const levels: Bitset[] = [];
  const found: Uint8Array[] = [];
  const foundCounts = new Uint32Array(prefixes.starts.length);
  let next = 0;
  const visit = (depth: number): Bitset => {
    const own = next;
    next += 1;
    const bits = levels[depth] ?? new Bitset(docCount);
    levels[depth] = bits;
    bits.clear();
    for (let word = prefixes.starts[own]!; word < prefixes.ends[own]!; ) {
      if (next < prefixes.starts.length && prefixes.starts[next] === word) {
        const end = prefixes.ends[next]!;
        bits.or(visit(depth + 1));
        word = end;
        continue;
      }
      const place = places[word]!;
      addList(bits, lists.subarray(starts[place]), counts[place]!, arena);
      word += 1;
    }
    foundCounts[own] = bits.count();
    found[own] = docBytes(bits.toList(foundCounts[own]!), docCount);
    return bits;
  };
  while (next < prefixes.starts.length) visit(0);
  const records = new GrowingRecords();
  for (const bytes of found) records.push(bytes);
  return { ...oneBehindTheOther(records), counts: foundCounts };
}

/** Adds the docs of a list. @param bytes from where they begin */
export function addList(bits: Bitset, bytes: Uint8Array, count: number, arena: Arena): void {
  const mark = arena.mark();
  bits.addAll(readDocs(bytes, count, arena).docs);
  arena.release(mark);
}

export const beginningsJob: Job<BeginningsInput, BeginningLists> = {
  name: 'beginnings',
  structure: 'search',
  work: beginningLists,
};

// The words within beginnings, span by span, and the lists of a span's stems, read back from where they were written.

/** Lists with no more than so much between them are read at once, */
const gapBytes = 2 ** 15;
/** and no more than so much of them, but where one is longer. */
const readBytes = 2 ** 22;

export interface BeginningsOf {
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
  { prefixes, wordStems }: BeginningsOf,
  offsets: Float64Array,
  spanBytes: number,
): Generator<Span> {
  const { starts, ends } = prefixes;
  /** Stem → the span it was last met in. */
  const metIn = new Uint32Array(offsets.length);
  let around: number[] = [];
  let next = 0;
  let word = 0;
  /** Takes in the beginnings that the word is the first of, and leaves those it is behind. */
  const goOn = (met: number[]): boolean => {
    around = around.filter((prefix) => ends[prefix]! > word);
    if (around.length === 0) word = starts[next] ?? word;
    for (; starts[next] === word; next += 1) {
      around.push(next);
      met.push(next);
    }
    return around.length > 0;
  };
  for (let span = 1; ; span += 1) {
    const met = around.filter((prefix) => ends[prefix]! > word);
    if (!goOn(met)) return;
    const from = word;
    let gathered = 0;
    do {
      const stem = wordStems[word]!;
      if (metIn[stem] !== span) gathered += offsets[stem + 1]! - offsets[stem]!;
      metIn[stem] = span;
      word += 1;
    } while (gathered < spanBytes && goOn(met));
    yield { from, to: word, prefixes: met };
  }
}

/** @param offsets where each stem's list begins, and the end */
export async function inputOf(
  { from, to, prefixes: own }: Span,
  { docCount, prefixes, wordStems, postings, counts }: BeginningsOf,
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
  let covered = 0;
  for (let stem = 0; stem < placeOf.length; stem += 1) {
    if (placeOf[stem] === 0) continue;
    stems[covered] = stem;
    covered += 1;
    placeOf[stem] = covered;
  }
  const places = wordStems.slice(from, to).map((stem) => Math.max(1, placeOf[stem]!) - 1);
  const starts = startsOf(stems.map((stem) => offsets[stem + 1]! - offsets[stem]!));
  const lists = new Uint8Array(starts[stems.length]!);
  for (let first = 0; first < stems.length; ) {
    const begin = offsets[stems[first]!]!;
    let behind = first;
    let end = begin;
    do {
      end = offsets[stems[behind]! + 1]!;
      behind += 1;
    } while (
      behind < stems.length &&
      end - begin < threshold('words.read', readBytes) &&
      offsets[stems[behind]!]! - end <= gapBytes
    );
    const bytes = await postings.bytesBetween(begin, end);
    for (; first < behind; first += 1) {
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
