import fc from 'fast-check';
import { describe, it } from 'vitest';
import { columns, expectAgreement, layouts, lengths, numbers, WIDTHS } from './support/agrees.js';

const kinds = [
  ['sumScores', (before: number, given: number) => (before + given) % 2 ** 32],
  ['raiseScores', (before: number, given: number) => Math.max(before, given)],
] as const;

describe('scores', () => {
  for (const [name, together] of kinds) {
    for (const bits of WIDTHS) {
      it(`${name}${bits} › listed docs › sums of marked docs count, others begin at 0`, () => {
        const given = lengths(80).chain((words) =>
          fc.record({
            docs: fc
              .uniqueArray(fc.nat(Math.max(0, words * 32 - 1)), { maxLength: words * 32 })
              .map((docs) => Uint32Array.from(docs)),
            sums: numbers(words * 32),
            marks: numbers(words),
            factor: fc.nat(),
            base: fc.nat(),
          }),
        );
        fc.assert(
          fc.property(
            given.chain((more) => columns(bits, more.docs.length).map((scores) => ({ ...more, scores }))),
            layouts,
            ({ docs, scores, sums, marks, factor, base }, layout) =>
              expectAgreement(layout, {
                arrays: { docs, scores, sums, marks },
                kernel: (kernels, { start, end }) =>
                  kernels[`${name}${bits}`](
                    ...([start('docs'), end('docs'), start('scores'), factor, base] as const),
                    ...([start('sums'), start('marks')] as const),
                  ),
                twin: (arrays) => {
                  for (const [place, doc] of docs.entries()) {
                    const score = (Math.imul(scores[place]!, factor) + base) >>> 0;
                    const isMarked = Math.floor(arrays.marks[doc >>> 5]! / 2 ** (doc % 32)) % 2 === 1;
                    if (!isMarked) arrays.marks[doc >>> 5]! += 2 ** (doc % 32);
                    arrays.sums[doc] = together(isMarked ? arrays.sums[doc]! : 0, score);
                  }
                },
              }),
          ),
        );
      });
    }
  }
});
