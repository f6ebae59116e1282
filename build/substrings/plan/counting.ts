/**
 * Counts suffixes, terms and docs below nodes, by the next code and by the next two codes. The tree is planned from these counts.
 *
 * Terms are counted in parts. No term is in two parts, so the counts of the parts can be added.
 * Elsewhere: the loop that counts (memory/loops), planning from the counts (batch-planner).
 */

import { ENTRY_BYTES, TALLY_DOCS, TALLY_TERMS } from '../../../src/kernels/index.js';
import type { Job } from '../../work/index.js';
import { LoopSuffixes } from '../memory/loop-suffixes.js';
import type { Selection, SuffixText, TextPart } from '../text/index.js';
import type { RouteTables } from './routes.js';

/** Continuation (a code or a pair of codes) → the suffixes that continue with it, their terms, and the docs of these terms. */
export interface Counts {
  readonly suffixes: Uint32Array;
  readonly terms: Uint32Array;
  readonly docs: Uint32Array;
}

/** The counts below one node. */
export interface CountsBelow {
  /** By the next code. */
  readonly byCode: Counts;
  /** By the next two codes: index code · width + code. */
  readonly byPair: Counts;
}

/** The input of the job that counts a part of a text. */
export interface CountInput {
  readonly text: SuffixText;
  readonly part: TextPart;
  readonly selection: Selection;
  /** Routes a suffix to the number of its node; undefined if the only node is the root, which has all suffixes. */
  readonly tables: RouteTables | undefined;
  /** Node → number of codes of its string. */
  readonly depths: readonly number[];
}

/**
 * The counts of all nodes, concatenated. Per node: an entry for each next code, then an entry for each pair of next codes.
 *
 *     entry: │ suffixes │ terms │ docs │ last term counted, plus 1 │
 */
export type CountTables = Uint32Array;
const numberBytes = Uint32Array.BYTES_PER_ELEMENT;
/** Numbers of an entry, and the indexes of two of them; suffixes have index 0. */
const entryNumbers = ENTRY_BYTES / numberBytes;
const termsIndex = TALLY_TERMS / numberBytes;
const docsIndex = TALLY_DOCS / numberBytes;

/** The counts of a part, or the sum of several parts. */
export interface PartCounts {
  readonly tables: CountTables;
  /** Docs of all terms that have a suffix, selected or not. */
  readonly docs: number;
}

/** @param width number of codes in the alphabet. @returns the numbers per node */
const numbersPerNode = (width: number): number => (width + 1) * width * entryNumbers;

/** @param width number of codes in the alphabet. @returns the memory per node, in bytes */
export const countingBytes = (width: number): number => numbersPerNode(width) * numberBytes;

/** Cost: a pass over the terms, or the selection. Memory: `countingBytes` for each node, twice. */
export function countNodes({ text, part, selection, tables: routeTables, depths }: CountInput): PartCounts {
  const width = text.alphabet.length;
  // Without route tables, each suffix has node 1: the root.
  const suffixes = new LoopSuffixes(text, part, selection, routeTables ?? new Int32Array(width * width).fill(1), true);
  // Node 0 counts the suffixes without a node; its counts are dropped at the end.
  const nodeCount = depths.length + 1;
  const nodesStart = suffixes.freeStart;
  const countsStart = nodesStart + nodeCount * ENTRY_BYTES;
  const numbers = numbersPerNode(width) * nodeCount;
  const { buffer, loops } = suffixes.openMemory(countsStart + numbers * numberBytes);
  const tables = new Uint32Array(buffer, countsStart, numbers).fill(0);
  for (const [node, depth] of [0, ...depths].entries()) {
    const entry = new Uint32Array(buffer, nodesStart + node * ENTRY_BYTES);
    entry.set([countsStart + node * countingBytes(width), depth]);
  }
  for (const [start, end] of suffixes.blocks()) {
    loops.count(start, end, suffixes.codesStart, width, suffixes.tablesStart, nodesStart);
  }
  return { tables: tables.slice(numbersPerNode(width)), docs: countDocs(text, part) };
}

/** @returns number of docs of the part's terms that have a suffix: of all terms, except those of NULs alone */
function countDocs({ starts, docStarts, begins }: SuffixText, { from, to, codes, start }: TextPart): number {
  let docs = 0;
  for (let term = from; term < to; term += 1) {
    const end = starts[term + 1]! - start;
    let position = starts[term]! - start;
    while (position < end && begins[codes[position]!] === 0) position += 1;
    if (position < end) docs += docStarts[term + 1]! - docStarts[term]!;
  }
  return docs;
}

/**
 * Adds the counts of another part to `sum`.
 *
 * @param width number of codes in the alphabet
 * Cost: O(nodes · codes that occur · alphabet).
 */
export function addCounts(sum: CountTables, part: CountTables, width: number): void {
  for (let node = 0; node < part.length; node += numbersPerNode(width)) {
    for (let code = 0; code < width; code += 1) {
      const entry = node + code * entryNumbers;
      if (part[entry] === 0) continue;
      addRange(sum, part, entry, entry + entryNumbers);
      const pairsStart = node + (code + 1) * width * entryNumbers;
      addRange(sum, part, pairsStart, pairsStart + width * entryNumbers);
    }
  }
}

function addRange(sum: CountTables, part: CountTables, start: number, end: number): void {
  for (let i = start; i < end; i += 1) sum[i]! += part[i]!;
}

/** @param width number of codes in the alphabet. @returns the counts below a node */
export function readCounts(tables: CountTables, node: number, width: number): CountsBelow {
  const start = node * numbersPerNode(width);
  return {
    byCode: readEntries(tables, start, width),
    byPair: readEntries(tables, start + width * entryNumbers, width * width),
  };
}

function readEntries(tables: CountTables, start: number, entries: number): Counts {
  const suffixes = new Uint32Array(entries);
  const terms = new Uint32Array(entries);
  const docs = new Uint32Array(entries);
  for (let index = 0; index < entries; index += 1) {
    const entry = start + index * entryNumbers;
    suffixes[index] = tables[entry]!;
    terms[index] = tables[entry + termsIndex]!;
    docs[index] = tables[entry + docsIndex]!;
  }
  return { suffixes, terms, docs };
}

export const countJob: Job<CountInput, PartCounts> = {
  name: 'count',
  structure: 'substrings',
  work: countNodes,
  owned: ({ part, selection }) => [part, selection],
};
