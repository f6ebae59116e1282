import { describe, expect, it } from 'vitest';
import { closest, didYouMean, excerpt } from '../../../src/content/errors/index.js';

describe('closest', () => {
  it.each([
    ['titel', ['title', 'price'], 'title'],
    ['Title', ['title', 'price'], 'title'],
    ['limti', ['limit', 'skip'], 'limit'],
    ['ids', ['id', 'title'], 'id'],
    ['_equals', ['_eq', '_exists'], undefined],
  ])('%s of %j › %s', (given, names, expected) => {
    expect(closest(given, names)).toBe(expected);
  });

  it.each([
    ['a', ['b']],
    ['x', ['id', 'y']],
    ['ab', ['cd', 'no']],
    ['a', ['ab']],
    ['', ['id']],
  ])('a short name, %j of %j › suggests nothing, because every letter differs', (given, names) => {
    expect(closest(given, names)).toBeUndefined();
    expect(didYouMean(given, names)).toBe('');
  });

  it('a short name in another case › is suggested', () => {
    expect(closest('A', ['b', 'a'])).toBe('a');
  });
});

describe('excerpt', () => {
  it.each([
    ['short', 'short'],
    ['\ud83d/', '\ufffd/'],
    ['a'.repeat(80), 'a'.repeat(80)],
    ['a'.repeat(81), `${'a'.repeat(80)}…`],
    [`${'a'.repeat(79)}😀b`, `${'a'.repeat(79)}…`],
    [`\udc00${'a'.repeat(90)}`, `\ufffd${'a'.repeat(79)}…`],
  ])('%j › is short and well-formed', (text, expected) => {
    expect(excerpt(text)).toBe(expected);
  });
});
