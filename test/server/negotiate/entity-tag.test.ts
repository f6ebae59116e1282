import { describe, expect, it } from 'vitest';
import { digestOf, entityTag, noneMatchHolds } from '../../../src/server/negotiate/entity-tag.js';

const document = Buffer.from('{"data":null}');

describe('entityTag', () => {
  it('the same bytes › the same strong tag', () => {
    expect(entityTag(digestOf(document), 'identity')).toMatch(/^"[\w-]{24}"$/);
    expect(entityTag(digestOf(Buffer.from(document)), 'identity')).toBe(entityTag(digestOf(document), 'identity'));
  });

  it('other bytes or another coding › another tag', () => {
    const tags = [
      entityTag(digestOf(document), 'identity'),
      entityTag(digestOf(document), 'gzip'),
      entityTag(digestOf(document), 'br'),
      entityTag(digestOf(Buffer.from('{"data":[]}')), 'identity'),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('noneMatchHolds', () => {
  const tag = '"abc-br"';

  it.each([
    ['the tag', '"abc-br"', true],
    ['the tag, weak', 'W/"abc-br"', true],
    ['a list with it', '"x", W/"y" ,"abc-br"', true],
    ['a list without spaces', '"x","abc-br"', true],
    ['anything', '*', true],
    ['anything, with spaces', ' * ', true],
    ['a tag with a comma before it', '"a,b", "abc-br"', true],
    ['nothing', undefined, false],
    ['an empty header', '', false],
    ['the tag of another coding', '"abc-gzip"', false],
    ['the tag inside another', '"xabc-br"', false],
    ['the tag without quotes', 'abc-br', false],
    ['an asterisk in a tag', '"*"', false],
  ])('%s › %s', (_, header, holds) => {
    expect(noneMatchHolds(header, tag)).toBe(holds);
  });
});
