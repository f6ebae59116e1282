import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectAgreement, layouts, lengths, numbers } from './support/agrees.js';

const sizes = lengths(80);
const given = fc
  .tuple(sizes, lengths())
  .filter(([words, docs]) => words > 0 || docs === 0)
  .chain(([words, docs]) => fc.record({ words: numbers(words), docs: numbers(docs, Math.max(0, words * 32 - 1)) }));

const bitOf = (doc: number): number => 2 ** (doc % 32);
const has = (words: Uint32Array, doc: number): boolean => Math.floor(words[doc >>> 5]! / bitOf(doc)) % 2 === 1;

describe('members', () => {
  it('addDocs › listed docs, some more than once › are members afterwards', () => {
    fc.assert(
      fc.property(given, layouts, (arrays, layout) =>
        expectAgreement(layout, {
          arrays,
          kernel: (kernels, { start, end }) => kernels.addDocs(start('docs'), end('docs'), start('words')),
          twin: ({ words, docs }) => {
            for (const doc of docs) if (!has(words, doc)) words[doc >>> 5]! += bitOf(doc);
          },
        }),
      ),
    );
  });

  it('toggleDocs › listed docs › are added or removed', () => {
    fc.assert(
      fc.property(given, layouts, (arrays, layout) =>
        expectAgreement(layout, {
          arrays,
          kernel: (kernels, { start, end }) => kernels.toggleDocs(start('docs'), end('docs'), start('words')),
          twin: ({ words, docs }) => {
            for (const doc of docs) words[doc >>> 5]! += has(words, doc) ? -bitOf(doc) : bitOf(doc);
          },
        }),
      ),
    );
  });

  it('listMembers › any bitset › its docs, ascending', () => {
    const sparse = numbers(20).map((words) => words.map((word, index) => (index % 3 === 0 ? word & -word : 0)));
    fc.assert(
      fc.property(fc.oneof(sizes.chain(numbers), sparse), layouts, (words, layout) => {
        const docs = Array.from({ length: words.length * 32 }, (_, doc) => doc).filter((doc) => has(words, doc));
        expectAgreement(layout, {
          arrays: { words, out: new Uint32Array(docs.length) },
          kernel: (kernels, { start, end }) => kernels.listMembers(start('words'), end('words'), start('out')),
          twin: ({ out }) => {
            out.set(docs);
            return docs.length;
          },
        });
      }),
    );
  });

  it('fillRuns › runs of some terms › the set of their docs, regardless of earlier content', () => {
    const runs = fc.integer({ min: 1, max: 20 }).chain((words) =>
      fc.record({
        words: numbers(words),
        lists: fc.array(fc.array(fc.nat(words * 32 - 1), { maxLength: 9 }), { minLength: 1, maxLength: 9 }),
        flags: fc.uint8Array({ minLength: words * 32, maxLength: words * 32 }),
        picks: fc.array(fc.nat(8), { maxLength: 6 }),
      }),
    );
    fc.assert(
      fc.property(runs, layouts, ({ words, lists, flags, picks }, layout) => {
        const starts = new Uint32Array(lists.length + 1);
        for (const [term, { length }] of lists.entries()) starts[term + 1] = starts[term]! + length;
        const terms = Uint32Array.from(picks, (pick) => pick % lists.length);
        expectAgreement(layout, {
          arrays: { words, terms, starts, docs: Uint32Array.from(lists.flat()), flags },
          kernel: (kernels, { start, end }) =>
            kernels.fillRuns(
              ...([start('words'), end('words'), start('terms'), terms.length, start('starts')] as const),
              ...([start('docs'), start('flags')] as const),
            ),
          twin: (arrays) => {
            arrays.words.fill(0);
            arrays.flags.fill(0);
            for (const term of terms) {
              for (const doc of lists[term]!) {
                arrays.flags[doc] = 0xff;
                if (!has(arrays.words, doc)) arrays.words[doc >>> 5]! += bitOf(doc);
              }
            }
          },
        });
      }),
    );
  });
});
