/**
 * How many suffixes, terms and docs lie below a node, two levels down: what the top of a tree is planned from.
 *
 * A part of the terms is counted at a time; as no term is in two parts, their counts add up.
 */
import type { TextPart } from './codes.js';
import { type RouteTables, routeOf } from './routes.js';
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
  /** Leads suffixes to the number of their node. */
  readonly tables: RouteTables;
  /** Per node: how many codes its string has. */
  readonly depths: readonly number[];
}

export interface Counted {
  readonly nodes: readonly NodeCounts[];
  /** Docs of all terms that have a suffix. */
  readonly docs: number;
}

/** Counts while they are made, each code's beside each other: suffixes, terms, docs, and the term met last, plus 1. */
type Tally = Uint32Array;
const tallied = 4;

function tallyOne(tally: Tally, code: number, mark: number, docs: number): void {
  const at = code * tallied;
  tally[at]! += 1;
  if (tally[at + 3] === mark) return;
  tally[at + 3] = mark;
  tally[at + 1]! += 1;
  tally[at + 2]! += docs;
}

function countsOf(tally: Tally): Counts {
  const size = tally.length / tallied;
  const column = (which: number) => Uint32Array.from({ length: size }, (_, code) => tally[code * tallied + which]!);
  return { suffixes: column(0), terms: column(1), docs: column(2) };
}

/** Cost: a pass over the terms. Memory: 28 bytes for each pair of codes and node. */
export function countNodes({ text, part, tables, depths }: Counting): Counted {
  const { starts, runs, begins, alphabet } = text;
  const { from, to, codes, start } = part;
  const width = alphabet.length;
  const ones = depths.map(() => new Uint32Array(width * tallied));
  const twos = depths.map(() => new Uint32Array(width * width * tallied));
  const isRoot = depths[0] === 0;
  let docs = 0;
  for (let term = from; term < to; term += 1) {
    const end = starts[term + 1]! - start;
    const mark = term + 1;
    const termDocs = runs.starts[term + 1]! - runs.starts[term]!;
    let hasSuffix = false;
    for (let position = starts[term]! - start; position < end; position += 1) {
      if (begins[codes[position]!] === 0) continue;
      hasSuffix = true;
      // The root has all of them.
      const node = isRoot ? 0 : routeOf(tables, width, codes, position);
      if (node < 0) continue;
      const behind = position + depths[node]!;
      const one = codes[behind]!;
      tallyOne(ones[node]!, one, mark, termDocs);
      tallyOne(twos[node]!, one * width + codes[behind + 1]!, mark, termDocs);
    }
    if (hasSuffix) docs += termDocs;
  }
  return { nodes: depths.map((_, node) => ({ ones: countsOf(ones[node]!), twos: countsOf(twos[node]!) })), docs };
}

/** Adds the counts of another part of the terms. */
export function addCounts(to: NodeCounts, more: NodeCounts): void {
  for (const level of ['ones', 'twos'] as const) {
    for (const kind of ['suffixes', 'terms', 'docs'] as const) {
      const [into, from] = [to[level][kind], more[level][kind]];
      for (let i = 0; i < into.length; i += 1) into[i]! += from[i]!;
    }
  }
}
