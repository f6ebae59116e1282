/**
 * Title entries: the keys of all titles, collected batch by batch, and sorted into the sections of the title index.
 *
 * Elsewhere: the keys (src/index/search/titles), cutting titles into words (batch/batch-words).
 */

import type { WordMark } from '../../src/content/model/index.js';
import { GrowingU32, type SectionInput } from '../../src/format/index.js';
import {
  searchTerms,
  titlePairKeys,
  type WordReader,
  wholeTitleCheck,
  wholeTitleKey,
} from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';

/** The title entries of a batch. */
export interface TitleColumns {
  /** Entry → key. */
  readonly keys: Uint32Array;
  /** Entry → doc of the batch, ascending. */
  readonly docs: Uint32Array;
  /** Doc of the batch → second hash of its title; 0 without a title. */
  readonly checks: Uint32Array;
}

/** Collects the entries of a batch. */
export class TitleCollector {
  readonly #reader: WordReader;
  readonly #mark: WordMark;
  readonly #keys = new GrowingU32();
  readonly #docs = new GrowingU32();
  readonly #checks: Uint32Array;

  /** @param docs number of docs of the batch. @param mark of the words of the title field */
  constructor(reader: WordReader, docs: number, mark: WordMark) {
    this.#reader = reader;
    this.#mark = mark;
    this.#checks = new Uint32Array(docs);
  }

  /** Adds a title. Call it in the order of docs. @param words of the title, in order. Cost: O(words). */
  add(doc: number, words: readonly string[]): void {
    if (words.length === 0) return;
    this.#checks[doc] = wholeTitleCheck(words);
    const pairKeys = titlePairKeys(this.#reader, words.flatMap(searchTerms), this.#mark);
    for (const key of new Set([wholeTitleKey(words), ...pairKeys])) {
      this.#keys.push(key);
      this.#docs.push(doc);
    }
  }

  finish(): TitleColumns {
    return { keys: this.#keys.view(), docs: this.#docs.view(), checks: this.#checks };
  }
}

/** The entries of all batches. */
export class TitleEntries {
  readonly #keys = new GrowingU32();
  readonly #docs = new GrowingU32();
  readonly #checks: Uint32Array;

  constructor(docCount: number) {
    this.#checks = new Uint32Array(docCount);
  }

  /** Adds a batch. Call it in the order of docs. @param firstDoc the first doc of the batch */
  add({ keys, docs, checks }: TitleColumns, firstDoc: number): void {
    for (const key of keys) this.#keys.push(key);
    for (const doc of docs) this.#docs.push(firstDoc + doc);
    this.#checks.set(checks, firstDoc);
  }

  /** Cost: O(entries). Memory: 16 bytes per entry. @returns the sections, in the order of the format */
  sections(): SectionInput[] {
    const { keys, docs } = sortByKey(this.#keys.view(), this.#docs.view());
    return [
      { name: SEARCH.titleKeys, data: keys },
      { name: SEARCH.titleDocs, data: docs },
      { name: SEARCH.titleChecks, data: this.#checks },
    ];
  }
}

const digitBits = 16;
const digitMask = 2 ** digitBits - 1;

type Entries = Pick<TitleColumns, 'keys' | 'docs'>;

/** Radix sort: by the lower half of the keys, then by the upper half. Entries with equal keys keep their order. */
const sortByKey = (keys: Uint32Array, docs: Uint32Array): Entries =>
  sortByDigit(sortByDigit({ keys, docs }, 0), digitBits);

function sortByDigit({ keys, docs }: Entries, shift: number): Entries {
  /** Digit → number of entries with a smaller digit, then the place of its next entry. */
  const places = new Uint32Array(digitMask + 2);
  for (const key of keys) places[((key >>> shift) & digitMask) + 1]! += 1;
  for (let digit = 1; digit < places.length; digit += 1) places[digit]! += places[digit - 1]!;
  const sortedKeys = new Uint32Array(keys.length);
  const sortedDocs = new Uint32Array(docs.length);
  for (let entry = 0; entry < keys.length; entry += 1) {
    const digit = (keys[entry]! >>> shift) & digitMask;
    const place = places[digit]!;
    places[digit] = place + 1;
    sortedKeys[place] = keys[entry]!;
    sortedDocs[place] = docs[entry]!;
  }
  return { keys: sortedKeys, docs: sortedDocs };
}
