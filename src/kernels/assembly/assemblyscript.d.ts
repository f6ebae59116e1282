/**
 * The part of AssemblyScript's language that the kernels use, for editors and for TypeScript, which takes every number as one
 * type. The compiler itself knows more: https://www.assemblyscript.org/stdlib/builtins.html
 */

type u8 = number;
type u16 = number;
type u32 = number;
type u64 = number;
type i32 = number;
type f64 = number;
type bool = boolean;
/** An address: 32 bits without a sign. */
type usize = number;

declare function u8(value: number | boolean): u8;
declare function u32(value: number | boolean): u32;
declare function u64(value: number): u64;
declare function usize(value: number | boolean): usize;

/** Reads at `address + offset`; offsets are constants. */
declare function load<T>(address: usize, offset?: usize): T extends number ? number : never;
declare function store<T>(address: usize, value: T extends number ? number : never, offset?: usize): void;
/** Bytes of a type. */
declare function sizeof<T>(): usize & (T extends number ? number : never);
/** Zeros below the lowest one. */
declare function ctz(value: u32): u32;
/** Zeros above the highest one. */
declare function clz(value: u32): u32;
declare function popcnt(value: u32): u32;

/** Without a branch. */
declare function select<T>(ifTrue: T, ifFalse: T, condition: boolean): T;

declare namespace memory {
  function fill(address: usize, byte: u8, byteLength: usize): void;
  function copy(to: usize, from: usize, byteLength: usize): void;
}

/** Sixteen bytes. */
interface v128 {
  readonly vector: unique symbol;
}
declare namespace v128 {
  function load(address: usize, offset?: usize): v128;
  function store(address: usize, value: v128, offset?: usize): void;
  function and(left: v128, right: v128): v128;
  function or(left: v128, right: v128): v128;
  function xor(left: v128, right: v128): v128;
  /** Left without right. */
  function andnot(left: v128, right: v128): v128;
  /** Picks lanes by number, those of the second vector behind those of the first. */
  function shuffle<T>(first: v128, second: v128, ...lanes: readonly number[]): T extends number ? v128 : never;
  // Lane by lane; T is the type of a lane.
  function splat<T>(value: T): v128;
  function sub<T>(left: v128, right: v128): T extends number ? v128 : never;
  function lt<T>(left: v128, right: v128): T extends number ? v128 : never;
  function bitmask<T>(lanes: v128): T extends number ? u32 : never;
}
declare namespace i8x16 {
  function splat(byte: u8): v128;
  function eq(left: v128, right: v128): v128;
  function popcnt(bytes: v128): v128;
  /** The highest bit of each byte. */
  function bitmask(bytes: v128): u32;
}
declare namespace i16x8 {
  function extadd_pairwise_i8x16_u(bytes: v128): v128;
  function extend_low_i8x16_u(bytes: v128): v128;
  function extend_high_i8x16_u(bytes: v128): v128;
}
declare namespace i32x4 {
  function splat(value: u32): v128;
  function add(left: v128, right: v128): v128;
  function extadd_pairwise_i16x8_u(pairs: v128): v128;
  function extend_low_i16x8_u(pairs: v128): v128;
  function extend_high_i16x8_u(pairs: v128): v128;
  function extract_lane(lanes: v128, lane: number): u32;
  function replace_lane(lanes: v128, lane: number, value: u32): v128;
}

/** Inlines a static method at each call, even with loops; constant arguments become constants in its code. */
declare const inline: MethodDecorator;
