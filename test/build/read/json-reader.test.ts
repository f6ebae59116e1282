/**
 * The strict JSON reader: agreement with JSON.parse on all JSON, and a table of what it refuses and how it says so.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../build/read/values/json-reader.js';
import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  JsonProblem,
  type JsonValue,
  toPlainNumbers,
} from '../../../build/read/values/json-value.js';
import { amount } from '../../../testing/amount.js';

/** Everything written again, numbers with their own text: equal text is an equal reading. */
function written(value: JsonValue): string {
  if (isJsonNumber(value)) return value.text;
  if (isJsonArray(value)) return `[${value.map(written).join(',')}]`;
  if (isJsonObject(value)) return `{${[...value].map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`)}}`;
  return JSON.stringify(value);
}

function readValue(text: string): JsonValue {
  const value = readJson(text);
  if (value instanceof JsonProblem) throw value;
  return value;
}

function problemOf(text: string): string {
  const value = readJson(text);
  return value instanceof JsonProblem ? `${value.line}:${value.column} ${value.message}` : 'no problem';
}

/** Plain values as Maps, as `withPlainNumbers` gives them. */
function mapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, member]) => [key, mapped(member)]));
}

const hasNul = (text: string): boolean => /\\u0000/.test(text);

describe('readJson › any JSON', () => {
  const texts = fc.oneof(
    fc.json(),
    fc.json({ stringUnit: 'grapheme' }),
    fc.json({ stringUnit: 'binary', maxDepth: 6 }),
  );

  it('compact or indented › equals JSON.parse', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(undefined, 2, '\t', '\r\n \t'), (text, space) => {
        const parsed: unknown = JSON.parse(text);
        const spread = JSON.stringify(parsed, undefined, space).replaceAll(/\n/g, space === 2 ? '\r\n' : '\n');
        // Half a surrogate pair and NUL are the two things JSON.parse takes and this reader does not.
        if (hasNul(text) || /\\ud[89a-f]/i.test(text)) return;
        expect(toPlainNumbers(readValue(spread))).toEqual(mapped(parsed));
      }),
      { seed: 5, numRuns: amount(2000, 400) },
    );
  });

  it('text of JSON.stringify › is reproduced exactly', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const compact = JSON.stringify(JSON.parse(text));
        if (hasNul(text) || /\\ud[89a-f]/i.test(text)) return;
        expect(written(readValue(compact))).toBe(compact);
      }),
      { seed: 6, numRuns: amount(2000, 400) },
    );
  });

  it('damaged at one position › is refused if JSON.parse refuses it, or by the stricter rules of this reader', () => {
    const alphabet = fc.constantFrom(...'{}[],:"\\0123456789.eE+-truefalsn \t\u0001\u007fé');
    const accepts = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(), fc.nat({ max: 2 }), alphabet, (text, where, removed, added) => {
        const at = where % (text.length + 1);
        const damaged = text.slice(0, at) + added + text.slice(at + removed);
        const value = readJson(damaged);
        const stricter = value instanceof JsonProblem && /appears twice|surrogate|U\+0000/.test(value.message);
        if (!stricter) expect(value instanceof JsonProblem).toBe(!accepts(damaged));
      }),
      { seed: 7, numRuns: amount(5000, 1000) },
    );
  });
});

describe('readJson › a number', () => {
  it.each(['0', '-0', '12345678901234567890.123456789012345678901234567890', '1E400', '1e+2', '-1.50e-03', '0.0'])(
    '%s › keeps its text',
    (text) => {
      expect(readValue(` ${text} `)).toEqual({ kind: 'number', text });
    },
  );
});

describe('readJson › an object', () => {
  it('with names of inherited members › has them as own members', () => {
    const value = readValue('{"__proto__":{"admin":true},"constructor":1,"toString":null,"":2}');
    expect(isJsonObject(value) && [...value.keys()]).toEqual(['__proto__', 'constructor', 'toString', '']);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  it('with a member that marks numbers › is not a number', () => {
    const value = readValue('{"kind":"number","text":"1"}');
    expect(isJsonNumber(value)).toBe(false);
    expect(isJsonObject(value)).toBe(true);
  });
});

describe('readJson › a string', () => {
  it.each([
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
    ['"\\u00e9\\ud83d\\ude00"', 'é😀'],
    ['"a\\\\"', 'a\\'],
    ['"\\\\\\""', '\\"'],
    ['"\\u0001\u007f\u2028"', '\u0001\u007f\u2028'],
    ['"é😀"', 'é😀'],
    ['""', ''],
  ])('%s › is unescaped', (text, value) => {
    expect(readValue(text)).toBe(value);
  });
});

describe('readJson › depth', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it('of 64 › is read', () => {
    expect(written(readValue(nested(64)))).toBe(nested(64));
  });

  it('of 65, or a million › is refused', () => {
    expect(problemOf(nested(65))).toBe('1:65 values are nested deeper than 64; flatten them');
    expect(problemOf('{"a":'.repeat(1_000_000))).toBe('1:321 values are nested deeper than 64; flatten them');
  });

  it('of siblings › is not added up', () => {
    expect(problemOf(`[${'[],{"a":[]},'.repeat(100)}[]]`)).toBe('no problem');
  });
});

describe('readJson › invalid JSON', () => {
  it.each([
    ['', '1:1 there is no value; write one'],
    ['  \t', '1:4 there is no value; write one'],
    ['{', '1:2 a key in double quotes is expected, but the text ends here; check that the file is complete'],
    ['{"a"', '1:5 ":" is expected after a key, but the text ends here; check that the file is complete'],
    ['{"a":', '1:6 a value is expected, but the text ends here; check that the file is complete'],
    ['{"a":1', '1:7 "," or "}" is expected after a member, but the text ends here; check that the file is complete'],
    ['[1', '1:3 "," or "]" is expected after an element, but the text ends here; check that the file is complete'],
    ['["abc', '1:2 the string that begins here does not end; check that the file is complete'],
    ['["a\\', '1:2 the string that begins here does not end; check that the file is complete'],
    ['["a\\"', '1:2 the string that begins here does not end; check that the file is complete'],
    ['{"a":1}x', '1:8 there is more text after the value; remove it, or begin a new line'],
    ['{"a":1}{"a":2}', '1:8 there is more text after the value; remove it, or begin a new line'],
    ['1 2', '1:3 there is more text after the value; remove it, or begin a new line'],
    ['truer', '1:5 there is more text after the value; remove it, or begin a new line'],
    ['{"a":1,"b":2,"a":3}', '1:14 the key "a" appears twice; remove one of them'],
    ['[{"x":{"a":1,"\\u0061":1}}]', '1:14 the key "a" appears twice; remove one of them'],
    ['{"__proto__":1,"__proto__":2}', '1:16 the key "__proto__" appears twice; remove one of them'],
    ['{a:1}', '1:2 a key in double quotes is expected, but "a" is here'],
    ["{'a':1}", '1:2 a key in double quotes is expected, but "\'" is here'],
    ['{1:1}', '1:2 a key in double quotes is expected, but "1" is here'],
    ['{"a":1,}', '1:8 a key in double quotes is expected, but "}" is here'],
    ['{"a" 1}', '1:6 ":" is expected after a key, but "1" is here'],
    ['{"a":1 "b":2}', '1:8 "," or "}" is expected after a member, but "\\"" is here'],
    ['[1,]', '1:4 a value is expected, but "]" is here; remove the comma before the closing bracket'],
    ['[1 2]', '1:4 "," or "]" is expected after an element, but "2" is here'],
    ['[1}', '1:3 "," or "]" is expected after an element, but "}" is here'],
    ["['a']", '1:2 a value is expected, but "\'" is here; write strings in double quotes'],
    ['NaN', '1:1 a value is expected, but "N" is here; JSON has neither NaN nor Infinity: write null'],
    ['[-Infinity]', '1:2 a value is expected, but "-" is here; JSON has neither NaN nor Infinity: write null'],
    ['None', '1:1 a value is expected, but "N" is here; JSON writes true, false and null'],
    ['True', '1:1 a value is expected, but "T" is here; JSON writes true, false and null'],
    ['undefined', '1:1 a value is expected, but "u" is here; JSON writes true, false and null'],
    ['tru', '1:1 a value is expected, but "t" is here'],
    ['nil', '1:1 a value is expected, but "n" is here'],
    ['+1', '1:1 a value is expected, but "+" is here; a number begins with a digit, or with "-" and a digit'],
    ['.5', '1:1 a value is expected, but "." is here; a number begins with a digit, or with "-" and a digit'],
    ['-', '1:1 a value is expected, but "-" is here'],
    ['-a', '1:1 a value is expected, but "-" is here'],
    ['007', '1:1 a number has no leading zero; remove it'],
    ['[-01]', '1:2 a number has no leading zero; remove it'],
    ['1.', '1:1 a number needs digits after its point; write some, or remove the point'],
    ['1.e5', '1:1 a number needs digits after its point; write some, or remove the point'],
    ['1e', '1:1 a number needs digits after its "e"; write some, or remove the "e"'],
    ['1E+', '1:1 a number needs digits after its "e"; write some, or remove the "e"'],
    ['0x10', '1:2 there is more text after the value; remove it, or begin a new line'],
    ['1_000', '1:2 there is more text after the value; remove it, or begin a new line'],
    ['/* no */ 1', '1:1 a value is expected, but "/" is here'],
    ['"a\u0000b"', '1:3 the string has the character U+0000, which no text may have; remove it'],
    ['"a\tb"', '1:3 the control character U+0009 is unescaped in a string; write it as \\u0009'],
    ['"\\n\u001f"', '1:4 the control character U+001F is unescaped in a string; write it as \\u001f'],
    ['["x","a\\u0000"]', '1:6 the string has the character U+0000, which no text may have; remove it'],
    ['"\\x41"', '1:2 a backslash begins no escape that JSON has; a backslash itself is written \\\\'],
    ['"\\n\\\\\\u12g4"', '1:6 a backslash begins no escape that JSON has; a backslash itself is written \\\\'],
    ['"\\ud800"', '1:1 an escape in this string makes half of a surrogate pair; write both halves'],
    ['["\\ude00\\ud83d"]', '1:2 an escape in this string makes half of a surrogate pair; write both halves'],
    ['{"\\ud83dx":1}', '1:2 an escape in this string makes half of a surrogate pair; write both halves'],
    ['\u00a01', '1:1 a value is expected, but U+00A0 is here'],
    ['\ufeff{}', '1:1 a value is expected, but U+FEFF is here'],
    ['[😀]', '1:2 a value is expected, but U+1F600 is here'],
    ['{\n  "a": 1,\n  "b": x\n}', '3:8 a value is expected, but "x" is here'],
  ])('%j › is reported with its position', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});
