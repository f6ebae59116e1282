/**
 * The loop over ascending docs that are stored as varints of the distances between them (format/values/varint): sixteen
 * at once where each is a byte, as in the list of a frequent word nearly all are.
 */
import { wasm } from '../../../format/index.js';

type Code = wasm.Code;
const { get, i32, repeatWhile, set, tee, v128, when } = wasm;

const [bytes, start, out, end, value, byte, between, shift, mask, count] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const [raw, half, four, last, ones, zero] = [10, 11, 12, 13, 14, 15];

/** As many numbers as a vector has bytes, in bytes. */
const sixteen = 64;

const moveOn = (pointer: number, length: number): Code => [
  ...[...get(pointer), ...i32.const(length), ...i32.add, ...set(pointer)],
];

/** Leaves the next byte behind. */
const nextByte: Code = [...get(bytes), ...i32.load8, ...tee(byte), ...moveOn(bytes, 1)];

const one: Code = [
  ...[...nextByte, ...i32.const(127), ...i32.and, ...set(between)],
  ...[...get(byte), ...i32.const(128), ...i32.geU],
  ...when([
    ...[...i32.const(7), ...set(shift)],
    ...repeatWhile([
      ...[...nextByte, ...i32.const(127), ...i32.and, ...get(shift), ...i32.shl],
      ...[...get(between), ...i32.or, ...set(between)],
      ...moveOn(shift, 7),
      ...[...get(byte), ...i32.const(128), ...i32.geU],
    ]),
  ]),
  ...[...get(value), ...get(between), ...i32.add, ...i32.const(1), ...i32.add, ...set(value)],
  ...[...get(out), ...get(value), ...i32.store],
  ...moveOn(out, 4),
];

const places = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, place) => from + place);

/** Adds to each number the one so many bytes before it. */
const addBefore = (length: number): Code => [
  ...[...get(zero), ...get(four), ...v128.shuffle([...places(0, length), ...places(16, 32 - length)])],
  ...[...get(four), ...v128.add32, ...set(four)],
];

const lastOfAll = v128.shuffle([12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15]);

/** Four distances, which `widened` leaves behind: their sums up to each, behind the last number before them. */
const sums = (part: number, widened: Code): Code => [
  ...[...widened, ...get(ones), ...v128.add32, ...set(four)],
  ...[...addBefore(4), ...addBefore(8)],
  ...[...get(four), ...get(last), ...v128.add32, ...set(four)],
  ...[...get(out), ...get(four), ...v128.store(part * 16)],
  ...[...get(four), ...get(four), ...lastOfAll, ...set(last)],
];

const allAtOnce: Code = [
  ...[...get(value), ...v128.splat32, ...set(last)],
  ...[...get(raw), ...v128.low8, ...set(half)],
  ...sums(0, [...get(half), ...v128.low16]),
  ...sums(1, [...get(half), ...v128.high16]),
  ...[...get(raw), ...v128.high8, ...set(half)],
  ...sums(2, [...get(half), ...v128.low16]),
  ...sums(3, [...get(half), ...v128.high16]),
  ...[...get(last), ...v128.lane32(0), ...set(value)],
  ...moveOn(bytes, 16),
  ...moveOn(out, sixteen),
];

const turn: Code = [
  ...[...i32.const(1), ...set(count)],
  ...[...get(end), ...get(out), ...i32.sub, ...i32.const(sixteen), ...i32.geU],
  ...when([
    ...[...get(bytes), ...v128.load(0), ...tee(raw), ...v128.bitmask8, ...tee(mask)],
    // Up to the first number of several bytes, and it.
    ...when([...get(mask), ...i32.ctz, ...i32.const(1), ...i32.add, ...set(count)]),
    ...[...get(mask), ...i32.eqz],
    ...when([...allAtOnce, ...i32.const(0), ...set(count)]),
  ]),
  ...get(count),
  ...when(repeatWhile([...one, ...get(count), ...i32.const(1), ...i32.sub, ...tee(count)])),
  ...[...get(out), ...get(end), ...i32.ltU],
];

/** `readAscending(bytes, out)`: writes as many docs as there is room for; returns how many bytes they take. */
export const READ_ASCENDING: wasm.Routine = {
  name: 'readAscending',
  parameters: 4,
  returns: true,
  numbers: 6,
  vectors: 6,
  code: [
    ...[...get(bytes), ...set(start)],
    ...[...i32.const(-1), ...set(value), ...i32.const(1), ...v128.splat32, ...set(ones)],
    ...[...repeatWhile(turn), ...get(bytes), ...get(start), ...i32.sub],
  ],
};
