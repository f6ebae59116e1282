import fc from 'fast-check';
import { describe, it } from 'vitest';
import { columns, expectAgreement, layouts, lengths, numbers, WIDTHS } from './support/agrees.js';

/** Greatest ordinal of the columns. */
const most = 30;

describe('tally', () => {
  for (const bits of WIDTHS) {
    it(`tallyBits${bits} › any bitset › each member counts for its ordinal`, () => {
      const given = lengths(40).chain((words) =>
        fc.record({ words: numbers(words), column: columns(bits, words * 32, most), counts: numbers(most + 1) }),
      );
      fc.assert(
        fc.property(given, layouts, (arrays, layout) =>
          expectAgreement(layout, {
            arrays,
            kernel: (kernels, { start, end }) =>
              kernels[`tallyBits${bits}`](start('words'), end('words'), start('column'), start('counts')),
            twin: ({ words, column, counts }) => {
              for (const [doc, ordinal] of column.entries()) {
                if (Math.floor(words[doc >>> 5]! / 2 ** (doc % 32)) % 2 === 1) counts[ordinal]! += 1;
              }
            },
          }),
        ),
      );
    });

    const listed = fc.tuple(lengths(200), lengths()).chain(([size, length]) =>
      fc.record({
        docs: numbers(length, size),
        column: columns(bits, size + 1, most),
        counts: numbers(most + 1),
        out: numbers(length),
      }),
    );

    it(`tallyList${bits} › listed docs › each counts for its ordinal`, () => {
      fc.assert(
        fc.property(listed, layouts, ({ docs, column, counts }, layout) =>
          expectAgreement(layout, {
            arrays: { docs, column, counts },
            kernel: (kernels, { start, end }) =>
              kernels[`tallyList${bits}`](start('docs'), end('docs'), start('column'), start('counts')),
            twin: (arrays) => {
              for (const doc of docs) arrays.counts[column[doc]!]! += 1;
            },
          }),
        ),
      );
    });

    it(`gatherOrdinals${bits} › listed docs › their ordinals, also in place of the docs`, () => {
      fc.assert(
        fc.property(listed, layouts, fc.boolean(), ({ docs, column, out }, layout, inPlace) =>
          expectAgreement(layout, {
            arrays: { docs, column, out },
            kernel: (kernels, { start, end }) =>
              kernels[`gatherOrdinals${bits}`](
                start('docs'),
                end('docs'),
                start('column'),
                start(inPlace ? 'docs' : 'out'),
              ),
            twin: (arrays) => {
              const ordinals = docs.map((doc) => column[doc]!);
              (inPlace ? arrays.docs : arrays.out).set(ordinals);
            },
          }),
        ),
      );
    });
  }

  it('tallyLinks › listed docs › each link counts for its target, each doc with a link once', () => {
    const given = fc.array(fc.array(fc.nat(most), { maxLength: 6 }), { minLength: 1, maxLength: 60 }).chain((links) =>
      fc.record({
        links: fc.constant(links),
        docs: lengths(100).chain((length) => numbers(length, links.length - 1)),
        counts: numbers(most + 1),
      }),
    );
    fc.assert(
      fc.property(given, layouts, ({ links, docs, counts }, layout) => {
        const starts = new Uint32Array(links.length + 1);
        for (const [doc, { length }] of links.entries()) starts[doc + 1] = starts[doc]! + length;
        expectAgreement(layout, {
          arrays: { docs, starts, targets: Uint32Array.from(links.flat()), counts },
          kernel: (kernels, { start, end }) =>
            kernels.tallyLinks(start('docs'), end('docs'), start('starts'), start('targets'), start('counts')),
          twin: (arrays) => {
            for (const doc of docs) for (const target of links[doc]!) arrays.counts[target]! += 1;
            return [...docs].filter((doc) => links[doc]!.length > 0).length;
          },
        });
      }),
    );
  });
});
