/**
 * The vectorised implementation of `Routines`: kernels over the memory of one segment. If an operand is in another memory, the plain
 * routine runs instead.
 *
 * A kernel checks no bounds: creating the TypedArrays of its operands has checked them.
 */
import { InvariantError } from '../../content/errors/index.js';
import { kernelsIn } from '../../kernels/index.js';
import { fillTermsFrom, plainRoutines, scanColumnFrom } from './plain-routines.js';
import type { Interval, Ordinals, Routines } from './routines.js';

/** Number of parameters of the kernel with the most. */
const parametersMaximum = 7;

/** The first array is passed as the addresses of its start and end, other arrays as the address of their start, an interval as two numbers. */
type Operand = Ordinals | Interval | number | boolean;

/** @returns the kernel's result; 0 if an array is empty; undefined if an array is not in the memory */
type KernelCall = (operands: readonly Operand[]) => number | undefined;

/**
 * @returns a function that gives the call of a kernel by its name. If there is a kernel for each width of a column (`scanColumn8`),
 *          the narrowest operand is the column, as all other operands have 32 bits
 */
function createKernelCaller(
  memory: WebAssembly.Memory,
  ownsBuffer: (buffer: ArrayBufferLike) => boolean,
): (name: string) => KernelCall {
  const kernels: Readonly<Record<string, unknown>> = kernelsIn(memory);
  const parameters = new Uint32Array(parametersMaximum);
  return (name) => {
    const kernelByBytes = [0, 1, 2, 3, 4].map((bytes) => kernels[`${name}${bytes * 8}`] ?? kernels[name]);
    return (operands) => {
      let bytes = 4;
      let count = 0;
      for (let i = 0; i < operands.length; i += 1) {
        const operand = operands[i]!;
        if (typeof operand !== 'object') parameters[count++] = Number(operand);
        else if (ArrayBuffer.isView(operand)) {
          const { byteLength, byteOffset, BYTES_PER_ELEMENT } = operand;
          if (byteLength === 0) return 0;
          if (!ownsBuffer(operand.buffer)) return undefined;
          if (BYTES_PER_ELEMENT < bytes) bytes = BYTES_PER_ELEMENT;
          parameters[count++] = byteOffset;
          if (i === 0) parameters[count++] = byteOffset + byteLength;
        } else {
          parameters[count++] = operand.low;
          parameters[count++] = operand.span;
        }
      }
      const kernel = kernelByBytes[bytes];
      if (!isKernel(kernel)) throw new InvariantError(`no kernel ${name}`);
      // Pass all seven, as spreading takes as long as a short loop; a kernel ignores surplus arguments.
      const [first, second, third, fourth] = [parameters[0]!, parameters[1]!, parameters[2]!, parameters[3]!];
      // WebAssembly returns numbers from 2³¹ on as negative numbers.
      return Number(kernel(first, second, third, fourth, parameters[4]!, parameters[5]!, parameters[6]!)) >>> 0;
    };
  };
}

const isKernel = (value: unknown): value is (...parameters: readonly number[]) => unknown =>
  typeof value === 'function';

/**
 * Creates the routines of one memory. A routine does nothing if an array is empty.
 *
 * @param memory     the memory with bitsets, columns and lists
 * @param ownsBuffer whether a buffer belongs to this memory, which gets a new buffer object at each growth
 */
export function vectorRoutines(memory: WebAssembly.Memory, ownsBuffer: (buffer: ArrayBufferLike) => boolean): Routines {
  const createCall = createKernelCaller(memory, ownsBuffer);
  const voidRoutine = <Operands extends readonly Operand[]>(name: string, plain: (...operands: Operands) => void) => {
    const call = createCall(name);
    return (...operands: Operands): void => {
      if (call(operands) === undefined) plain(...operands);
    };
  };
  const countingRoutine = <Operands extends readonly Operand[]>(
    name: string,
    plain: (...operands: Operands) => number,
  ) => {
    const call = createCall(name);
    return (...operands: Operands): number => call(operands) ?? plain(...operands);
  };
  const addDocs = createCall('addDocs');
  const toggleDocs = createCall('toggleDocs');
  const fillRuns = createCall('fillRuns');
  const fillTerms = createCall('fillTerms');
  const readAscending = createCall('readAscending');
  const scanColumn = countingRoutine('scanColumn', plainRoutines.scanColumn);
  return {
    and: voidRoutine('andWords', plainRoutines.and),
    or: voidRoutine('orWords', plainRoutines.or),
    xor: voidRoutine('xorWords', plainRoutines.xor),
    andNot: voidRoutine('andNotWords', plainRoutines.andNot),
    fill: voidRoutine('fillWords', plainRoutines.fill),
    copy: voidRoutine('copyWords', plainRoutines.copy),
    countAnd: countingRoutine('countCommonBits', plainRoutines.countAnd),
    addAll(words, docs) {
      if (addDocs([docs, words]) === undefined) plainRoutines.addAll(words, docs);
    },
    toggleAll(words, docs) {
      if (toggleDocs([docs, words]) === undefined) plainRoutines.toggleAll(words, docs);
    },
    fillRuns(words, terms, starts, docs, flags) {
      const result = fillRuns([words, terms, terms.length, starts, docs, flags]);
      if (result === undefined) plainRoutines.fillRuns(words, terms, starts, docs, flags);
    },
    siftBits: countingRoutine('siftBits', plainRoutines.siftBits),
    siftColumn: countingRoutine('siftColumn', plainRoutines.siftColumn),
    siftTerms: countingRoutine('siftTerms', plainRoutines.siftTerms),
    // The kernel fills whole words, then the plain loop fills the last word.
    fillTerms(column, terms, out) {
      const length = column.length & ~31;
      const [columnWords, outWords] = [column.subarray(0, length), out.subarray(0, length / 32)];
      if (fillTerms([outWords, columnWords, terms]) === undefined)
        plainRoutines.fillTerms(columnWords, terms, outWords);
      fillTermsFrom(column, length, terms, out);
    },
    // The kernel scans whole vectors, then the plain loop scans the remaining docs.
    scanColumn(column, interval, docsWanted, out) {
      const length = (column.byteLength & ~15) / column.BYTES_PER_ELEMENT;
      const written = docsWanted > 0 ? scanColumn(column.subarray(0, length), interval, docsWanted, out) : 0;
      return scanColumnFrom(column, length, interval, docsWanted, out, written);
    },
    listBits: countingRoutine('listMembers', plainRoutines.listBits),
    tallyBits: voidRoutine('tallyBits', plainRoutines.tallyBits),
    tallyList: voidRoutine('tallyList', plainRoutines.tallyList),
    tallyLinks: countingRoutine('tallyLinks', plainRoutines.tallyLinks),
    gather: voidRoutine('gatherOrdinals', plainRoutines.gather),
    sumMarked: voidRoutine('sumScores', plainRoutines.sumMarked),
    raiseMarked: voidRoutine('raiseScores', plainRoutines.raiseMarked),
    readAscending(bytes, out) {
      return readAscending([out, bytes]) ?? plainRoutines.readAscending(bytes, out);
    },
  };
}
