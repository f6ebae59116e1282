/**
 * Running the kernels over the packed lists of neighbouring buckets (bucket-lists): they list terms, or add terms, or the docs that
 * have them, to a set.
 *
 * What is written, and runs of docs, must lie in the segment's memory; lists that lie elsewhere are copied into it.
 */
import { kernelsIn } from '../../kernels/index.js';
import type { Scratch } from './scratch.js';

/** A column's docs by term: `docs[starts[term], starts[term + 1])`, ascending. Behind the last run are those without a value. */
export interface DocRuns {
  readonly docs: Uint32Array;
  readonly starts: Uint32Array;
}

/** An action of a kernel on each term. */
export type ListAction = 'listTerms' | 'addTerms' | 'addDocs';

/**
 * Of lists one behind the other, none of which is cut.
 *
 * @param lists at least one byte; copied where they lie elsewhere, as those that stay in a file do
 * @param out   room for all terms, or the words of a set
 * @param runs  given where the docs of the terms are added
 * @returns how many terms were listed, 0 if they were added; undefined where what is written, or a run, is not in the memory
 */
export function runLists(
  action: ListAction,
  lists: Uint8Array,
  out: Uint32Array,
  scratch: Scratch,
  runs?: DocRuns,
): number | undefined {
  const { memory } = scratch;
  const isHome = (array: Uint32Array | undefined): boolean => array === undefined || scratch.isHome(array.buffer);
  if (memory === undefined || !(isHome(out) && isHome(runs?.starts) && isHome(runs?.docs))) return undefined;
  const { buffer, byteOffset, byteLength } = scratch.isHome(lists.buffer) ? lists : copied(lists, scratch);
  // Where the memory has no more room, what was taken lies elsewhere too.
  if (!scratch.isHome(buffer)) return undefined;
  const kernels = kernelsIn(memory);
  const end = byteOffset + byteLength;
  if (action === 'listTerms') return kernels.listPackedTerms(byteOffset, end, out.byteOffset);
  if (action === 'addTerms') kernels.addPackedTerms(byteOffset, end, out.byteOffset);
  else if (runs !== undefined) {
    kernels.addPackedDocs(byteOffset, end, out.byteOffset, runs.starts.byteOffset, runs.docs.byteOffset);
  }
  return 0;
}

function copied(lists: Uint8Array, scratch: Scratch): Uint8Array {
  const { buffer, byteOffset } = scratch.list(Math.ceil(lists.byteLength / 4));
  const copy = new Uint8Array(buffer, byteOffset, lists.byteLength);
  copy.set(lists);
  return copy;
}
