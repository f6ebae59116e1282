/**
 * WebAssembly's binary format, as much of it as compiled routines need: instructions as bytes, and a module of functions over
 * one imported, shared memory; and what compiles it.
 *
 * Source: WebAssembly Core Specification 2.0 (W3C), chapter 5, "Binary Format"; the memory's flag from the threads
 * proposal. Elsewhere: the routines (src/index/docset/vector, build/substrings/sort).
 */

import { InvariantError } from '../content/errors/index.js';
import { varintLength, writeVarint } from './values/varint.js';

/** Bytes of instructions. */
export type Code = readonly number[];

/** A number that is neither negative nor beyond 32 bits, in LEB128. */
function unsigned(value: number): number[] {
  const bytes = new Uint8Array(varintLength(value));
  writeVarint(bytes, 0, value);
  return [...bytes];
}

/** A 32-bit number in signed LEB128. */
function signed(value: number): number[] {
  const out: number[] = [];
  for (; value < -64 || value > 63; value >>= 7) out.push((value & 127) | 128);
  return [...out, value & 127];
}

const I32 = 0x7f;
const V128 = 0x7b;

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const tee = (local: number): Code => [0x22, ...unsigned(local)];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load: [0x28, 2, 0],
  /** As `load`, so many bytes behind the address. */
  loadAt: (offset: number): Code => [0x28, 2, ...unsigned(offset)],
  load8At: (offset: number): Code => [0x2d, 0, ...unsigned(offset)],
  load8: [0x2d, 0, 0],
  load16: [0x2f, 1, 0],
  store: [0x36, 2, 0],
  store8: [0x3a, 0, 0],
  store16: [0x3b, 0, 0],
  storeAt: (offset: number): Code => [0x36, 2, ...unsigned(offset)],
  /** The first of two numbers where the third is not 0, else the second. */
  select: [0x1b],
  eqz: [0x45],
  eq: [0x46],
  ne: [0x47],
  ltS: [0x48],
  ltU: [0x49],
  geU: [0x4f],
  ctz: [0x68],
  popcnt: [0x69],
  add: [0x6a],
  sub: [0x6b],
  mul: [0x6c],
  divU: [0x6e],
  remU: [0x70],
  and: [0x71],
  or: [0x72],
  xor: [0x73],
  shl: [0x74],
  shrU: [0x76],
  /** The whole part of a float of 64 bits that is not negative and has one of 32 bits. */
  fromF64: [0xab],
} as const;

export const f64 = {
  load: [0x2b, 3, 0],
} as const;

const simd = (operation: number, ...immediates: readonly number[]): Code => [
  0xfd,
  ...unsigned(operation),
  ...immediates,
];

export const v128 = {
  load: (offset: number): Code => simd(0x00, 0, ...unsigned(offset)),
  store: (offset: number): Code => simd(0x0b, 0, ...unsigned(offset)),
  and: simd(0x4e),
  /** The first without the second. */
  andnot: simd(0x4f),
  or: simd(0x50),
  xor: simd(0x51),
  /** Ones in each byte. */
  popcnt8: simd(0x62),
  sumPairs8: simd(0x7d),
  sumPairs16: simd(0x7f),
  add32: simd(0xae),
  /** Eight bytes, or four pairs of bytes, each as twice as many bits: those of the first half, or of the second. */
  low8: simd(0x89),
  high8: simd(0x8a),
  low16: simd(0xa9),
  high16: simd(0xaa),
  /** Bytes of two vectors, by their places: from 16 on those of the second. */
  shuffle: (places: readonly number[]): Code => simd(0x0d, ...places),
  lane32: (lane: number): Code => simd(0x1b, lane),
  replace32: (lane: number): Code => simd(0x1c, lane),
  splat8: simd(0x0f),
  splat16: simd(0x10),
  splat32: simd(0x11),
  eq8: simd(0x23),
  sub8: simd(0x71),
  sub16: simd(0x91),
  sub32: simd(0xb1),
  ltU8: simd(0x26),
  ltU16: simd(0x30),
  ltU32: simd(0x3a),
  bitmask8: simd(0x64),
  bitmask16: simd(0x84),
  bitmask32: simd(0xa4),
} as const;

/** Runs the body, and again as long as the number it leaves behind is not 0. */
export const repeatWhile = (body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];
/** Runs the body if the number before it is not 0. */
export const when = (body: Code): Code => [0x04, 0x40, ...body, 0x0b];
/** Fills bytes: of an address, a byte and a length. */
export const fillBytes: Code = [0xfc, ...unsigned(11), 0];
/** Copies bytes: to an address, from an address, a length. */
export const copyBytes: Code = [0xfc, ...unsigned(10), 0, 0];
/** Leaves the function with what stands before it. */
export const leave: Code = [0x0f];

export interface Routine {
  readonly name: string;
  readonly parameters: number;
  readonly returns: boolean;
  /** Locals behind the parameters: first those of 32 bits, then the vectors. */
  readonly numbers: number;
  readonly vectors: number;
  readonly code: Code;
}

const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const text = (value: string): Code => [...unsigned(value.length), ...Buffer.from(value, 'latin1')];
const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];

function body({ numbers, vectors, code }: Routine): Code {
  const bytes = [2, ...unsigned(numbers), I32, ...unsigned(vectors), V128, ...code, 0x0b];
  return [...unsigned(bytes.length), ...bytes];
}

export const MEMORY_IMPORT = { module: 'segment', name: 'memory' } as const;
/** What a memory may at most be allowed to grow to: all that 32 bits address. */
const pagesMaximum = 65_536;

/** @returns the module that exports each routine by its name; every parameter and result is a number of 32 bits */
export function encodeModule(routines: readonly Routine[]): Uint8Array<ArrayBuffer> {
  const types = routines.map(({ parameters, returns }) => [
    0x60,
    ...vector(Array.from({ length: parameters }, () => [I32])),
    ...vector(returns ? [[I32]] : []),
  ]);
  const memory = [...text(MEMORY_IMPORT.module), ...text(MEMORY_IMPORT.name), 2, 3, 0, ...unsigned(pagesMaximum)];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(2, vector([memory])),
    ...section(3, vector(routines.map((_, index) => unsigned(index)))),
    ...section(7, vector(routines.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]))),
    ...section(10, vector(routines.map(body))),
  ]);
}

/** A compiled routine. What it returns has a sign, also an address beyond 2^31. */
export type Run = (...operands: readonly number[]) => unknown;

const isRun = (value: unknown): value is Run => typeof value === 'function';

/**
 * Routines that are compiled once in a thread, with an instance for each memory.
 *
 * @param make what is made, once for a memory, of the routines by their names
 * @returns what was made for a memory. Cost: a millisecond the first time
 */
export function routinesIn<Made>(
  routines: readonly Routine[],
  make: (run: (name: string) => Run) => Made,
): (memory: WebAssembly.Memory) => Made {
  let module: WebAssembly.Module | undefined;
  const known = new WeakMap<WebAssembly.Memory, { readonly made: Made }>();
  return (memory) => {
    const found = known.get(memory);
    if (found !== undefined) return found.made;
    module ??= new WebAssembly.Module(encodeModule(routines));
    const { exports } = new WebAssembly.Instance(module, { [MEMORY_IMPORT.module]: { [MEMORY_IMPORT.name]: memory } });
    const made = make((name) => {
      const routine = exports[name];
      if (!isRun(routine)) throw new InvariantError(`no compiled routine ${name}`);
      return routine;
    });
    known.set(memory, { made });
    return made;
  };
}
