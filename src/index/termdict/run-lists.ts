/**
 * Runs the kernels that decode packed lists of terms (bucket-lists): they list the terms, add them to a set of terms, or add their docs
 * to a set of docs.
 *
 * The output and the runs of docs must be in the memory of the segment; lists in another memory are copied into it.
 */
import { kernelsIn } from '../../kernels/index.js';
import type { Scratch } from './scratch.js';

/** A column's docs by term: `docs[starts[term], starts[term + 1])`, ascending. After the last run come the docs without a value. */
export interface DocRuns {
  readonly docs: Uint32Array;
  readonly starts: Uint32Array;
}

/** The action of a kernel for each term. */
export type ListAction = 'listTerms' | 'addTerms' | 'addDocs';

/**
 * Runs an action over concatenated complete lists.
 *
 * @param lists at least one byte; copied if they are in another memory, such as lists that stay in a file
 * @param out   room for all terms, or the words of a set
 * @param runs  the docs of the terms; required by `addDocs`
 * @returns the number of listed terms, or 0 for the other actions; undefined if `out` or `runs` are in another memory
 */
export function runLists(
  action: ListAction,
  lists: Uint8Array,
  out: Uint32Array,
  scratch: Scratch,
  runs?: DocRuns,
): number | undefined {
  const { memory } = scratch;
  if (memory === undefined || !scratch.ownsBuffer(out.buffer)) return undefined;
  const areRunsElsewhere =
    runs !== undefined && !(scratch.ownsBuffer(runs.starts.buffer) && scratch.ownsBuffer(runs.docs.buffer));
  if (areRunsElsewhere) return undefined;
  const { buffer, byteOffset, byteLength } = scratch.ownsBuffer(lists.buffer) ? lists : copyLists(lists, scratch);
  // If the memory is full, the arena's list is in another memory too.
  if (!scratch.ownsBuffer(buffer)) return undefined;
  const kernels = kernelsIn(memory);
  const end = byteOffset + byteLength;
  if (action === 'listTerms') return kernels.listPackedTerms(byteOffset, end, out.byteOffset);
  if (action === 'addTerms') {
    kernels.addPackedTerms(byteOffset, end, out.byteOffset);
  } else if (runs !== undefined) {
    kernels.addPackedDocs(byteOffset, end, out.byteOffset, runs.starts.byteOffset, runs.docs.byteOffset);
  }
  return 0;
}

function copyLists(lists: Uint8Array, scratch: Scratch): Uint8Array {
  const { buffer, byteOffset } = scratch.list(Math.ceil(lists.byteLength / 4));
  const copy = new Uint8Array(buffer, byteOffset, lists.byteLength);
  copy.set(lists);
  return copy;
}
