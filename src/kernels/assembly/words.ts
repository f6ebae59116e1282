/**
 * Combines bitsets word by word: 64 bytes per iteration, then the remaining words.
 *
 * The array that determines the loop is given by its start and end, other arrays of the same length by their start. Addresses are
 * multiples of 4. `out` may be one of the operands; otherwise arrays do not overlap.
 */
import { VECTOR_BYTES, WORD_BYTES } from './columns';

/** Bytes of an iteration. */
const BLOCK_BYTES: usize = 4 * VECTOR_BYTES;

const AND = 0;
const OR = 1;
const XOR = 2;
const AND_NOT = 3;

function combineVectors(operation: i32, left: v128, right: v128): v128 {
  if (operation === AND) return v128.and(left, right);
  if (operation === OR) return v128.or(left, right);
  if (operation === XOR) return v128.xor(left, right);
  return v128.andnot(left, right);
}

function combineWords(operation: i32, left: u32, right: u32): u32 {
  if (operation === AND) return left & right;
  if (operation === OR) return left | right;
  if (operation === XOR) return left ^ right;
  return left & ~right;
}

/** Inlined at each call, so that the operation is a constant and its test costs nothing. */
class Inlined {
  @inline
  static combine(operation: i32, out: usize, outEnd: usize, left: usize, right: usize): void {
    const blocksEnd = out + ((outEnd - out) & -BLOCK_BYTES);
    while (out < blocksEnd) {
      v128.store(out, combineVectors(operation, v128.load(left), v128.load(right)));
      v128.store(out, combineVectors(operation, v128.load(left, 16), v128.load(right, 16)), 16);
      v128.store(out, combineVectors(operation, v128.load(left, 32), v128.load(right, 32)), 32);
      v128.store(out, combineVectors(operation, v128.load(left, 48), v128.load(right, 48)), 48);
      out += BLOCK_BYTES;
      left += BLOCK_BYTES;
      right += BLOCK_BYTES;
    }
    while (out < outEnd) {
      store<u32>(out, combineWords(operation, load<u32>(left), load<u32>(right)));
      out += WORD_BYTES;
      left += WORD_BYTES;
      right += WORD_BYTES;
    }
  }
}

/** `out = left AND right` */
export function andWords(out: usize, outEnd: usize, left: usize, right: usize): void {
  Inlined.combine(AND, out, outEnd, left, right);
}

/** `out = left OR right` */
export function orWords(out: usize, outEnd: usize, left: usize, right: usize): void {
  Inlined.combine(OR, out, outEnd, left, right);
}

/** `out = left XOR right` */
export function xorWords(out: usize, outEnd: usize, left: usize, right: usize): void {
  Inlined.combine(XOR, out, outEnd, left, right);
}

/** `out = left AND NOT right` */
export function andNotWords(out: usize, outEnd: usize, left: usize, right: usize): void {
  Inlined.combine(AND_NOT, out, outEnd, left, right);
}

/** Sets all bits to `ones`, 0 or 1. The method `fill` of TypedArray takes several times as long in shared memory. */
export function fillWords(words: usize, wordsEnd: usize, ones: u32): void {
  memory.fill(words, ones !== 0 ? 0xff : 0, wordsEnd - words);
}

/** Copies `words` to `out`. */
export function copyWords(out: usize, outEnd: usize, words: usize): void {
  memory.copy(out, words, outEnd - out);
}

/** @returns in each 32-bit lane, the number of bits that are set in both vectors */
function countLanes(left: v128, right: v128): v128 {
  const bytes = i8x16.popcnt(v128.and(left, right));
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
}

/** @returns the number of bits that are set in both arrays */
export function countCommonBits(left: usize, leftEnd: usize, right: usize): u32 {
  const blocksEnd = left + ((leftEnd - left) & -BLOCK_BYTES);
  let lanes = i32x4.splat(0);
  while (left < blocksEnd) {
    lanes = i32x4.add(lanes, countLanes(v128.load(left), v128.load(right)));
    lanes = i32x4.add(lanes, countLanes(v128.load(left, 16), v128.load(right, 16)));
    lanes = i32x4.add(lanes, countLanes(v128.load(left, 32), v128.load(right, 32)));
    lanes = i32x4.add(lanes, countLanes(v128.load(left, 48), v128.load(right, 48)));
    left += BLOCK_BYTES;
    right += BLOCK_BYTES;
  }
  let count: u32 = 0;
  while (left < leftEnd) {
    count += popcnt(load<u32>(left) & load<u32>(right));
    left += WORD_BYTES;
    right += WORD_BYTES;
  }
  count += i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1);
  return count + i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3);
}
