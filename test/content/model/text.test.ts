import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8, withoutTrailing } from '../../../src/content/model/index.js';
import { readSections } from '../../../src/ship/replicate/s3/profile.js';

describe('utf8', () => {
  it('any text, short or long › has the bytes of TextEncoder', () => {
    const unit = fc.constantFrom('a', 'Z', '\x7f', '\x80', 'ü', '日', '😀', '\0');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (text) => {
        expect(Buffer.from(utf8(text))).toEqual(Buffer.from(text));
      }),
    );
  });
});

describe('withoutTrailing', () => {
  it.each([
    ['/a//b//', '/a//b'],
    ['a', 'a'],
    ['//', ''],
    ['', ''],
  ])('%j › %j', (text, wanted) => {
    expect(withoutTrailing(text, '/')).toBe(wanted);
  });
});

describe('a long text of one repeated character', () => {
  // A square of it would take longer than the runner allows a test.
  const many = 1_000_000;

  it.each([
    [
      'white space in settings of S3',
      () =>
        readSections(`[a]\nb=x${'\t'.repeat(many)}c`)
          .get('a')
          ?.get('b')?.length,
      many + 2,
    ],
    ['white space in a section of S3', () => readSections(`[${' '.repeat(many)}a`).size, 0],
  ])('%s › ends quickly with the right result', (_, read, wanted) => {
    expect(read()).toBe(wanted);
  });
});
