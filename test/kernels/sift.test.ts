import fc from 'fast-check';
import { describe, it } from 'vitest';
import { TERM_LEAD } from '../../src/kernels/index.js';
import { columns, expectAgreement, layouts, lengths, type Numbers, numbers, WIDTHS } from './support/agrees.js';

/** Keeps the docs that pass, as the kernels do: the doc that was looked at last stands behind them if it did not pass. */
function sift(docs: Numbers, out: Numbers, passes: (doc: number) => boolean): number {
  let kept = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    out[kept] = doc;
    if (passes(doc)) kept += 1;
  }
  return kept;
}

const hasBit = (words: Numbers, bit: number): boolean => Math.floor(words[bit >>> 5]! / 2 ** (bit % 32)) % 2 === 1;

/** Docs of a segment of at least one, and somewhere to write to. */
const listed = lengths(200).chain((size) =>
  fc.record({ size: fc.constant(size + 1), docs: lengths().chain((length) => numbers(length, size)) }),
);

describe('sift', () => {
  it('siftBits › any docs › the members among them, in their order', () => {
    const given = listed.chain(({ size, docs }) =>
      fc.record({ docs: fc.constant(docs), words: numbers(Math.ceil(size / 32)), out: numbers(docs.length) }),
    );
    fc.assert(
      fc.property(given, layouts, (arrays, layout) =>
        expectAgreement(layout, {
          arrays,
          kernel: (kernels, { start, end }) =>
            kernels.siftBits(start('docs'), end('docs'), start('words'), start('out')),
          twin: ({ docs, words, out }) => sift(docs, out, (doc) => hasBit(words, doc)),
        }),
      ),
    );
  });

  it('siftBits › the output is the list itself › gives the same docs', () => {
    const given = listed.chain(({ size, docs }) =>
      fc.record({ docs: fc.constant(docs), words: numbers(Math.ceil(size / 32)) }),
    );
    fc.assert(
      fc.property(given, layouts, (arrays, layout) =>
        expectAgreement(layout, {
          arrays,
          kernel: (kernels, { start, end }) =>
            kernels.siftBits(start('docs'), end('docs'), start('words'), start('docs')),
          twin: ({ docs, words }) => sift(docs, docs, (doc) => hasBit(words, doc)),
        }),
      ),
    );
  });

  for (const bits of WIDTHS) {
    it(`siftColumn${bits} › an interval of ordinals › the docs whose ordinal is in it`, () => {
      const most = 2 ** bits - 1;
      const given = listed.chain(({ size, docs }) =>
        fc.record({
          docs: fc.constant(docs),
          column: columns(bits, size),
          out: numbers(docs.length),
          low: fc.nat(most),
          span: fc.oneof(fc.nat(most), fc.constantFrom(0, 1, 2 ** 32 - 1)),
        }),
      );
      fc.assert(
        fc.property(given, layouts, ({ docs, column, out, low, span }, layout) =>
          expectAgreement(layout, {
            arrays: { docs, column, out },
            kernel: (kernels, { start, end }) =>
              kernels[`siftColumn${bits}`](start('docs'), end('docs'), start('column'), low, span, start('out')),
            twin: (arrays) => sift(arrays.docs, arrays.out, (doc) => (2 ** 32 + column[doc]! - low) % 2 ** 32 < span),
          }),
        ),
      );
    });

    it(`siftTerms${bits} › a set of terms › the docs whose term is in it`, () => {
      const terms = 200;
      const given = listed.chain(({ size, docs }) =>
        fc.record({
          docs: fc.constant(docs),
          column: columns(bits, size, terms),
          out: numbers(docs.length),
          members: numbers(Math.ceil(terms / 32)),
        }),
      );
      fc.assert(
        fc.property(given, layouts, ({ docs, column, out, members }, layout) =>
          expectAgreement(layout, {
            arrays: { docs, column, out, terms: Uint32Array.of(0, ...members) },
            kernel: (kernels, { start, end }) =>
              kernels[`siftTerms${bits}`](start('docs'), end('docs'), start('column'), start('terms'), start('out')),
            // Term t has ordinal t + 1; a doc without one has ordinal 0.
            twin: (arrays) =>
              sift(
                arrays.docs,
                arrays.out,
                (doc) => column[doc]! > 0 && hasBit(arrays.terms, column[doc]! - 1 + TERM_LEAD),
              ),
          }),
        ),
      );
    });
  }
});
