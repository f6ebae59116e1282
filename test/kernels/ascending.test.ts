import fc from 'fast-check';
import { describe, it } from 'vitest';
import { writeVarint } from '../../src/format/index.js';
import { expectAgreement, layouts, lengths, numbers } from './support/agrees.js';

describe('ascending', () => {
  it('readAscending › distances of one byte and of several › writes the docs and returns the number of bytes', () => {
    const short = fc.nat(127);
    const distances = lengths().chain((length) =>
      fc.array(fc.oneof({ weight: 30, arbitrary: short }, { weight: 1, arbitrary: fc.nat(2 ** 22) }), {
        minLength: length,
        maxLength: length,
      }),
    );
    const given = fc
      .oneof(distances, fc.array(short, { maxLength: 100 }))
      .chain((list) => fc.record({ list: fc.constant(list), out: numbers(list.length) }));
    fc.assert(
      fc.property(given, layouts, ({ list, out }, layout) => {
        const bytes = new Uint8Array(list.length * 5);
        let length = 0;
        for (const distance of list) length = writeVarint(bytes, length, distance);
        expectAgreement(layout, {
          arrays: { out, bytes: bytes.subarray(0, length) },
          kernel: (kernels, { start, end }) => kernels.readAscending(start('out'), end('out'), start('bytes')),
          twin: (arrays) => {
            let doc = -1;
            for (const [place, distance] of list.entries()) {
              doc += distance + 1;
              arrays.out[place] = doc;
            }
            return length;
          },
        });
      }),
    );
  });
});
