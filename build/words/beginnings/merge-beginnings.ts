/**
 * Merges the docs of beginnings in a span of words from the lists of their stems.
 *
 * A beginning that contains another uses the merged docs of the inner one. Elsewhere: the spans (spans).
 */
import { GrowingRecords } from '../../../src/format/index.js';
import { Arena, Bitset } from '../../../src/index/docset/index.js';
import { encodeDocs, readDocs } from '../../../src/index/search/index.js';
import { concatenatedRecords } from '../../sorting/index.js';
import type { Job } from '../../work/index.js';
import type { Prefixes } from './prefixes.js';

export interface BeginningsInput {
  readonly docCount: number;
  /** Beginnings, with words counted from the first word of the span; nested or disjoint, the outer ones first. */
  readonly prefixes: Prefixes;
  /** Word within a beginning → number of its stem's list. */
  readonly places: Uint32Array;
  /** The lists of the stems, concatenated. */
  readonly lists: Uint8Array;
  /** List → its start in `lists`. */
  readonly starts: Float64Array;
  /** List → number of its docs. */
  readonly counts: Uint32Array;
}

/** For each beginning, the docs that have any of its words of the span, without impacts. */
export interface BeginningLists {
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  readonly counts: Uint32Array;
}

/** Cost: O(postings of the words + beginnings · docs / 32). Memory: a bit per doc for each level of nested beginnings. */
function mergeBeginnings({ docCount, prefixes, places, lists, starts, counts }: BeginningsInput): BeginningLists {
  const arena = new Arena(docCount);
  const levels: Bitset[] = [];
  const mergedLists: Uint8Array[] = [];
  const docCounts = new Uint32Array(prefixes.starts.length);
  let next = 0;
  const visit = (depth: number): Bitset => {
    const current = next;
    next += 1;
    const bits = levels[depth] ?? new Bitset(docCount);
    levels[depth] = bits;
    bits.clear();
    for (let word = prefixes.starts[current]!; word < prefixes.ends[current]!; ) {
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
    docCounts[current] = bits.count();
    mergedLists[current] = encodeDocs(bits.toList(docCounts[current]!), docCount);
    return bits;
  };
  while (next < prefixes.starts.length) visit(0);
  const records = new GrowingRecords();
  for (const bytes of mergedLists) records.push(bytes);
  return { ...concatenatedRecords(records), counts: docCounts };
}

/** Adds the docs of a list to `bits`. @param bytes begins with the list; may be longer */
export function addList(bits: Bitset, bytes: Uint8Array, count: number, arena: Arena): void {
  const mark = arena.mark();
  bits.addAll(readDocs(bytes, count, arena).docs);
  arena.release(mark);
}

export const beginningsJob: Job<BeginningsInput, BeginningLists> = {
  name: 'beginnings',
  structure: 'search',
  work: mergeBeginnings,
};
