/**
 * The vectorised loops over one segment's memory. Arrays that lie elsewhere are left to the plain loops.
 *
 * SIMD in WebAssembly takes 16 bytes a step and does not check bounds: what this file hands it was made by TypedArray
 * views, whose bounds were checked when they were made.
 */
import { InvariantError } from '../../../content/errors/index.js';
import { wasm } from '../../../format/index.js';
import { fillTermsFrom, plainRoutines, scanFrom } from '../plain-routines.js';
import type { Ordinals, Routines } from '../routines.js';
import { LIST_ROUTINES } from './list-routines.js';
import { TALLY_ROUTINES } from './tally-routines.js';
import { READ_ASCENDING } from './varint-routine.js';
import { WORD_ROUTINES } from './word-routines.js';

type Compiled = (...operands: readonly number[]) => unknown;

const ROUTINES = [...WORD_ROUTINES, ...LIST_ROUTINES, ...TALLY_ROUTINES, READ_ASCENDING];

/** Compiled once in a thread, a millisecond or two; an instance for each memory is made from it. */
let compiled: WebAssembly.Module | undefined;

/** @throws InvariantError when the module lacks a routine */
function instantiate(memory: WebAssembly.Memory): (name: string) => (...operands: readonly number[]) => number {
  compiled ??= new WebAssembly.Module(wasm.encodeModule(ROUTINES));
  const { exports } = new WebAssembly.Instance(compiled, {
    [wasm.MEMORY_IMPORT.module]: { [wasm.MEMORY_IMPORT.name]: memory },
  });
  return (name) => {
    const routine = exports[name];
    if (!isRoutine(routine)) throw new InvariantError(`no compiled routine ${name}`);
    // Addresses beyond 2^31 come back as negative numbers.
    return (...operands) => Number(routine(...operands)) >>> 0;
  };
}

const isRoutine = (value: unknown): value is Compiled => typeof value === 'function';

/**
 * @param memory that bitsets, columns and lists lie in
 * @param isHome whether a buffer is that memory: every growth gives it another one
 */
export function vectorRoutines(memory: WebAssembly.Memory, isHome: (buffer: ArrayBufferLike) => boolean): Routines {
  const routine = instantiate(memory);
  const combine = (name: 'and' | 'or' | 'xor' | 'andNot'): Routines['and'] => {
    const run = routine(name);
    return (out, left, right) => {
      if (out.length === 0) return;
      if (!isHome(out.buffer) || !isHome(left.buffer) || !isHome(right.buffer)) plainRoutines[name](out, left, right);
      else run(out.byteOffset, left.byteOffset, right.byteOffset, out.byteLength);
    };
  };
  const mark = (name: 'addAll' | 'toggleAll'): Routines['addAll'] => {
    const run = routine(name);
    return (words, docs) => {
      if (docs.length === 0) return;
      if (!isHome(words.buffer) || !isHome(docs.buffer)) plainRoutines[name](words, docs);
      else run(words.byteOffset, docs.byteOffset, docs.byteOffset + docs.byteLength);
    };
  };
  const fill = routine('fill');
  const copy = routine('copy');
  const countAnd = routine('countAnd');
  const siftBits = routine('siftBits');
  const listBits = routine('listBits');
  const siftColumn = byWidth((bits) => routine(`siftColumn${bits}`));
  const siftTerms = byWidth((bits) => routine(`siftTerms${bits}`));
  const fillTerms = byWidth((bits) => routine(`fillTerms${bits}`));
  const tallyBits = byWidth((bits) => routine(`tallyBits${bits}`));
  const tallyList = byWidth((bits) => routine(`tallyList${bits}`));
  const tallyLinks = routine('tallyLinks');
  const gather = byWidth((bits) => routine(`gather${bits}`));
  const tallyMarked = routine('tallyMarked');
  const scoring = (name: 'sumMarked' | 'raiseMarked'): Routines['sumMarked'] => {
    const run = byWidth((bits) => routine(`${name}${bits}`));
    return (docs, scores, factor, base, sums, marks) => {
      if (docs.length === 0) return;
      const isLocal = isHome(docs.buffer) && isHome(scores.buffer) && isHome(sums.buffer) && isHome(marks.buffer);
      if (!isLocal) return plainRoutines[name](docs, scores, factor, base, sums, marks);
      const end = docs.byteOffset + docs.byteLength;
      run(scores)(docs.byteOffset, end, scores.byteOffset, factor, base, sums.byteOffset, marks.byteOffset);
    };
  };
  const readAscending = routine('readAscending');
  const countAbove = routine('countAbove');
  const nextAbove = routine('nextAbove');
  const scanColumn = byWidth((bits) => routine(`scanColumn${bits}`));
  return {
    and: combine('and'),
    or: combine('or'),
    xor: combine('xor'),
    andNot: combine('andNot'),
    fill(words, ones) {
      if (!isHome(words.buffer)) plainRoutines.fill(words, ones);
      else fill(words.byteOffset, ones ? 0xff : 0, words.byteLength);
    },
    copy(out, words) {
      if (!isHome(out.buffer) || !isHome(words.buffer)) plainRoutines.copy(out, words);
      else copy(out.byteOffset, words.byteOffset, out.byteLength);
    },
    countAnd(left, right) {
      if (left.length === 0) return 0;
      if (!isHome(left.buffer) || !isHome(right.buffer)) return plainRoutines.countAnd(left, right);
      return countAnd(left.byteOffset, right.byteOffset, left.byteLength);
    },
    addAll: mark('addAll'),
    toggleAll: mark('toggleAll'),
    siftBits(docs, words, out) {
      if (docs.length === 0) return 0;
      if (!isHome(docs.buffer) || !isHome(words.buffer) || !isHome(out.buffer))
        return plainRoutines.siftBits(docs, words, out);
      const end = siftBits(docs.byteOffset, docs.byteOffset + docs.byteLength, words.byteOffset, out.byteOffset);
      return (end - out.byteOffset) / 4;
    },
    siftColumn(docs, column, interval, out) {
      if (docs.length === 0) return 0;
      if (!isHome(docs.buffer) || !isHome(column.buffer) || !isHome(out.buffer))
        return plainRoutines.siftColumn(docs, column, interval, out);
      const { low, span } = interval;
      const docsEnd = docs.byteOffset + docs.byteLength;
      const run = siftColumn(column);
      return (run(docs.byteOffset, docsEnd, column.byteOffset, low, span, out.byteOffset) - out.byteOffset) / 4;
    },
    siftTerms(docs, column, terms, out) {
      if (docs.length === 0) return 0;
      const isLocal = isHome(docs.buffer) && isHome(column.buffer) && isHome(terms.buffer) && isHome(out.buffer);
      if (!isLocal) return plainRoutines.siftTerms(docs, column, terms, out);
      const docsEnd = docs.byteOffset + docs.byteLength;
      const run = siftTerms(column);
      return (run(docs.byteOffset, docsEnd, column.byteOffset, terms.byteOffset, out.byteOffset) - out.byteOffset) / 4;
    },
    fillTerms(column, terms, out) {
      if (!isHome(column.buffer) || !isHome(terms.buffer) || !isHome(out.buffer)) {
        plainRoutines.fillTerms(column, terms, out);
        return;
      }
      const words = column.length >>> 5;
      if (words > 0) fillTerms(column)(column.byteOffset, terms.byteOffset, out.byteOffset, out.byteOffset + 4 * words);
      fillTermsFrom(column, words * 32, terms, out);
    },
    scanColumn(column, interval, wanted, out) {
      if (!isHome(column.buffer) || !isHome(out.buffer)) return plainRoutines.scanColumn(column, interval, wanted, out);
      const { low, span } = interval;
      const start = column.byteOffset;
      const byteLength = column.byteLength - (column.byteLength % 16);
      let written = 0;
      if (byteLength > 0 && wanted > 0) {
        const run = scanColumn(column);
        const end = run(start, start + byteLength, low, span, out.byteOffset, out.byteOffset + 4 * wanted);
        written = (end - out.byteOffset) / 4;
      }
      return scanFrom(column, byteLength / column.BYTES_PER_ELEMENT, interval, wanted, out, written);
    },
    listBits(words, out) {
      if (words.length === 0) return 0;
      if (!isHome(words.buffer) || !isHome(out.buffer)) return plainRoutines.listBits(words, out);
      const end = listBits(words.byteOffset, words.byteOffset + words.byteLength, out.byteOffset);
      return (end - out.byteOffset) / 4;
    },
    tallyBits(words, column, counts) {
      if (words.length === 0) return;
      if (!isHome(words.buffer) || !isHome(column.buffer) || !isHome(counts.buffer))
        plainRoutines.tallyBits(words, column, counts);
      else
        tallyBits(column)(words.byteOffset, words.byteOffset + words.byteLength, column.byteOffset, counts.byteOffset);
    },
    tallyList(docs, column, counts) {
      if (docs.length === 0) return;
      if (!isHome(docs.buffer) || !isHome(column.buffer) || !isHome(counts.buffer))
        plainRoutines.tallyList(docs, column, counts);
      else tallyList(column)(docs.byteOffset, docs.byteOffset + docs.byteLength, column.byteOffset, counts.byteOffset);
    },
    tallyLinks(docs, starts, targets, counts) {
      if (docs.length === 0) return 0;
      const isLocal = isHome(docs.buffer) && isHome(starts.buffer) && isHome(targets.buffer) && isHome(counts.buffer);
      if (!isLocal) return plainRoutines.tallyLinks(docs, starts, targets, counts);
      const end = docs.byteOffset + docs.byteLength;
      return tallyLinks(docs.byteOffset, end, starts.byteOffset, targets.byteOffset, counts.byteOffset);
    },
    countAbove(numbers, least) {
      if (!isHome(numbers.buffer)) return plainRoutines.countAbove(numbers, least);
      return countAbove(numbers.byteOffset, numbers.byteOffset + numbers.byteLength, least);
    },
    nextAbove(numbers, from, least) {
      if (!isHome(numbers.buffer)) return plainRoutines.nextAbove(numbers, from, least);
      const { byteOffset, byteLength } = numbers;
      return (nextAbove(byteOffset + 4 * from, byteOffset + byteLength, least) - byteOffset) / 4;
    },
    gather(docs, column, out) {
      if (docs.length === 0) return;
      if (!isHome(docs.buffer) || !isHome(column.buffer) || !isHome(out.buffer))
        plainRoutines.gather(docs, column, out);
      else gather(column)(docs.byteOffset, docs.byteOffset + docs.byteLength, column.byteOffset, out.byteOffset);
    },
    tallyMarked(ordinals, counts, marks) {
      if (ordinals.length === 0) return;
      if (!isHome(ordinals.buffer) || !isHome(counts.buffer) || !isHome(marks.buffer))
        plainRoutines.tallyMarked(ordinals, counts, marks);
      else {
        const end = ordinals.byteOffset + ordinals.byteLength;
        tallyMarked(ordinals.byteOffset, end, counts.byteOffset, marks.byteOffset);
      }
    },
    sumMarked: scoring('sumMarked'),
    raiseMarked: scoring('raiseMarked'),
    readAscending(bytes, out) {
      if (out.length === 0) return 0;
      if (!isHome(bytes.buffer) || !isHome(out.buffer)) return plainRoutines.readAscending(bytes, out);
      return readAscending(bytes.byteOffset, out.byteOffset, out.byteOffset + out.byteLength) - bytes.byteOffset;
    },
  };
}

type Run = (...operands: readonly number[]) => number;

function byWidth(routine: (bits: number) => Run): (column: Ordinals) => Run {
  const [narrow, middle, wide] = [routine(8), routine(16), routine(32)];
  return (column) => {
    if (column instanceof Uint8Array) return narrow;
    return column instanceof Uint16Array ? middle : wide;
  };
}
