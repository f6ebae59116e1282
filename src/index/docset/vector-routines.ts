/**
 * The vectorised loops over one segment's memory: `Routines` by the kernels. Arrays that lie elsewhere are left to the plain
 * loops.
 *
 * A kernel checks no bound: the TypedArrays that it is given were checked when they were made.
 */
import { InvariantError } from '../../content/errors/index.js';
import { kernelsIn } from '../../kernels/index.js';
import { fillTermsFrom, plainRoutines, scanFrom } from './plain-routines.js';
import type { Interval, Ordinals, Routines } from './routines.js';

/** The kernel with the most has so many. */
const parametersMaximum = 7;

/** The first array is handed over as the addresses of its start and its end, others as that of their start; an interval as its two numbers. */
type Operand = Ordinals | Interval | number | boolean;

/** @returns undefined where an operand does not lie in the memory */
type Call = (operands: readonly Operand[]) => number | undefined;

/**
 * @returns makes the call of a kernel by its name; of kernels for each width of a column, that of the narrowest operand is run,
 *          as all other operands have 32 bits
 */
function callsIn(memory: WebAssembly.Memory, isHome: (buffer: ArrayBufferLike) => boolean): (name: string) => Call {
  const kernels: Readonly<Record<string, unknown>> = kernelsIn(memory);
  const parameters = new Uint32Array(parametersMaximum);
  return (name) => {
    const byBytes = [0, 1, 2, 3, 4].map((bytes) => kernels[`${name}${bytes * 8}`] ?? kernels[name]);
    return (operands) => {
      let bytes = 4;
      let count = 0;
      for (let i = 0; i < operands.length; i += 1) {
        const operand = operands[i]!;
        if (typeof operand !== 'object') parameters[count++] = Number(operand);
        else if (ArrayBuffer.isView(operand)) {
          const { byteLength, byteOffset, BYTES_PER_ELEMENT } = operand;
          if (byteLength === 0) return 0;
          if (!isHome(operand.buffer)) return undefined;
          if (BYTES_PER_ELEMENT < bytes) bytes = BYTES_PER_ELEMENT;
          parameters[count++] = byteOffset;
          if (i === 0) parameters[count++] = byteOffset + byteLength;
        } else {
          parameters[count++] = operand.low;
          parameters[count++] = operand.span;
        }
      }
      const kernel = byBytes[bytes];
      if (!isKernel(kernel)) throw new InvariantError(`no kernel ${name}`);
      // One by one, as spreading them takes as long as a short loop; a kernel takes as many as it has parameters.
      const [first, second, third, fourth] = [parameters[0]!, parameters[1]!, parameters[2]!, parameters[3]!];
      // Numbers from 2^31 on come back as negative ones.
      return Number(kernel(first, second, third, fourth, parameters[4]!, parameters[5]!, parameters[6]!)) >>> 0;
    };
  };
}

const isKernel = (value: unknown): value is (...parameters: readonly number[]) => unknown =>
  typeof value === 'function';

/**
 * Each does nothing where an operand is empty.
 *
 * @param memory that bitsets, columns and lists lie in
 * @param isHome whether a buffer is that memory: every growth gives it another one
 */
export function vectorRoutines(memory: WebAssembly.Memory, isHome: (buffer: ArrayBufferLike) => boolean): Routines {
  const callOf = callsIn(memory, isHome);
  const doing = <Operands extends readonly Operand[]>(name: string, plain: (...operands: Operands) => void) => {
    const call = callOf(name);
    return (...operands: Operands): void => {
      if (call(operands) === undefined) plain(...operands);
    };
  };
  const counting = <Operands extends readonly Operand[]>(name: string, plain: (...operands: Operands) => number) => {
    const call = callOf(name);
    return (...operands: Operands): number => call(operands) ?? plain(...operands);
  };
  const addDocs = callOf('addDocs');
  const toggleDocs = callOf('toggleDocs');
  const fillRuns = callOf('fillRuns');
  const fillTerms = callOf('fillTerms');
  const readAscending = callOf('readAscending');
  const scanColumn = counting('scanColumn', plainRoutines.scanColumn);
  return {
    and: doing('andWords', plainRoutines.and),
    or: doing('orWords', plainRoutines.or),
    xor: doing('xorWords', plainRoutines.xor),
    andNot: doing('andNotWords', plainRoutines.andNot),
    fill: doing('fillWords', plainRoutines.fill),
    copy: doing('copyWords', plainRoutines.copy),
    countAnd: counting('countCommonBits', plainRoutines.countAnd),
    addAll(words, docs) {
      if (addDocs([docs, words]) === undefined) plainRoutines.addAll(words, docs);
    },
    toggleAll(words, docs) {
      if (toggleDocs([docs, words]) === undefined) plainRoutines.toggleAll(words, docs);
    },
    fillRuns(words, terms, starts, docs, room) {
      const run = fillRuns([words, terms, terms.length, starts, docs, room]);
      if (run === undefined) plainRoutines.fillRuns(words, terms, starts, docs, room);
    },
    siftBits: counting('siftBits', plainRoutines.siftBits),
    siftColumn: counting('siftColumn', plainRoutines.siftColumn),
    siftTerms: counting('siftTerms', plainRoutines.siftTerms),
    // Whole words by the kernel, then the docs of the last one.
    fillTerms(column, terms, out) {
      const length = column.length & ~31;
      const [columnWords, outWords] = [column.subarray(0, length), out.subarray(0, length / 32)];
      if (fillTerms([outWords, columnWords, terms]) === undefined)
        plainRoutines.fillTerms(columnWords, terms, outWords);
      fillTermsFrom(column, length, terms, out);
    },
    // Whole vectors by the kernel, then the docs behind them.
    scanColumn(column, interval, wanted, out) {
      const length = (column.byteLength & ~15) / column.BYTES_PER_ELEMENT;
      const written = wanted > 0 ? scanColumn(column.subarray(0, length), interval, wanted, out) : 0;
      return scanFrom(column, length, interval, wanted, out, written);
    },
    listBits: counting('listMembers', plainRoutines.listBits),
    tallyBits: doing('tallyBits', plainRoutines.tallyBits),
    tallyList: doing('tallyList', plainRoutines.tallyList),
    tallyLinks: counting('tallyLinks', plainRoutines.tallyLinks),
    gather: doing('gatherOrdinals', plainRoutines.gather),
    sumMarked: doing('sumScores', plainRoutines.sumMarked),
    raiseMarked: doing('raiseScores', plainRoutines.raiseMarked),
    readAscending(bytes, out) {
      return readAscending([out, bytes]) ?? plainRoutines.readAscending(bytes, out);
    },
  };
}
