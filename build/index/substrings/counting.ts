/**
 * How many suffixes, terms and docs lie below a node, two levels down: what the top of a tree is planned from.
 *
 * A part of the terms is counted at a time; as no term is in two parts, their counts add up.
 */
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
  /** The terms that are counted: `[from, to)`. */
  readonly from: number;
  readonly to: number;
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

export const newCounts = (size: number): Counts => ({
  suffixes: new Uint32Array(size),
  terms: new Uint32Array(size),
  docs: new Uint32Array(size),
});

/** Counts without what tells whether a term was met before. */
class Tally {
  readonly counts: Counts;
  /** The term met last, plus 1. */
  readonly #last: Uint32Array;

  constructor(size: number) {
    this.counts = newCounts(size);
    this.#last = new Uint32Array(size);
  }

  add(at: number, mark: number, docs: number): void {
    const { counts } = this;
    counts.suffixes[at]! += 1;
    if (this.#last[at] === mark) return;
    this.#last[at] = mark;
    counts.terms[at]! += 1;
    counts.docs[at]! += docs;
  }
}

/** Cost: a pass over the terms. Memory: 16 bytes for each pair of codes and node. */
export function countNodes({ text, from, to, tables, depths }: Counting): Counted {
  const { codes, starts, runs, begins, alphabet } = text;
  const width = alphabet.length;
  const tallies = depths.map((depth) => ({ depth, ones: new Tally(width), twos: new Tally(width * width) }));
  let docs = 0;
  for (let term = from; term < to; term += 1) {
    const end = starts[term + 1]!;
    const termDocs = runs.starts[term + 1]! - runs.starts[term]!;
    let hasSuffix = false;
    for (let position = starts[term]!; position < end; position += 1) {
      if (begins[codes[position]!] === 0) continue;
      hasSuffix = true;
      const node = routeOf(tables, width, codes, position);
      if (node < 0) continue;
      const { depth, ones, twos } = tallies[node]!;
      const one = codes[position + depth]!;
      ones.add(one, term + 1, termDocs);
      twos.add(one * width + codes[position + depth + 1]!, term + 1, termDocs);
    }
    if (hasSuffix) docs += termDocs;
  }
  return { nodes: tallies.map(({ ones, twos }) => ({ ones: ones.counts, twos: twos.counts })), docs };
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
