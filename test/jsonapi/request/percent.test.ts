import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeComponent } from '../../../src/content/model/index.js';
import { decode, isEscapedUtf8 } from '../../../src/jsonapi/request/percent-encoding.js';
import { amount } from '../../../testing/amount.js';

/** What the language's own decoder says, by throwing. */
function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const hex = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;

describe('decode', () => {
  it.each([
    ['plain', 'plain', 'plain'],
    ['a+b', 'a b', 'a+b'],
    ['%2B', '+', '+'],
    ['%2b%2B', '++', '++'],
    ['%C3%BC%f0%9f%98%80', 'ü😀', 'ü😀'],
    ['%00', '\0', '\0'],
    ['%25zz', '%zz', '%zz'],
    ['', '', ''],
  ])('%s › is "%s" in a query and "%s" in a path', (raw, query, path) => {
    expect(decode(raw, 'space')).toBe(query);
    expect(decode(raw, 'literal')).toBe(path);
  });

  it.each(['%', '%4', '%zz', '%-1', '% 1', '%+1', '\ud800', '%41\udc00', '%ud800'])('%s › is undefined', (raw) => {
    expect(decode(raw, 'space')).toBeUndefined();
    expect(decode(raw, 'literal')).toBeUndefined();
  });
});

describe('isEscapedUtf8', () => {
  it('every pair of bytes › is accepted if decodeURIComponent accepts it', () => {
    let valid = 0;
    for (let first = 0; first < 256; first += 1) {
      for (let second = 0; second < 256; second += 1) {
        const text = hex(first) + hex(second);
        const expected = decodes(text);
        if (expected) valid += 1;
        // An assertion for each of 65,536 would take seconds.
        if (isEscapedUtf8(text) !== expected) expect.fail(`${text} is ${expected ? '' : 'in'}valid`);
      }
    }
    expect(valid).toBe(128 * 128 + 30 * 64);
  });

  it('sequences of four bytes › are accepted if decodeURIComponent accepts them, up to the last code point', () => {
    let valid = 0;
    for (const first of [0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5]) {
      for (let second = 0x7f; second < 0xc1; second += 1) {
        const text = `${hex(first)}${hex(second)}%bf%80`;
        if (decodes(text)) valid += 1;
        expect(isEscapedUtf8(text), text).toBe(decodes(text));
      }
    }
    expect(valid).toBe(48 + 64 + 64 + 16);
  });

  it('any bytes, escaped or not › are accepted if decodeURIComponent accepts them', () => {
    const edges = [
      0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff,
    ];
    const part = fc.oneof(
      fc.constantFrom(...edges).map(hex),
      fc.constantFrom(...edges).map(hex),
      fc.integer({ min: 0, max: 255 }).map(hex),
      fc.constantFrom('a', '%', '%f', 'ü', '%zz', '%c3%bc', '%e2%82%ac', '%f0%9f%98%80'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        expect(isEscapedUtf8(parts.join(''))).toBe(decodes(parts.join('')));
      }),
      { numRuns: amount(10_000, 2000), seed: 5 },
    );
  });
});

describe('encodeComponent', () => {
  it('any text › is encoded as by encodeURIComponent, and the characters that it leaves reserved', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'Z', '0', '-', '~', '.', '_', '!', '*', "'", '[', ' ', 'ü', '😀', '\0', '\x7f'),
        }),
        (text) => {
          const reserved = (character: string): string => hex(character.charCodeAt(0)).toUpperCase();
          expect(encodeComponent(text)).toBe(encodeURIComponent(text).replace(/[!'()*]/g, reserved));
        },
      ),
      { seed: 6 },
    );
  });
});
