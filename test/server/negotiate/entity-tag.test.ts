import { describe, expect, it } from 'vitest';
import {
  formatEntityTag,
  hashDocument,
  matchesNoneMatch,
  profiledTag,
  satisfiesIfMatch,
} from '../../../src/server/negotiate/entity-tag.js';

const document = Buffer.from('{"data":null}');

describe('entityTag', () => {
  it('the same bytes › the same strong tag', () => {
    expect(formatEntityTag(hashDocument(document), 'identity')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(formatEntityTag(hashDocument(Buffer.from(document)), 'identity')).toBe(
      formatEntityTag(hashDocument(document), 'identity'),
    );
  });

  it('any build › the tag that XXH3 gives: replicas of several versions agree', () => {
    // Test vectors of xxHash 0.8: XXH3_128bits of nothing, and of "a".
    expect(hashDocument(Buffer.alloc(0))).toBe('99aa06d3014798d86001c324468d497f');
    expect(hashDocument(Buffer.from('a'))).toBe('a96faf705af16834e6c632b61e964e1f');
  });

  it('documents hashed in a row, long or short, views or not › hashes are independent', () => {
    const long = Buffer.alloc(100_000, 'stele');
    const alone = hashDocument(document);
    hashDocument(long);
    expect(hashDocument(document)).toBe(alone);
    const slab = Buffer.concat([long, document, long]);
    expect(hashDocument(slab.subarray(long.byteLength, long.byteLength + document.byteLength))).toBe(alone);
  });

  it('other bytes or another coding › another tag', () => {
    const tags = [
      formatEntityTag(hashDocument(document), 'identity'),
      formatEntityTag(hashDocument(document), 'gzip'),
      formatEntityTag(hashDocument(document), 'br'),
      formatEntityTag(hashDocument(Buffer.from('{"data":[]}')), 'identity'),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('matchesNoneMatch', () => {
  const tag = '"abc-br"';

  it.each([
    ['the tag', '"abc-br"', true],
    ['the tag, weak', 'W/"abc-br"', true],
    ['a list with it', '"x", W/"y" ,"abc-br"', true],
    ['a list without spaces', '"x","abc-br"', true],
    ['anything', '*', true],
    ['a list with empty elements', ', "x",, "abc-br" , ,', true],
    ['a list whose last element is malformed', '"abc-br", c', false],
    ['a list whose first element is malformed', 'c, "abc-br"', false],
    ['tags without commas', '"x" "abc-br"', false],
    ['a tag that does not end', '"x", "abc-br', false],
    ['the tag behind something', 'x"abc-br"', false],
    ['a small w', 'w/"abc-br"', false],
    ['anything beside a tag', '*, "abc-br"', false],
    ['a tag with a comma before it', '"a,b", "abc-br"', true],
    ['nothing', undefined, false],
    ['an empty header', '', false],
    ['the tag of another coding', '"abc-gzip"', false],
    ['the tag inside another', '"xabc-br"', false],
    ['the tag without quotes', 'abc-br', false],
    ['an asterisk in a tag', '"*"', false],
  ])('%s › %s', (_, header, holds) => {
    expect(matchesNoneMatch(header, tag)).toBe(holds);
  });
});

describe('satisfiesIfMatch', () => {
  const tag = '"abc-br"';

  it.each([
    ['the tag', '"abc-br"', true],
    ['a list with it', '"x", "abc-br"', true],
    ['anything', '*', true],
    ['no header', undefined, true],
    ['the tag, weak', 'W/"abc-br"', false],
    ['another tag', '"x"', false],
    ['an empty header', '', false],
    ['something malformed', 'abc-br', false],
  ])('%s › %s', (_, header, holds) => {
    expect(satisfiesIfMatch(header, tag)).toBe(holds);
  });

  it('a representation without a tag › only *', () => {
    expect([satisfiesIfMatch('*', ''), satisfiesIfMatch('""', ''), satisfiesIfMatch('"x"', '')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('profiledTag', () => {
  it('each coding › a tag of its own', () => {
    expect([profiledTag('"abc"'), profiledTag('"abc-br"')]).toEqual(['"abc-profile"', '"abc-br-profile"']);
  });
});
