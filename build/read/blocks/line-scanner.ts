/**
 * Finds the values of an item in the bytes of its line, without decoding or checking them.
 *
 * The scanner accepts only plain JSON with expected members. Other input, including invalid input, throws `UnusualInput`: the
 * block is then read line by line (item-reader), which reports problems.
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

/** Thrown for a block that must be read line by line. */
export class UnusualInput extends Error {
  override readonly name = 'UnusualInput';
}

// The kind of a value, by its first byte. ESCAPED is a string with backslashes.
export const ABSENT = 0;
export const NULL = 1;
export const TRUE = 2;
export const FALSE = 3;
export const STRING = 4;
export const ESCAPED = 5;
export const NUMBER = 6;
export const COMPOUND = 7;

const literals = [
  { kind: NULL, firstByte: LOWER_N, bytes: Buffer.from('null') },
  { kind: TRUE, firstByte: LOWER_T, bytes: Buffer.from('true') },
  { kind: FALSE, firstByte: LOWER_F, bytes: Buffer.from('false') },
] as const;

/** @returns the place of the first byte from `at` that is not JSON space; a line feed does not count as space */
export function skipSpace(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === CR) at += 1;
  return at;
}

export class LineScanner {
  /** Per member, in the order of `names`: the kind of its value. */
  readonly kinds: Uint8Array;
  /** Per member: the place of its value, `[start, end)`; of a string, without its quotes. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly #names: readonly Buffer[];
  /** Place in a line → the member that the previous line had there. Lines usually have their members in the same order. */
  readonly #order: number[] = [];

  /** @param names names of the expected members */
  constructor(names: readonly string[]) {
    this.#names = names.map((name) => Buffer.from(name));
    this.kinds = new Uint8Array(names.length);
    this.starts = new Uint32Array(names.length);
    this.ends = new Uint32Array(names.length);
  }

  /**
   * Finds the members of the object that begins at `at`, and checks that the line ends after it.
   *
   * @returns the place of the line feed, or the end of the bytes
   * @throws UnusualInput
   */
  scan(bytes: Uint8Array, at: number): number {
    at = skipSpace(bytes, this.scanObject(bytes, at));
    if (at < bytes.length && bytes[at] !== LF) throw new UnusualInput();
    return at;
  }

  /**
   * Finds the members of the object that begins at `at`.
   *
   * @returns the place after the object
   * @throws UnusualInput
   */
  scanObject(bytes: Uint8Array, at: number): number {
    this.kinds.fill(ABSENT);
    if (bytes[at] !== OPENING_BRACE) throw new UnusualInput();
    at = skipSpace(bytes, at + 1);
    for (let place = 0; ; place += 1) {
      if (bytes[at] !== QUOTE) throw new UnusualInput();
      const keyStart = at + 1;
      at = this.#plainEnd(bytes, keyStart);
      const member = this.#memberAt(bytes, keyStart, at, place);
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== COLON) throw new UnusualInput();
      at = skipSpace(bytes, this.#value(bytes, skipSpace(bytes, at + 1), member));
      if (bytes[at] === CLOSING_BRACE) break;
      if (bytes[at] !== COMMA) throw new UnusualInput();
      at = skipSpace(bytes, at + 1);
    }
    return at + 1;
  }

  /** @returns the place of the closing quote. @throws UnusualInput if the string has escapes */
  #plainEnd(bytes: Uint8Array, from: number): number {
    const end = stringEnd(bytes, from);
    if (bytes[end] !== QUOTE) throw new UnusualInput();
    return end;
  }

  #memberAt(bytes: Uint8Array, start: number, end: number, place: number): number {
    let member = this.#order[place] ?? -1;
    if (member < 0 || !isSame(this.#names[member]!, bytes, start, end)) {
      member = this.#names.findIndex((name) => isSame(name, bytes, start, end));
      if (member < 0) throw new UnusualInput();
      this.#order[place] = member;
    }
    if (this.kinds[member] !== ABSENT) throw new UnusualInput();
    return member;
  }

  /** @returns the place after the value */
  #value(bytes: Uint8Array, at: number, member: number): number {
    const first = bytes[at]!;
    if (first === QUOTE) {
      this.starts[member] = at + 1;
      let end = stringEnd(bytes, at + 1);
      this.kinds[member] = bytes[end] === QUOTE ? STRING : ESCAPED;
      // An escape has at least two bytes; the second one may be a quote.
      while (bytes[end] === BACKSLASH) end = stringEnd(bytes, end + 2);
      this.ends[member] = end;
      return end + 1;
    }
    this.starts[member] = at;
    for (const literal of literals) {
      if (first !== literal.firstByte) continue;
      const literalEnd = at + literal.bytes.length;
      if (!isSame(literal.bytes, bytes, at, literalEnd)) throw new UnusualInput();
      this.kinds[member] = literal.kind;
      this.ends[member] = literalEnd;
      return literalEnd;
    }
    const isCompound = first === OPENING_BRACKET || first === OPENING_BRACE;
    const end = isCompound ? compoundEnd(bytes, at) : numberEnd(bytes, at);
    this.kinds[member] = isCompound ? COMPOUND : NUMBER;
    this.ends[member] = end;
    return end;
  }
}

/** @returns the place of the next quote or backslash. @throws UnusualInput at a control character or the end of the bytes */
function stringEnd(bytes: Uint8Array, at: number): number {
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE || byte === BACKSLASH) return at;
    if (byte < SPACE) break;
  }
  throw new UnusualInput();
}

/** @returns the place after the characters of a number; their order is not checked. @throws UnusualInput if there are none */
function numberEnd(bytes: Uint8Array, at: number): number {
  const start = at;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    const isDigit = byte >= 0x30 && byte <= 0x39;
    // "+", "-", "." and "e" in both cases.
    if (!isDigit && byte !== 0x2b && byte !== 0x2d && byte !== 0x2e && (byte | 0x20) !== 0x65) break;
  }
  if (at === start) throw new UnusualInput();
  return at;
}

/** @returns the place after the array or object; its contents are not checked. @throws UnusualInput if the line ends first */
function compoundEnd(bytes: Uint8Array, at: number): number {
  for (let depth = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = stringEnd(bytes, at + 1);
      while (bytes[at] === BACKSLASH) at = stringEnd(bytes, at + 2);
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (byte === LF) break;
  }
  throw new UnusualInput();
}

export function isSame(expected: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== expected.length) return false;
  for (let i = 0; i < expected.length; i += 1) if (bytes[start + i] !== expected[i]) return false;
  return true;
}
