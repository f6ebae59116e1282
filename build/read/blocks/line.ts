/**
 * Finds the values of an item in the bytes of its line, without decoding or checking them.
 *
 * Only plain JSON is accepted. Anything else, including errors of the export, is `Unusual`: the block is then read line by
 * line (item-reader), which reports problems.
 */

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const OPENING_BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;

/** A block that is to be read with more care. */
export class Unusual extends Error {
  override readonly name = 'Unusual';
}

/** What a value looks like; `escaped` is a string with backslashes. */
export const ABSENT = 0;
export const NULL = 1;
export const TRUE = 2;
export const FALSE = 3;
export const STRING = 4;
export const ESCAPED = 5;
export const NUMBER = 6;
export const COMPOUND = 7;

const words = [
  { kind: NULL, first: LOWER_N, rest: Buffer.from('null') },
  { kind: TRUE, first: LOWER_T, rest: Buffer.from('true') },
  { kind: FALSE, first: LOWER_F, rest: Buffer.from('false') },
] as const;

/** @returns the next byte that is no JSON space; behind a line's end at most its line feed */
export function skipSpace(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === CR) at += 1;
  return at;
}

export class LineScanner {
  /** Per member, `id` last: what its value looks like, and where it stands; a string without its quotes. */
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly #names: readonly Buffer[];
  /** The member that the line before had at each place. */
  readonly #order: number[] = [];

  /** @param names of the members that there may be */
  constructor(names: readonly string[]) {
    this.#names = names.map((name) => Buffer.from(name));
    this.kinds = new Uint8Array(names.length);
    this.starts = new Uint32Array(names.length);
    this.ends = new Uint32Array(names.length);
  }

  /**
   * Finds the members of the object that begins at `at`, with which a line ends.
   *
   * @returns where the line ends: at its line feed, or the end of the bytes
   * @throws Unusual
   */
  scan(bytes: Uint8Array, at: number): number {
    at = skipSpace(bytes, this.scanObject(bytes, at));
    if (at < bytes.length && bytes[at] !== LF) throw new Unusual();
    return at;
  }

  /**
   * Finds the members of the object that begins at `at`.
   *
   * @returns where it ends
   * @throws Unusual
   */
  scanObject(bytes: Uint8Array, at: number): number {
    this.kinds.fill(ABSENT);
    if (bytes[at] !== OPENING_BRACE) throw new Unusual();
    at = skipSpace(bytes, at + 1);
    for (let place = 0; ; place += 1) {
      if (bytes[at] !== QUOTE) throw new Unusual();
      const keyStart = at + 1;
      at = this.#plainEnd(bytes, keyStart);
      const member = this.#memberAt(bytes, keyStart, at, place);
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== COLON) throw new Unusual();
      at = skipSpace(bytes, this.#value(bytes, skipSpace(bytes, at + 1), member));
      if (bytes[at] === CLOSING_BRACE) break;
      if (bytes[at] !== COMMA) throw new Unusual();
      at = skipSpace(bytes, at + 1);
    }
    return at + 1;
  }

  /** @returns where a string without escapes ends. @throws Unusual where it has some */
  #plainEnd(bytes: Uint8Array, from: number): number {
    const end = stringEnd(bytes, from);
    if (bytes[end] !== QUOTE) throw new Unusual();
    return end;
  }

  #memberAt(bytes: Uint8Array, start: number, end: number, place: number): number {
    let member = this.#order[place] ?? -1;
    if (member < 0 || !isSame(this.#names[member]!, bytes, start, end)) {
      member = this.#names.findIndex((name) => isSame(name, bytes, start, end));
      if (member < 0) throw new Unusual();
      this.#order[place] = member;
    }
    if (this.kinds[member] !== ABSENT) throw new Unusual();
    return member;
  }

  /** @returns where the value ends */
  #value(bytes: Uint8Array, at: number, member: number): number {
    const first = bytes[at]!;
    if (first === QUOTE) {
      this.starts[member] = at + 1;
      let end = stringEnd(bytes, at + 1);
      this.kinds[member] = bytes[end] === QUOTE ? STRING : ESCAPED;
      for (; bytes[end] === BACKSLASH; end = stringEnd(bytes, end + 2));
      this.ends[member] = end;
      return end + 1;
    }
    this.starts[member] = at;
    for (const { kind, first: letter, rest } of words) {
      if (first !== letter) continue;
      if (!isSame(rest, bytes, at, at + rest.length)) throw new Unusual();
      this.kinds[member] = kind;
      this.ends[member] = at + rest.length;
      return at + rest.length;
    }
    const isCompound = first === OPENING_BRACKET || first === OPENING_BRACE;
    const end = isCompound ? compoundEnd(bytes, at) : numberEnd(bytes, at);
    this.kinds[member] = isCompound ? COMPOUND : NUMBER;
    this.ends[member] = end;
    return end;
  }
}

/** @returns where the string's next quote or backslash is. @throws Unusual at a control character, and where it does not end */
function stringEnd(bytes: Uint8Array, at: number): number {
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE || byte === BACKSLASH) return at;
    if (byte < SPACE) break;
  }
  throw new Unusual();
}

/** @returns where the digits and what else numbers have end: that it is a number is not said. @throws Unusual where none is */
function numberEnd(bytes: Uint8Array, at: number): number {
  const start = at;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    const isDigit = byte >= 0x30 && byte <= 0x39;
    // "+", "-", "." and "e" in both cases.
    if (!isDigit && byte !== 0x2b && byte !== 0x2d && byte !== 0x2e && (byte | 0x20) !== 0x65) break;
  }
  if (at === start) throw new Unusual();
  return at;
}

/** @returns where the array or object ends: that all in it is sound is not said. @throws Unusual where its line ends first */
function compoundEnd(bytes: Uint8Array, at: number): number {
  for (let depth = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = stringEnd(bytes, at + 1);
      for (; bytes[at] === BACKSLASH; at = stringEnd(bytes, at + 2));
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (byte === LF) break;
  }
  throw new Unusual();
}

export function isSame(expected: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== expected.length) return false;
  for (let i = 0; i < expected.length; i += 1) if (bytes[start + i] !== expected[i]) return false;
  return true;
}
