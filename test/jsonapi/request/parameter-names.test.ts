import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeComponent } from '../../../src/content/model/index.js';
import { parseBrackets } from '../../../src/jsonapi/request/brackets.js';
import { hasListValue, readName } from '../../../src/jsonapi/request/parameter-names.js';
import { decode } from '../../../src/jsonapi/request/percent-encoding.js';

/** What a name is, read without remembering any. */
function naive(raw: string): object | undefined {
  const name = decode(raw, 'space');
  if (name === undefined) return undefined;
  const bracketed = parseBrackets(name);
  const brackets = bracketed.path.map((part) => `%5B${encodeComponent(part)}%5D`);
  const canonical = bracketed.head + brackets.join('');
  return { ...bracketed, name, canonical, hasListValue: hasListValue(bracketed.path) };
}

const part = fc.constantFrom(
  ...['filter', 'page', '[title]', '%5Btitle%5D', '[_in]', '[_eq]', '[]', '[0]', '[ü]', '%C3%BC', '+'],
  ...['[', ']', '%', '%FF', '\ud800', '__proto__', 'toString', 'a'.repeat(130)],
);
const names = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));

describe('readName', () => {
  it('any names, in any order, repeated › are read as without a cache', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 20 }), (raws) => {
        for (const raw of [...raws, ...raws.toReversed()]) expect(readName(raw)).toEqual(naive(raw));
      }),
    );
  });

  it('more names than the cache holds › each is read correctly', () => {
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 1500; i += 1) expect(readName(`filter[f${i}][_eq]`)?.path).toEqual([`f${i}`, '_eq']);
    }
  });
});
