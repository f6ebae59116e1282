/**
 * The vectorised implementation of `Routines`: kernels over the memory of one segment. If an operand is in another memory, the plain
 * routine runs instead.
 *
 * A kernel checks no bounds: creating the TypedArrays of its operands has checked them. Elsewhere: passing operands to a kernel
 * (kernel-caller).
 */
import { KernelCaller, type Operand } from './kernel-caller.js';
import { fillTermsFrom, plainRoutines, scanColumnFrom } from './plain-routines.js';
import type { Routines } from './routines.js';

/** @returns a routine that runs a kernel, or the plain routine if an array is not in the memory */
function runWith<Operands extends readonly Operand[]>(
  caller: KernelCaller,
  kernel: string,
  plain: (...operands: Operands) => void,
): (...operands: Operands) => void {
  const call = caller.createCall(kernel);
  return (...operands) => {
    if (call(operands) === undefined) plain(...operands);
  };
}

/** As `runWith`, for a routine with a result. */
function countWith<Operands extends readonly Operand[]>(
  caller: KernelCaller,
  kernel: string,
  plain: (...operands: Operands) => number,
): (...operands: Operands) => number {
  const call = caller.createCall(kernel);
  return (...operands) => call(operands) ?? plain(...operands);
}

/**
 * Creates the routines of one memory. A routine does nothing if an array is empty.
 *
 * @param memory     the memory with bitsets, columns and lists
 * @param ownsBuffer whether a buffer belongs to this memory, which gets a new buffer object at each growth
 */
export function vectorRoutines(memory: WebAssembly.Memory, ownsBuffer: (buffer: ArrayBufferLike) => boolean): Routines {
  const caller = new KernelCaller(memory, ownsBuffer);
  const callAddDocs = caller.createCall('addDocs');
  const callToggleDocs = caller.createCall('toggleDocs');
  const callFillRuns = caller.createCall('fillRuns');
  const callFillTerms = caller.createCall('fillTerms');
  const callReadAscending = caller.createCall('readAscending');
  const scanWholeVectors = countWith(caller, 'scanColumn', plainRoutines.scanColumn);
  return {
    and: runWith(caller, 'andWords', plainRoutines.and),
    or: runWith(caller, 'orWords', plainRoutines.or),
    xor: runWith(caller, 'xorWords', plainRoutines.xor),
    andNot: runWith(caller, 'andNotWords', plainRoutines.andNot),
    fill: runWith(caller, 'fillWords', plainRoutines.fill),
    copy: runWith(caller, 'copyWords', plainRoutines.copy),
    countAnd: countWith(caller, 'countCommonBits', plainRoutines.countAnd),
    addAll(words, docs) {
      if (callAddDocs([docs, words]) === undefined) plainRoutines.addAll(words, docs);
    },
    toggleAll(words, docs) {
      if (callToggleDocs([docs, words]) === undefined) plainRoutines.toggleAll(words, docs);
    },
    fillRuns(words, terms, starts, docs, flags) {
      const result = callFillRuns([words, terms, terms.length, starts, docs, flags]);
      if (result === undefined) plainRoutines.fillRuns(words, terms, starts, docs, flags);
    },
    siftBits: countWith(caller, 'siftBits', plainRoutines.siftBits),
    siftColumn: countWith(caller, 'siftColumn', plainRoutines.siftColumn),
    siftTerms: countWith(caller, 'siftTerms', plainRoutines.siftTerms),
    // The kernel fills whole words, then the plain loop fills the last word.
    fillTerms(column, terms, out) {
      const length = column.length & ~31;
      const wholeColumn = column.subarray(0, length);
      const wholeWords = out.subarray(0, length / 32);
      if (callFillTerms([wholeWords, wholeColumn, terms]) === undefined)
        plainRoutines.fillTerms(wholeColumn, terms, wholeWords);
      fillTermsFrom(column, length, terms, out);
    },
    // The kernel scans whole vectors, then the plain loop scans the remaining docs.
    scanColumn(column, interval, docsWanted, out) {
      const length = (column.byteLength & ~15) / column.BYTES_PER_ELEMENT;
      const written = docsWanted > 0 ? scanWholeVectors(column.subarray(0, length), interval, docsWanted, out) : 0;
      return scanColumnFrom(column, length, interval, docsWanted, out, written);
    },
    listBits: countWith(caller, 'listMembers', plainRoutines.listBits),
    tallyBits: runWith(caller, 'tallyBits', plainRoutines.tallyBits),
    tallyList: runWith(caller, 'tallyList', plainRoutines.tallyList),
    tallyLinks: countWith(caller, 'tallyLinks', plainRoutines.tallyLinks),
    gather: runWith(caller, 'gatherOrdinals', plainRoutines.gather),
    sumMarked: runWith(caller, 'sumScores', plainRoutines.sumMarked),
    raiseMarked: runWith(caller, 'raiseScores', plainRoutines.raiseMarked),
    readAscending(bytes, out) {
      return callReadAscending([out, bytes]) ?? plainRoutines.readAscending(bytes, out);
    },
  };
}
