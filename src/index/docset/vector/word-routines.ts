/**
 * Loops over bitsets, 64 bytes an iteration and then word by word. Pointers are addresses in bytes, multiples of 4; of each
 * array its start and its end.
 *
 * Invariants: no array is empty; operands may be the same array but do not overlap otherwise.
 */
import { wasm } from '../../../format/index.js';

type Code = wasm.Code;
type Routine = wasm.Routine;
const { copyBytes, fillBytes, get, i32, repeatWhile, set, tee, v128, when } = wasm;

const iterationBytes = 64;
const vectorBytes = 16;

interface Locals {
  /** How far the loop has come, in bytes. */
  readonly at: number;
  /** Where the last whole iteration ends. */
  readonly whole: number;
}

const address = (pointer: number, at: number): Code => [...get(pointer), ...get(at), ...i32.add];

/** @param iteration what an iteration does at an offset. @param word what is done for one of the words left over */
function overWords(bytes: number, locals: Locals, iteration: (offset: number) => Code, word: Code): Code {
  const { at, whole } = locals;
  const vectors = Array.from({ length: iterationBytes / vectorBytes }, (_, part) =>
    iteration(part * vectorBytes),
  ).flat();
  const step = (length: number, end: number): Code => [
    ...[...get(at), ...i32.const(length), ...i32.add, ...tee(at)],
    ...[...get(end), ...i32.ltU],
  ];
  return [
    ...[...get(bytes), ...i32.const(-iterationBytes), ...i32.and, ...tee(whole)],
    ...when(repeatWhile([...vectors, ...step(iterationBytes, whole)])),
    ...[...get(at), ...get(bytes), ...i32.ltU],
    ...when(repeatWhile([...word, ...step(4, bytes)])),
  ];
}

interface Operation {
  readonly vector: Code;
  readonly word: Code;
}

const AND: Operation = { vector: v128.and, word: i32.and };
const OR: Operation = { vector: v128.or, word: i32.or };
const XOR: Operation = { vector: v128.xor, word: i32.xor };
const ANDNOT: Operation = { vector: v128.andnot, word: [...i32.const(-1), ...i32.xor, ...i32.and] };

/** Makes of the end of an array its length in bytes. */
const lengthOf = (start: number, end: number): Code => [...get(end), ...get(start), ...i32.sub, ...set(end)];

/** `name(out, left, right)`: each word of `out` becomes left op right. */
function combining(name: string, { vector, word }: Operation): Routine {
  const [out, bytes, left, right] = [0, 1, 2, 4];
  const locals = { at: 6, whole: 7 };
  const { at } = locals;
  const iteration = (offset: number): Code => [
    ...address(out, at),
    ...[...address(left, at), ...v128.load(offset)],
    ...[...address(right, at), ...v128.load(offset)],
    ...[...vector, ...v128.store(offset)],
  ];
  const each = [
    ...address(out, at),
    ...[...address(left, at), ...i32.load],
    ...[...address(right, at), ...i32.load],
    ...[...word, ...i32.store],
  ];
  const code = [...lengthOf(out, bytes), ...overWords(bytes, locals, iteration, each)];
  return { name, parameters: 6, returns: false, numbers: 2, vectors: 0, code };
}

/** `name(left, right)`: how many ones left op right has. */
function counting(name: string, { vector, word }: Operation): Routine {
  const [left, bytes, right] = [0, 1, 2];
  const locals = { at: 4, whole: 5 };
  const { at } = locals;
  const [total, sums] = [6, 7];
  const iteration = (offset: number): Code => [
    ...[...address(left, at), ...v128.load(offset)],
    ...[...address(right, at), ...v128.load(offset)],
    ...[...vector, ...v128.popcnt8, ...v128.sumPairs8, ...v128.sumPairs16],
    ...[...get(sums), ...v128.add32, ...set(sums)],
  ];
  const each = [
    ...[...address(left, at), ...i32.load],
    ...[...address(right, at), ...i32.load],
    ...[...word, ...i32.popcnt, ...get(total), ...i32.add, ...set(total)],
  ];
  const words = overWords(bytes, locals, iteration, each);
  const code = [...lengthOf(left, bytes), ...words, ...get(total), ...lanesOf(sums)];
  return { name, parameters: 4, returns: true, numbers: 3, vectors: 1, code };
}

const lanesOf = (sums: number): Code =>
  [0, 1, 2, 3].flatMap((lane) => [...get(sums), ...v128.lane32(lane), ...i32.add]);

/** `fill(words, ones)`: a TypedArray's own `fill` is several times as slow where the memory is shared. */
const FILL: Routine = {
  name: 'fill',
  parameters: 3,
  returns: false,
  numbers: 0,
  vectors: 0,
  code: [...get(0), ...i32.const(0), ...get(2), ...i32.sub, ...get(1), ...get(0), ...i32.sub, ...fillBytes],
};

/** `copy(out, words)` */
const COPY: Routine = {
  ...FILL,
  name: 'copy',
  parameters: 4,
  code: [...get(0), ...get(2), ...get(1), ...get(0), ...i32.sub, ...copyBytes],
};

export const WORD_ROUTINES: readonly Routine[] = [
  FILL,
  COPY,
  combining('and', AND),
  combining('or', OR),
  combining('xor', XOR),
  combining('andNot', ANDNOT),
  counting('countAnd', AND),
];
