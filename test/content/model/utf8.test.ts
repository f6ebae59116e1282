import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../src/content/model/index.js';

describe('utf8', () => {
  it('any text, short or long › the bytes of the language itself', () => {
    const unit = fc.constantFrom('a', 'Z', '\x7f', '\x80', 'ü', '日', '😀', '\0');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (text) => {
        expect(Buffer.from(utf8(text))).toEqual(Buffer.from(text));
      }),
    );
  });
});
