import { describe, expect, it } from 'vitest';
import { ByteTerms, hashBytes, slotCount, TermHash } from '../../../src/index/termdict/index.js';
import { recordsOfBytes } from '../../../testing/structures/records.js';

/** The same by the book, in whole numbers of any length. */
function hashByTheBook(bytes: readonly number[]): number {
  const cut = (value: bigint): bigint => value & 0xffffffffn;
  let hash = 0x811c9dc5n;
  for (const byte of bytes) hash = cut((hash ^ BigInt(byte)) * 0x01000193n);
  hash = cut((hash ^ (hash >> 16n)) * 0x85ebca6bn);
  hash = cut((hash ^ (hash >> 13n)) * 0xc2b2ae35n);
  return Number(hash ^ (hash >> 16n));
}

const termsOf = (texts: readonly string[]): ByteTerms =>
  new ByteTerms(recordsOfBytes(texts.map((text) => Buffer.from(text))));

describe('hashBytes', () => {
  it.each([[[]], [[0]], [[97, 98, 99]], [[255, 0, 128, 7, 7, 7, 200]]])(
    '%j › has the published hash, at any position',
    (bytes) => {
      const within = Uint8Array.of(9, ...bytes, 9);
      expect(hashBytes(within, 1, 1 + bytes.length)).toBe(hashByTheBook(bytes));
    },
  );
});

describe('slotCount', () => {
  it('the number of slots › is a power of two, at least twice the number of terms, at least 2', () => {
    expect([0, 1, 2, 3, 4, 5, 8, 9].map(slotCount)).toEqual([2, 2, 4, 8, 8, 16, 16, 32]);
  });
});

describe('TermHash', () => {
  const value = (text: string): Uint8Array => Buffer.from(text);

  it('terms that share a slot › are found in following slots, across the end of the table', () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    // All begin to look in the last of four slots.
    const last = texts.filter((text) => (hashBytes(value(text), 0, 1) & 3) === 3).slice(0, 3);
    expect(last.length).toBeGreaterThanOrEqual(2);
    const [first, second, missing = 'zz'] = last;
    const hash = new TermHash(termsOf([first!, second!]), Uint32Array.of(2, 0, 0, 1));
    expect(hash.find(value(first!))).toBe(0);
    expect(hash.find(value(second!))).toBe(1);
    expect(hash.find(value(missing))).toBe(-1);
  });

  it('a part of a term, or more than a term › is not found', () => {
    const slots = new Uint32Array(2);
    slots[hashBytes(value('abc'), 0, 3) & 1] = 1;
    const hash = new TermHash(termsOf(['abc']), slots);
    expect(hash.find(value('abc'))).toBe(0);
    expect(['ab', 'abcd', ''].map((text) => hash.find(value(text)))).toEqual([-1, -1, -1]);
  });
});
