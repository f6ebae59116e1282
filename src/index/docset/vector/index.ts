/**
 * The vectorised loops over one segment's memory. Arrays that lie elsewhere are left to the plain loops.
 *
 * SIMD in WebAssembly takes 16 bytes a step and does not check bounds: what this file hands it was made by TypedArray
 * views, whose bounds were checked when they were made.
 */
import { InvariantError } from '../../../content/errors/index.js';
import { wasm } from '../../../format/index.js';
import { fillTermsFrom, plainRoutines, scanFrom } from '../plain-routines.js';
import type { Interval, Ordinals, Routines } from '../routines.js';
import { LIST_ROUTINES } from './list-routines.js';
import { TALLY_ROUTINES } from './tally-routines.js';
import { READ_ASCENDING } from './varint-routine.js';
import { WORD_ROUTINES } from './word-routines.js';

const ROUTINES = [...WORD_ROUTINES, ...LIST_ROUTINES, ...TALLY_ROUTINES, READ_ASCENDING];

/** Compiled once in a thread, a millisecond or two; an instance for each memory is made from it. */
let compiled: WebAssembly.Module | undefined;

/** Of the routine that has the most. */
const parametersMaximum = 10;

/** An array is handed over as the addresses of its start and its end, an interval as both its numbers. */
type Operand = Ordinals | Interval | number | boolean;

/** @returns undefined where an operand does not lie in the memory */
type Call = (operands: readonly Operand[]) => number | undefined;

/**
 * @returns by name what runs a routine; of one for each width of a column that of its narrowest operand, as all others
 *          have 32 bits
 */
function callsIn(memory: WebAssembly.Memory, isHome: (buffer: ArrayBufferLike) => boolean): (name: string) => Call {
  compiled ??= new WebAssembly.Module(wasm.encodeModule(ROUTINES));
  const { exports } = new WebAssembly.Instance(compiled, {
    [wasm.MEMORY_IMPORT.module]: { [wasm.MEMORY_IMPORT.name]: memory },
  });
  const given = new Uint32Array(parametersMaximum);
  return (name) => {
    const byBytes = [0, 1, 2, 3, 4].map((bytes) => exports[`${name}${bytes * 8}`] ?? exports[name]);
    return (operands) => {
      let bytes = 4;
      let count = 0;
      for (let i = 0; i < operands.length; i += 1) {
        const one = operands[i]!;
        if (typeof one !== 'object') given[count++] = Number(one);
        else if (ArrayBuffer.isView(one)) {
          const { byteLength, byteOffset, BYTES_PER_ELEMENT } = one;
          if (byteLength === 0) return 0;
          if (!isHome(one.buffer)) return undefined;
          if (BYTES_PER_ELEMENT < bytes) bytes = BYTES_PER_ELEMENT;
          given[count++] = byteOffset;
          given[count++] = byteOffset + byteLength;
        } else {
          given[count++] = one.low;
          given[count++] = one.span;
        }
      }
      const run = byBytes[bytes];
      if (!isRoutine(run)) throw new InvariantError(`no compiled routine ${name}`);
      // One by one, as spreading them takes as long as a short loop; a routine takes as many as it has parameters.
      const [one, two, three, four, five] = [given[0]!, given[1]!, given[2]!, given[3]!, given[4]!];
      // Numbers beyond 2^31 come back as negative ones.
      return Number(run(one, two, three, four, five, given[5]!, given[6]!, given[7]!, given[8]!, given[9]!)) >>> 0;
    };
  };
}

const isRoutine = (value: unknown): value is (...operands: readonly number[]) => unknown => typeof value === 'function';

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
  const fillTerms = doing('fillTerms', plainRoutines.fillTerms);
  const scanColumn = counting('scanColumn', plainRoutines.scanColumn);
  return {
    and: doing('and', plainRoutines.and),
    or: doing('or', plainRoutines.or),
    xor: doing('xor', plainRoutines.xor),
    andNot: doing('andNot', plainRoutines.andNot),
    fill: doing('fill', plainRoutines.fill),
    copy: doing('copy', plainRoutines.copy),
    countAnd: counting('countAnd', plainRoutines.countAnd),
    addAll: doing('addAll', plainRoutines.addAll),
    fillRuns: doing('fillRuns', plainRoutines.fillRuns),
    toggleAll: doing('toggleAll', plainRoutines.toggleAll),
    siftBits: counting('siftBits', plainRoutines.siftBits),
    siftColumn: counting('siftColumn', plainRoutines.siftColumn),
    siftTerms: counting('siftTerms', plainRoutines.siftTerms),
    // Whole words first, then the docs of the last one.
    fillTerms(column, terms, out) {
      const whole = column.length & ~31;
      fillTerms(column.subarray(0, whole), terms, out.subarray(0, whole / 32));
      fillTermsFrom(column, whole, terms, out);
    },
    // Whole vectors first, then the docs behind them.
    scanColumn(column, interval, wanted, out) {
      const whole = (column.byteLength & ~15) / column.BYTES_PER_ELEMENT;
      const written = wanted > 0 ? scanColumn(column.subarray(0, whole), interval, wanted, out) : 0;
      return scanFrom(column, whole, interval, wanted, out, written);
    },
    listBits: counting('listBits', plainRoutines.listBits),
    tallyBits: doing('tallyBits', plainRoutines.tallyBits),
    tallyList: doing('tallyList', plainRoutines.tallyList),
    tallyLinks: counting('tallyLinks', plainRoutines.tallyLinks),
    gather: doing('gather', plainRoutines.gather),
    sumMarked: doing('sumMarked', plainRoutines.sumMarked),
    raiseMarked: doing('raiseMarked', plainRoutines.raiseMarked),
    readAscending: counting('readAscending', plainRoutines.readAscending),
  };
}
