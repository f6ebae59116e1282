/**
 * How many suffixes, terms and docs lie below a node, two levels down: what the top of a tree is planned from.
 *
 * A part of the terms is counted at a time; as no term is in two parts, their counts add up.
 */
import type { TextPart } from './codes.js';
import { type RouteTables, routeOf } from './routes.js';
import { type Selection, SuffixReader } from './suffix-reader.js';
import type { SuffixText } from './text.js';

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

/** Each code's counts beside each other: suffixes, terms, docs, and the term met last, plus 1. */
export type Tally = Uint32Array;
const tallied = 4;
const termsAt = 1;
const docsAt = 2;
const lastAt = 3;

export interface Counted {
  /** Per node: by its next code. */
  readonly ones: readonly Tally[];
  /** Per node: by its next two. */
  readonly twos: readonly Tally[];
  /** Docs of all terms that have a suffix. */
  readonly docs: number;
}

/** @returns what a node takes that is counted, in bytes; `width` is how many codes there are */
export const countingBytes = (width: number): number => (width + 1) * width * tallied * Uint32Array.BYTES_PER_ELEMENT;

function tallyOne(tally: Tally, code: number, mark: number, docs: number): void {
  const at = code * tallied;
  tally[at]! += 1;
  if (tally[at + lastAt] === mark) return;
  tally[at + lastAt] = mark;
  tally[at + termsAt]! += 1;
  tally[at + docsAt]! += docs;
}

/** Cost: a pass over the terms, or the selection. Memory: `countingBytes` for each node. */
export function countNodes({ text, part, selection, tables, depths }: Counting): Counted {
  const { runs, alphabet } = text;
  const { codes } = part;
  const width = alphabet.length;
  const ones = depths.map(() => new Uint32Array(width * tallied));
  const twos = depths.map(() => new Uint32Array(width * width * tallied));
  const reader = new SuffixReader(text, part, selection);
  const { positions, terms } = reader;
  let docs = 0;
  let last = -1;
  for (let count = reader.next(); count > 0; count = reader.next()) {
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      const position = positions[i]!;
      const termDocs = runs.starts[term + 1]! - runs.starts[term]!;
      if (term !== last) docs += termDocs;
      last = term;
      const node = tables === undefined ? 0 : routeOf(tables, width, codes, position);
      if (node < 0) continue;
      const behind = position + depths[node]!;
      const one = codes[behind]!;
      tallyOne(ones[node]!, one, term + 1, termDocs);
      tallyOne(twos[node]!, one * width + codes[behind + 1]!, term + 1, termDocs);
    }
  }
  return { ones, twos, docs };
}

/** Adds the counts of another part of the terms to the first. */
export function addTallies(to: readonly Tally[], more: readonly Tally[]): void {
  for (const [node, from] of more.entries()) {
    const into = to[node]!;
    for (let i = 0; i < into.length; i += 1) into[i]! += from[i]!;
  }
}

export function countsOf(tally: Tally): Counts {
  const codes = tally.length / tallied;
  const [suffixes, terms, docs] = [new Uint32Array(codes), new Uint32Array(codes), new Uint32Array(codes)];
  for (let code = 0; code < codes; code += 1) {
    suffixes[code] = tally[code * tallied]!;
    terms[code] = tally[code * tallied + termsAt]!;
    docs[code] = tally[code * tallied + docsAt]!;
  }
  return { suffixes, terms, docs };
}
