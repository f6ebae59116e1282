/**
 * What the compiled loops over lists and columns share: steps through a list, and columns of each width.
 */
import { wasm } from '../../../format/index.js';

type Code = wasm.Code;
const { get, i32, tee, v128 } = wasm;

/** Moves a pointer to the next element and leaves behind whether it is one. */
export const next = (pointer: number, end: number): Code => [
  ...[...get(pointer), ...i32.const(4), ...i32.add, ...tee(pointer)],
  ...[...get(end), ...i32.ltU],
];

/** The address of the word that holds the doc's bit. */
export const wordOf = (words: number, doc: Code): Code => [
  ...get(words),
  ...[...doc, ...i32.const(5), ...i32.shrU, ...i32.const(2), ...i32.shl, ...i32.add],
];

export interface Width {
  readonly bits: 8 | 16 | 32;
  readonly shift: number;
  readonly load: Code;
  readonly splat: Code;
  readonly sub: Code;
  readonly lessU: Code;
  readonly bitmask: Code;
}

export const WIDTHS: readonly Width[] = [
  {
    bits: 8,
    shift: 0,
    load: i32.load8,
    splat: v128.splat8,
    sub: v128.sub8,
    lessU: v128.ltU8,
    bitmask: v128.bitmask8,
  },
  {
    bits: 16,
    shift: 1,
    load: i32.load16,
    splat: v128.splat16,
    sub: v128.sub16,
    lessU: v128.ltU16,
    bitmask: v128.bitmask16,
  },
  {
    bits: 32,
    shift: 2,
    load: i32.load,
    splat: v128.splat32,
    sub: v128.sub32,
    lessU: v128.ltU32,
    bitmask: v128.bitmask32,
  },
];

/** The ordinal of a doc. */
export const ordinalOf = ({ shift, load }: Width, column: number, doc: Code): Code => [
  ...get(column),
  ...[...doc, ...i32.const(shift), ...i32.shl, ...i32.add, ...load],
];
