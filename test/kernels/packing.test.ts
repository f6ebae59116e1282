import fc from 'fast-check';
import { describe, it } from 'vitest';
import { PackedLists } from '../../build/substrings/sort/packed-lists.js';
import { SUFFIX_BYTES, SUFFIX_TERM } from '../../src/kernels/index.js';
import { expectAgreement, layouts } from './support/agrees.js';

/** Ascending terms, some more than once. */
const terms = fc
  .tuple(fc.constantFrom(1, 3, 300, 70_000, 2 ** 21), fc.array(fc.nat(1_000_000), { maxLength: 300 }))
  .map(([gapMaximum, drawn]) => {
    let term = 0;
    return drawn.map((gap) => {
      term += gap % (gapMaximum + 1);
      return term;
    });
  });

describe('packing', () => {
  it('packTerms › any terms › writes the list that the builder writes without kernels', () => {
    fc.assert(
      fc.property(terms, layouts, (listed, layout) => {
        const suffixNumbers = SUFFIX_BYTES / 4;
        const suffixes = new Uint32Array(listed.length * suffixNumbers);
        for (const [place, term] of listed.entries()) suffixes[place * suffixNumbers + SUFFIX_TERM / 4] = term;
        const plain = new PackedLists();
        const byteLength = plain.push(Int32Array.from(suffixes), 0, listed.length);
        expectAgreement(layout, {
          // The scratch memory, and the bytes after the list, may hold anything.
          arrays: { suffixes, list: new Uint8Array(byteLength), scratch: new Uint8Array(0) },
          slackBytes: 33 * 4 + 9 * listed.length + 14,
          kernel: (kernels, { start, end }) =>
            kernels.packTerms(start('suffixes'), end('suffixes'), start('scratch'), start('list')),
          twin: ({ list }) => {
            list.set(plain.bytes());
            return byteLength;
          },
        });
      }),
    );
  });
});
