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
function mergeBeginnings(input: BeginningsInput): BeginningLists {
  return new BeginningsMerger(input).merge();
}

/** Merges the beginnings of one span, in their order; the beginnings within a beginning follow it. */
class BeginningsMerger {
  readonly #input: BeginningsInput;
  readonly #arena: Arena;
  /** Depth of nesting → the docs of the beginning that is being merged there. */
  readonly #docsByDepth: Bitset[] = [];
  /** Beginning → its list. */
  readonly #mergedLists: Uint8Array[] = [];
  /** Beginning → number of its docs. */
  readonly #docCounts: Uint32Array;
  /** The next beginning to merge. */
  #next = 0;

  constructor(input: BeginningsInput) {
    this.#input = input;
    this.#arena = new Arena(input.docCount);
    this.#docCounts = new Uint32Array(input.prefixes.starts.length);
  }

  merge(): BeginningLists {
    while (this.#next < this.#docCounts.length) this.#mergeNext(0);
    const records = new GrowingRecords();
    for (const list of this.#mergedLists) records.push(list);
    return { ...concatenatedRecords(records), counts: this.#docCounts };
  }

  /** Merges the next beginning and all beginnings within it. @returns its docs, valid until the next call with this depth */
  #mergeNext(depth: number): Bitset {
    const { docCount, prefixes, places, lists, starts, counts } = this.#input;
    const prefix = this.#next;
    this.#next += 1;
    const docs = this.#docsByDepth[depth] ?? new Bitset(docCount);
    this.#docsByDepth[depth] = docs;
    docs.clear();
    const end = prefixes.ends[prefix]!;
    let word = prefixes.starts[prefix]!;
    while (word < end) {
      // After the last beginning, this start is undefined.
      if (prefixes.starts[this.#next] === word) {
        word = prefixes.ends[this.#next]!;
        docs.or(this.#mergeNext(depth + 1));
        continue;
      }
      const place = places[word]!;
      addList(docs, lists.subarray(starts[place]), counts[place]!, this.#arena);
      word += 1;
    }
    const count = docs.count();
    this.#docCounts[prefix] = count;
    this.#mergedLists[prefix] = encodeDocs(docs.toList(count), docCount);
    return docs;
  }
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
