/**
 * A strict JSON reader. Numbers keep their source text. Duplicate keys, half surrogate pairs and NUL characters, which
 * `JSON.parse` accepts silently, are problems with a line and column.
 *
 * The reader scans by index and slices values out of the text, about as fast as `JSON.parse`.
 * Elsewhere: the values (json-value), splitting a file into lines and checking UTF-8 (files/lines), field types (reader-table).
 */
import { excerpt } from '../../../src/content/errors/index.js';
import { type JsonArray, type JsonNumber, type JsonObject, JsonProblem, type JsonValue } from './json-value.js';

/** Deeper nesting is not content, and would overflow the stack without a useful message. */
export const depthMaximum = 64;
/** A line of the maximum length could contain thirty million values, which would take gigabytes. */
export const valuesMaximum = 1_000_000;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const nulReason = 'the string has the character U+0000, which no text may have; remove it';

const isDigit = (unit: number): boolean => unit >= ZERO && unit <= 0x39;
const codePoint = (unit: number): string => `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;

class JsonReader {
  private readonly text: string;
  /** Index of the next unread code unit. */
  private at = 0;
  private depth = 0;
  private valueCount = 0;

  constructor(text: string) {
    this.text = text;
  }

  parseDocument(): JsonValue {
    this.skipSpace();
    if (this.at === this.text.length) this.fail('there is no value; write one');
    const parseValue = this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.fail('there is more text after the value; remove it, or begin a new line');
    return parseValue;
  }

  private value(): JsonValue {
    this.valueCount += 1;
    if (this.valueCount > valuesMaximum)
      this.fail(`there are more than ${valuesMaximum} values in one item; split it up`);
    switch (this.text.charCodeAt(this.at)) {
      case QUOTE:
        return this.parseString();
      case OPENING_BRACE:
        return this.parseObject();
      case OPENING_BRACKET:
        return this.parseArray();
      case LOWER_T:
        return this.parseLiteral('true', true);
      case LOWER_F:
        return this.parseLiteral('false', false);
      case LOWER_N:
        return this.parseLiteral('null', null);
      default:
        return this.parseNumber();
    }
  }

  private parseObject(): JsonObject {
    this.enterNesting();
    const members = new Map<string, JsonValue>();
    if (this.unit() === CLOSING_BRACE) return this.leaveNesting(members);
    for (let count = 1; ; count += 1) {
      const keyAt = this.at;
      if (this.unit() !== QUOTE) this.fail(`a key in double quotes is expected, ${this.describeNext()}`);
      const key = this.parseString();
      this.skipSpace();
      if (this.unit() !== COLON) this.fail(`":" is expected after a key, ${this.describeNext()}`);
      this.at += 1;
      this.skipSpace();
      members.set(key, this.value());
      if (members.size !== count)
        this.fail(`the key ${JSON.stringify(excerpt(key))} appears twice; remove one of them`, keyAt);
      this.skipSpace();
      const nextUnit = this.unit();
      if (nextUnit === CLOSING_BRACE) return this.leaveNesting(members);
      if (nextUnit !== COMMA) this.fail(`"," or "}" is expected after a member, ${this.describeNext()}`);
      this.at += 1;
      this.skipSpace();
    }
  }

  private parseArray(): JsonArray {
    this.enterNesting();
    const elements: JsonValue[] = [];
    if (this.unit() === CLOSING_BRACKET) return this.leaveNesting(elements);
    for (;;) {
      elements.push(this.value());
      this.skipSpace();
      const unit = this.unit();
      if (unit === CLOSING_BRACKET) return this.leaveNesting(elements);
      if (unit !== COMMA) this.fail(`"," or "]" is expected after an element, ${this.describeNext()}`);
      this.at += 1;
      this.skipSpace();
    }
  }

  private enterNesting(): void {
    this.depth += 1;
    if (this.depth > depthMaximum) this.fail(`values are nested deeper than ${depthMaximum}; flatten them`);
    this.at += 1;
    this.skipSpace();
  }

  private leaveNesting<Value>(value: Value): Value {
    this.depth -= 1;
    this.at += 1;
    return value;
  }

  private parseString(): string {
    const text = this.text;
    const start = this.at + 1;
    for (let i = start; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit === QUOTE) {
        this.at = i + 1;
        return text.slice(start, i);
      }
      if (unit === BACKSLASH) return this.parseEscapedString(i);
      if (unit < SPACE) this.failAtControl(i);
    }
    return this.fail('the string that begins here does not end; check that the file is complete');
  }

  /** @param backslash index of the first backslash */
  private parseEscapedString(backslash: number): string {
    const text = this.text;
    const opening = this.at;
    for (let i = backslash; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit === QUOTE) {
        this.at = i + 1;
        return this.parseWithEngine(opening);
      }
      if (unit === BACKSLASH) i += 1;
      else if (unit < SPACE) this.failAtControl(i);
    }
    return this.fail('the string that begins here does not end; check that the file is complete');
  }

  /** Parses the string `[opening, at)`, including its quotes, with `JSON.parse`, and checks the result. */
  private parseWithEngine(opening: number): string {
    const literal = this.text.slice(opening, this.at);
    let value: unknown;
    try {
      value = JSON.parse(literal);
    } catch {
      // Matches valid escapes, so that they are skipped; the group is set for a backslash that begins no valid escape.
      const escapePattern = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})|(\\)/g;
      for (const match of literal.matchAll(escapePattern)) {
        if (match[1] === undefined) continue;
        this.fail(
          'a backslash begins no escape that JSON has; a backslash itself is written \\\\',
          opening + match.index,
        );
      }
    }
    if (typeof value !== 'string') return this.fail('the string is malformed', opening);
    if (!value.isWellFormed())
      this.fail('an escape in this string makes half of a surrogate pair; write both halves', opening);
    if (value.includes('\0')) this.fail(nulReason, opening);
    return value;
  }

  private failAtControl(offset: number): never {
    const unit = this.text.charCodeAt(offset);
    if (unit === 0) this.fail(nulReason, offset);
    const escaped = `\\u${unit.toString(16).padStart(4, '0')}`;
    this.fail(`the control character ${codePoint(unit)} is unescaped in a string; write it as ${escaped}`, offset);
  }

  private parseNumber(): JsonNumber {
    const text = this.text;
    const start = this.at;
    let i = start;
    if (text.charCodeAt(i) === MINUS) i += 1;
    const digits = i;
    i = this.skipDigits(i);
    if (i === digits) this.failAtValue();
    if (i > digits + 1 && text.charCodeAt(digits) === ZERO) this.fail('a number has no leading zero; remove it');
    if (text.charCodeAt(i) === POINT) {
      const fraction = i + 1;
      i = this.skipDigits(fraction);
      if (i === fraction) this.fail('a number needs digits after its point; write some, or remove the point');
    }
    const exponent = text.charCodeAt(i);
    if (exponent === LOWER_E || exponent === UPPER_E) {
      const sign = text.charCodeAt(i + 1);
      const power = sign === PLUS || sign === MINUS ? i + 2 : i + 1;
      i = this.skipDigits(power);
      if (i === power) this.fail('a number needs digits after its "e"; write some, or remove the "e"');
    }
    this.at = i;
    return { kind: 'number', text: text.slice(start, i) };
  }

  private skipDigits(from: number): number {
    while (from < this.text.length && isDigit(this.text.charCodeAt(from))) from += 1;
    return from;
  }

  private parseLiteral<Value>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.at)) this.failAtValue();
    this.at += word.length;
    return value;
  }

  /** Fails where no value begins, with a hint at the probable mistake. */
  private failAtValue(): never {
    const nextText = this.text.slice(this.at, this.at + 16);
    const expected = `a value is expected, ${this.describeNext()}`;
    if (/^[\]}]/.test(nextText)) this.fail(`${expected}; remove the comma before the closing bracket`);
    if (/^-?(?:NaN|Infinity)/.test(nextText)) this.fail(`${expected}; JSON has neither NaN nor Infinity: write null`);
    if (/^(?:True|False|None|TRUE|FALSE|NULL|undefined)/.test(nextText)) {
      this.fail(`${expected}; JSON writes true, false and null`);
    }
    if (nextText.startsWith("'")) this.fail(`${expected}; write strings in double quotes`);
    if (/^[+.]/.test(nextText)) this.fail(`${expected}; a number begins with a digit, or with "-" and a digit`);
    this.fail(expected);
  }

  private describeNext(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return 'but the text ends here; check that the file is complete';
    return code > SPACE && code < 0x7f
      ? `but ${JSON.stringify(String.fromCodePoint(code))} is here`
      : `but ${codePoint(code)} is here`;
  }

  private skipSpace(): void {
    const text = this.text;
    let i = this.at;
    for (; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit > SPACE || (unit !== SPACE && unit !== LF && unit !== CR && unit !== TAB)) break;
    }
    this.at = i;
  }

  private unit(): number {
    return this.text.charCodeAt(this.at);
  }

  private fail(reason: string, offset = this.at): never {
    throw new JsonProblem(reason, this.text, offset);
  }
}

/**
 * Reads one JSON value; text after it is a problem.
 *
 * @param text well-formed UTF-16, such as decoded UTF-8
 * @returns the value or the problem. Strings may be slices that keep the whole `text` in memory.
 * Cost: O(length); at most 64 stack frames deep, a million values.
 */
export function readJson(text: string): JsonValue | JsonProblem {
  try {
    return new JsonReader(text).parseDocument();
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
}
