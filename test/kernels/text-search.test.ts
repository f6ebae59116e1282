import fc from 'fast-check';
import { describe, it } from 'vitest';
import { writeVarint } from '../../src/format/index.js';
import { SEARCH_SLACK, UNSURE } from '../../src/kernels/index.js';
import { expectAgreement, layouts } from './support/agrees.js';

/** Bytes of few kinds, so that patterns occur, with backslashes among them. */
const text = (constraints: fc.ArrayConstraints): fc.Arbitrary<Uint8Array> =>
  fc.array(fc.constantFrom(...Buffer.from('aaab\\')), constraints).map((bytes) => Uint8Array.from(bytes));
const texts = fc.array(fc.oneof(text({ maxLength: 12 }), text({ maxLength: 90 })), { maxLength: 20 });
const patterns = fc.oneof(text({ minLength: 1, maxLength: 4 }), text({ minLength: 1, maxLength: 40 }));

/** As the kernels write the texts that hold the pattern. */
function search(all: readonly Uint8Array[], pattern: Uint8Array, out: Uint32Array): number {
  let count = 0;
  for (const [place, bytes] of all.entries()) {
    const found = Buffer.from(bytes).indexOf(pattern);
    if (found < 0) continue;
    const isUnsure = Buffer.from(bytes.subarray(Math.max(0, found - 5), found)).includes('\\');
    out[count] = isUnsure ? place + UNSURE : place;
    count += 1;
  }
  return count;
}

function concatenated(all: readonly Uint8Array[]): { bytes: Uint8Array; starts: number[] } {
  const starts = [0];
  for (const { byteLength } of all) starts.push(starts.at(-1)! + byteLength);
  return { bytes: Uint8Array.from(Buffer.concat(all)), starts };
}

describe('text search', () => {
  it('searchTexts › any texts, some shorter than the pattern › finds the texts with the pattern', () => {
    fc.assert(
      fc.property(texts, patterns, layouts, (all, pattern, layout) => {
        const { bytes, starts } = concatenated(all);
        const addresses = new Uint32Array(all.length * 2);
        expectAgreement(layout, {
          arrays: { addresses, bytes, pattern, out: new Uint32Array(all.length) },
          slackBytes: SEARCH_SLACK,
          prepare: ({ start }) => {
            for (const place of all.keys()) {
              addresses.set([start('bytes') + starts[place]!, start('bytes') + starts[place + 1]!], place * 2);
            }
          },
          kernel: (kernels, { start, end }) =>
            kernels.searchTexts(
              start('addresses'),
              end('addresses'),
              start('pattern'),
              pattern.byteLength,
              start('out'),
            ),
          twin: ({ out }) => search(all, pattern, out),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('searchTexts › the pattern across the end of a text › is not found', () => {
    const across = fc.record({
      before: fc.integer({ min: 0, max: 40 }),
      pattern: text({ minLength: 2, maxLength: 12 }),
      inside: fc.nat(11),
    });
    fc.assert(
      fc.property(across, layouts, ({ before, pattern, inside }, layout) => {
        // A byte of no pattern up to where the pattern begins, which ends in the next text.
        const cut = Math.min(inside, pattern.length - 1);
        const first = Buffer.concat([Buffer.alloc(before, 'c'), pattern.subarray(0, cut)]);
        const all = [first, pattern.subarray(cut)];
        const { bytes, starts } = concatenated(all);
        const addresses = new Uint32Array(2);
        expectAgreement(layout, {
          arrays: { addresses, bytes, pattern, out: new Uint32Array(1) },
          slackBytes: SEARCH_SLACK,
          prepare: ({ start }) => {
            addresses.set([start('bytes'), start('bytes') + starts[1]!]);
          },
          kernel: (kernels, { start, end }) =>
            kernels.searchTexts(
              start('addresses'),
              end('addresses'),
              start('pattern'),
              pattern.byteLength,
              start('out'),
            ),
          twin: ({ out }) => search([first], pattern, out),
        });
      }),
    );
  });

  it('searchRecords › one attribute of items › finds the items with the pattern', () => {
    const value = fc.oneof(text({ maxLength: 9 }), text({ minLength: 120, maxLength: 140 }));
    const shape = fc.record({
      attributes: fc.integer({ min: 1, max: 4 }),
      chosen: fc.nat(3),
      name: fc.integer({ min: 1, max: 9 }),
      items: fc.array(
        fc.record({
          id: text({ maxLength: 9 }),
          url: text({ maxLength: 9 }),
          values: fc.array(value, { minLength: 4, maxLength: 4 }),
        }),
        { maxLength: 12 },
      ),
    });
    fc.assert(
      fc.property(shape, patterns, layouts, ({ attributes, chosen, name, items }, pattern, layout) => {
        const attribute = chosen % attributes;
        const records = items.map(({ id, url, values }) => {
          // A quoted text behind its name, in which the pattern must not be looked for.
          const rendered = values
            .slice(0, attributes)
            .map((bytes) => Buffer.concat([Buffer.alloc(name, 'a'), bytes, Buffer.from('"')]));
          const lengths = new Uint8Array(50);
          let at = 0;
          for (const { byteLength } of [id, url, ...rendered]) at = writeVarint(lengths, at, byteLength);
          const joined = rendered.flatMap((bytes, place) => (place === 0 ? [bytes] : [Buffer.from(','), bytes]));
          return Buffer.concat([lengths.subarray(0, at), id, url, ...joined]);
        });
        const { bytes, starts } = concatenated(records);
        const addresses = new Uint32Array(records.length);
        expectAgreement(layout, {
          arrays: { addresses, bytes, pattern, out: new Uint32Array(records.length) },
          slackBytes: SEARCH_SLACK,
          prepare: ({ start }) => {
            for (const place of records.keys()) addresses[place] = start('bytes') + starts[place]!;
          },
          kernel: (kernels, { start, end }) =>
            kernels.searchRecords(
              ...([start('addresses'), end('addresses'), attribute, attributes - 1 - attribute, name] as const),
              ...([start('pattern'), pattern.byteLength, start('out')] as const),
            ),
          twin: ({ out }) =>
            search(
              items.map(({ values }) => values[attribute]!),
              pattern,
              out,
            ),
        });
      }),
      { numRuns: 200 },
    );
  });
});
