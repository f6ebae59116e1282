/**
 * Counts suffixes, terms and docs below a node, two levels deep. The top of the tree is planned from these counts.
 *
 * Terms are counted in parts. No term is in two parts, so the counts of the parts can be added.
 */

import { ENTRY_BYTES, TALLY_DOCS, TALLY_TERMS } from '../../../src/kernels/index.js';
import type { Job } from '../../work/index.js';
import { LoopSuffixes } from '../memory/loop-suffixes.js';
import type { Selection, SuffixText, TextPart } from '../text/index.js';
import type { RouteTables } from './routes.js';

/** By code, or by two: suffixes that continue so, their terms, and the docs of these. */
export interface Counts {
  readonly suffixes: Uint32Array;
  readonly terms: Uint32Array;
  readonly docs: Uint32Array;
}

/** Of one node: by its next code, and by its next two. */
export interface NodeCounts {
  readonly ones: Counts;
  readonly twos: Counts;
}

export interface Counting {
  readonly text: SuffixText;
  readonly part: TextPart;
  readonly selection: Selection;
  /** Leads suffixes to the number of their node; of a lone root undefined, as it has all of them. */
  readonly tables: RouteTables | undefined;
  /** Per node: how many codes its string has. */
  readonly depths: readonly number[];
}

/**
 * The counts of all nodes, concatenated. Per node: an entry for each next code, then an entry for each next two codes.
 *
 *     entry: │ suffixes │ terms │ docs │ last term counted, plus 1 │
 */
export type Tallies = Uint32Array;
const tallied = ENTRY_BYTES / 4;
const termsAt = TALLY_TERMS / 4;
const docsAt = TALLY_DOCS / 4;

export interface Counted {
  readonly tallies: Tallies;
  /** Docs of all terms that have a suffix. */
  readonly docs: number;
}

/** @param width number of codes in the alphabet. @returns the numbers per node */
const numbersOf = (width: number): number => (width + 1) * width * tallied;

/** @param width number of codes in the alphabet. @returns the memory per node, in bytes */
export const countingBytes = (width: number): number => numbersOf(width) * Uint32Array.BYTES_PER_ELEMENT;

/** Cost: a pass over the terms, or the selection. Memory: `countingBytes` for each node, twice. */
export function countNodes({ text, part, selection, tables, depths }: Counting): Counted {
  const { docStarts, alphabet } = text;
  const width = alphabet.length;
  const suffixes = new LoopSuffixes(text, part, selection, tables ?? new Int32Array(width * width).fill(1));
  const nodes = suffixes.end;
  // Suffixes below none of them are counted too, before the others.
  const talliesAt = nodes + (depths.length + 1) * ENTRY_BYTES;
  const count = numbersOf(width) * (depths.length + 1);
  const { buffer, loops } = suffixes.open(talliesAt + 4 * count);
  const tallies = new Uint32Array(buffer, talliesAt, count).fill(0);
  for (const [node, depth] of [0, ...depths].entries()) {
    new Uint32Array(buffer, nodes + node * ENTRY_BYTES).set([talliesAt + node * countingBytes(width), depth]);
  }
  let docs = 0;
  let last = -1;
  const tellDocs = (terms: Uint32Array, docsOf: Uint32Array): void => {
    for (let i = 0; i < terms.length; i += 1) {
      const term = terms[i]!;
      const termDocs = docStarts[term + 1]! - docStarts[term]!;
      docsOf[i] = termDocs;
      if (term !== last) docs += termDocs;
      last = term;
    }
  };
  for (const [at, end] of suffixes.blocks(tellDocs)) {
    loops.count(at, end, suffixes.codes, width, suffixes.tables, nodes);
  }
  return { tallies: tallies.slice(numbersOf(width)), docs };
}

/** Adds the counts of another part of the terms. Cost: O(pairs of codes that begin with one that occurs). */
export function addTallies(to: Tallies, more: Tallies, width: number): void {
  for (let node = 0; node < more.length; node += numbersOf(width)) {
    for (let one = 0; one < width; one += 1) {
      const at = node + one * tallied;
      if (more[at] === 0) continue;
      addNumbers(to, more, at, at + tallied);
      const twos = node + (one + 1) * width * tallied;
      addNumbers(to, more, twos, twos + width * tallied);
    }
  }
}

function addNumbers(to: Tallies, more: Tallies, from: number, end: number): void {
  for (let i = from; i < end; i += 1) to[i]! += more[i]!;
}

/** @returns the counts of a node */
export function countsOf(tallies: Tallies, node: number, width: number): NodeCounts {
  const start = node * numbersOf(width);
  return {
    ones: countsAt(tallies, start, width),
    twos: countsAt(tallies, start + width * tallied, width * width),
  };
}

function countsAt(tallies: Tallies, start: number, codes: number): Counts {
  const [suffixes, terms, docs] = [new Uint32Array(codes), new Uint32Array(codes), new Uint32Array(codes)];
  for (let code = 0; code < codes; code += 1) {
    const at = start + code * tallied;
    suffixes[code] = tallies[at]!;
    terms[code] = tallies[at + termsAt]!;
    docs[code] = tallies[at + docsAt]!;
  }
  return { suffixes, terms, docs };
}

export const countJob: Job<Counting, Counted> = {
  name: 'count',
  structure: 'substrings',
  work: countNodes,
  owned: ({ part, selection }) => [part, selection],
};
