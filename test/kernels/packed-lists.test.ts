import fc from 'fast-check';
import { describe, it } from 'vitest';
import { writeVarint } from '../../src/format/index.js';
import { expectAgreement, type Layout, layouts, numbers } from './support/agrees.js';

/** Bytes after the lists that the kernels may read. */
const slackBytes = 3;

/**
 * A list as bucket-lists draws it, bit by bit.
 *
 * @param terms ascending, each once
 * @param low bits that each gap has at least
 */
function packed(terms: readonly number[], low: number): number[] {
  const part1: number[] = [];
  const part2: number[] = [];
  for (const [place, term] of terms.entries()) {
    const gap = term - (terms[place - 1] ?? -1) - 1 + 2 ** low;
    const bits = Math.floor(Math.log2(gap));
    part1.push(...Array.from({ length: bits - low }, () => 0), 1);
    for (let bit = 0; bit < bits; bit += 1) part2.push(Math.floor(gap / 2 ** bit) % 2);
  }
  const bytesOf = (all: readonly number[]): number[] =>
    Array.from({ length: Math.ceil(all.length / 8) }, (_, byte) =>
      all.slice(byte * 8, byte * 8 + 8).reduce((sum, bit, place) => sum + bit * 2 ** place, 0),
    );
  const head = new Uint8Array(6);
  head[0] = low;
  const length = writeVarint(head, 1, Math.ceil(part1.length / 8));
  return [...head.subarray(0, length), ...bytesOf(part1), ...bytesOf(part2)];
}

const termsUpTo = (most: number, maxLength: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.nat(most), { maxLength }).map((terms) => terms.sort((left, right) => left - right));

const listsOf = (terms: fc.Arbitrary<number[]>): fc.Arbitrary<{ lists: number[][]; bytes: Uint8Array }> =>
  fc.array(fc.tuple(terms, fc.nat(6)), { maxLength: 12 }).map((lists) => ({
    lists: lists.map(([list]) => list),
    bytes: Uint8Array.from(lists.flatMap(([list, low]) => packed(list, low))),
  }));

const addTo = (words: Uint32Array, member: number): void => {
  const bit = 2 ** (member % 32);
  if (Math.floor(words[member >>> 5]! / bit) % 2 === 0) words[member >>> 5]! += bit;
};

describe('packed lists', () => {
  it('listPackedTerms › concatenated lists, some empty › writes their terms', () => {
    const expectTerms = (lists: readonly number[][], bytes: Uint8Array, layout: Layout): void =>
      expectAgreement(layout, {
        arrays: { bytes, out: new Uint32Array(lists.flat().length) },
        slackBytes,
        kernel: (kernels, { start, end }) => kernels.listPackedTerms(start('bytes'), end('bytes'), start('out')),
        twin: ({ out }) => {
          out.set(lists.flat());
          return lists.flat().length;
        },
      });
    const terms = fc.oneof(termsUpTo(100, 90), termsUpTo(2 ** 31 - 1, 40), termsUpTo(100_000, 60));
    fc.assert(fc.property(listsOf(terms), layouts, ({ lists, bytes }, layout) => expectTerms(lists, bytes, layout)));
  });

  const few = 300;

  it('addPackedTerms › any lists › their terms are members', () => {
    fc.assert(
      fc.property(listsOf(termsUpTo(few, 60)), numbers(10), layouts, ({ lists, bytes }, words, layout) =>
        expectAgreement(layout, {
          arrays: { bytes, words },
          slackBytes,
          kernel: (kernels, { start, end }) => kernels.addPackedTerms(start('bytes'), end('bytes'), start('words')),
          twin: (arrays) => {
            for (const term of lists.flat()) addTo(arrays.words, term);
          },
        }),
      ),
    );
  });

  it('addPackedDocs › any lists › the docs of their terms are members', () => {
    const runs = fc.array(fc.array(fc.nat(499), { maxLength: 4 }), { minLength: few + 1, maxLength: few + 1 });
    fc.assert(
      fc.property(listsOf(termsUpTo(few, 30)), runs, numbers(16), layouts, ({ lists, bytes }, docs, words, layout) => {
        const starts = new Uint32Array(docs.length + 1);
        for (const [term, { length }] of docs.entries()) starts[term + 1] = starts[term]! + length;
        expectAgreement(layout, {
          arrays: { bytes, words, starts, docs: Uint32Array.from(docs.flat()) },
          slackBytes,
          kernel: (kernels, { start, end }) =>
            kernels.addPackedDocs(start('bytes'), end('bytes'), start('words'), start('starts'), start('docs')),
          twin: (arrays) => {
            for (const term of lists.flat()) for (const doc of docs[term]!) addTo(arrays.words, doc);
          },
        });
      }),
      { numRuns: 40 },
    );
  });
});
