import fc from 'fast-check';
import { describe, it } from 'vitest';
import { TERM_LEAD } from '../../src/kernels/index.js';
import { columns, expectAgreement, layouts, lengths, numbers, WIDTHS } from './support/agrees.js';

const vectorBytes = 16;
/** Docs that a scan may write beyond those wanted. */
const slack = 15;

describe('scan', () => {
  for (const bits of WIDTHS) {
    const docsOfVector = (vectorBytes * 8) / bits;

    it(`scanColumn${bits} › an interval of ordinals › the first docs in it, to the end of their vector`, () => {
      const given = lengths(40).chain((vectors) =>
        fc.record({
          column: columns(bits, vectors * docsOfVector, 20),
          low: fc.nat(20),
          span: fc.oneof(fc.nat(20), fc.constantFrom(0, 1, 2 ** bits - 1)),
          wanted: fc.integer({ min: 1, max: 60 }),
        }),
      );
      fc.assert(
        fc.property(given, layouts, ({ column, low, span, wanted }, layout) =>
          expectAgreement(layout, {
            arrays: { column, out: new Uint32Array(wanted + slack) },
            kernel: (kernels, { start, end }) =>
              kernels[`scanColumn${bits}`](start('column'), end('column'), low, span, wanted, start('out')),
            twin: ({ out }) => {
              let written = 0;
              for (let doc = 0; doc < column.length; doc += 1) {
                if (doc % docsOfVector === 0 && written >= wanted) break;
                if ((2 ** bits + column[doc]! - low) % 2 ** bits < span) out[written++] = doc;
              }
              return written;
            },
          }),
        ),
      );
    });

    it(`fillTerms${bits} › a set of terms › the set of the docs whose term is in it`, () => {
      const terms = 150;
      const given = lengths(20).chain((words) =>
        fc.record({
          out: numbers(words),
          column: columns(bits, words * 32, terms),
          members: numbers(Math.ceil(terms / 32)),
        }),
      );
      fc.assert(
        fc.property(given, layouts, ({ out, column, members }, layout) =>
          expectAgreement(layout, {
            arrays: { out, column, terms: Uint32Array.of(0, ...members) },
            kernel: (kernels, { start, end }) =>
              kernels[`fillTerms${bits}`](start('out'), end('out'), start('column'), start('terms')),
            twin: (arrays) => {
              arrays.out.fill(0);
              for (const [doc, ordinal] of column.entries()) {
                const bit = ordinal - 1 + TERM_LEAD;
                const isMember = ordinal > 0 && Math.floor(arrays.terms[bit >>> 5]! / 2 ** (bit % 32)) % 2 === 1;
                if (isMember) arrays.out[doc >>> 5]! += 2 ** (doc % 32);
              }
            },
          }),
        ),
      );
    });
  }
});
