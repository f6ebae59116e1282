/**
 * What a list leaves out: how its suffixes go on.
 *
 * The tree of a stretch ends where few of its terms are left. Where all stretches together have many, the tree that is
 * stored goes on: then the terms of the list are looked at. That is so of few, as a stretch goes further than its share.
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import type { SuffixText } from '../text/text.js';
import { EntryWriter } from './entry-writer.js';

/** A term of a list, with its codes. */
export interface ListedTerm {
  readonly term: number;
  readonly codes: Uint8Array;
}

interface Suffix extends ListedTerm {
  readonly position: number;
}

/**
 * @param text   that the terms are of
 * @param first  the stretch's first term
 * @param path   the codes that the list's suffixes begin with
 * @param listed all its terms, ascending
 * @returns the entry of a node that goes as deep as any tree may. Cost: O(bytes of the terms + suffixes · depth²).
 */
export function expand(
  text: Pick<SuffixText, 'isRepeating' | 'runs' | 'begins'>,
  first: number,
  path: Uint8Array,
  listed: readonly ListedTerm[],
): Uint8Array {
  const written = new EntryWriter(text.isRepeating, first);
  const suffixes = listed.flatMap(({ term, codes }) =>
    placesOf(codes, path, text.begins).map((position): Suffix => ({ term, codes, position })),
  );
  writeNode(text, written, suffixes, path.length);
  return written.written();
}

/** @returns where in a term suffixes begin that begin with the path */
function placesOf(codes: Uint8Array, path: Uint8Array, begins: Uint8Array): number[] {
  const places: number[] = [];
  for (let position = codes.indexOf(path[0]!); position >= 0; position = codes.indexOf(path[0]!, position + 1)) {
    if (begins[codes[position]!] === 0) continue;
    let shared = 1;
    while (shared < path.length && codes[position + shared] === path[shared]) shared += 1;
    if (shared === path.length) places.push(position);
  }
  return places;
}

function writeNode(
  text: Pick<SuffixText, 'isRepeating' | 'runs'>,
  written: EntryWriter,
  suffixes: readonly Suffix[],
  depth: number,
): void {
  const byCode = new Map<number, Suffix[]>();
  for (const suffix of suffixes) {
    // Behind a term is its end, and what is behind that decides nothing.
    const code = suffix.codes[suffix.position + depth] ?? 0;
    const same = byCode.get(code);
    if (same === undefined) byCode.set(code, [suffix]);
    else same.push(suffix);
  }
  const { terms, docs } = countsOf(text, suffixes);
  written.node(suffixes.length, terms, docs, byCode.size);
  for (const [code, below] of [...byCode].sort(([a], [b]) => a - b)) {
    written.branch(code);
    if (code !== 0 && depth + 1 < DEPTH_MAXIMUM) {
      writeNode(text, written, below, depth + 1);
      continue;
    }
    const numbers = Int32Array.from(below, ({ term }) => term);
    const counts = countsOf(text, below);
    written.list(below.length, numbers, 0, numbers.length, 1, 0, counts.terms, counts.docs);
  }
}

function countsOf(
  { runs }: Pick<SuffixText, 'runs'>,
  suffixes: readonly Suffix[],
): { readonly terms: number; readonly docs: number } {
  const distinct = new Set(suffixes.map(({ term }) => term));
  let docs = 0;
  for (const term of distinct) docs += runs.starts[term + 1]! - runs.starts[term]!;
  return { terms: distinct.size, docs };
}
