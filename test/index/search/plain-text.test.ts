import { describe, expect, it } from 'vitest';

import { plainText, wordReader } from '../../../src/index/search/index.js';

const words = (markdown: string): string => wordReader(undefined).words(plainText(markdown)).join(' ');

describe('plainText', () => {
  it.each([
    ['links', 'see [the *old* garden](https://example.org/a_(b)) now', 'see the old garden now'],
    ['images', '![a red door](door.jpg "a title")', 'a red door'],
    ['reference links', 'a [door][red] and [gate][]\n\n[red]: https://example.org/door', 'a door and gate'],
    ['headings, emphasis and lists', '## Big **bold**ness\n* one\n- _two_', 'big boldness one two'],
    ['tags and automatic links', 'a<br/>b <a href="x">c</a> <https://example.org> d', 'a b c d'],
    ['code', '```js\nconst door = `red`;\n```', 'const door red'],
    ['references', 'caf&eacute; &amp; bar &#x4e2d;&#25991; &nosuch; a&b', 'cafe bar 中文 a b'],
    ['tables and quotes', '> | a | b |\n> |---|---|', 'a b'],
  ])('%s › leave what is read', (_, markdown, expected) => {
    expect(words(markdown)).toBe(expected);
  });

  it.each([
    ['a bracket', 'a ](b and on'],
    ['a tag', 'a <b and on'],
    ['a reference', 'a &amp and on'],
  ])('%s that is not closed › stays', (_, markdown) => {
    expect(plainText(markdown)).toBe(markdown);
  });

  it('a text made of openings › is passed over', () => {
    expect(plainText('](<'.repeat(20_000)).length).toBeGreaterThan(0);
  });

  it('a code point that is none › is nothing', () => {
    expect(plainText('a&#xd800;b&#9999999;c')).toBe('a b c');
  });
});
