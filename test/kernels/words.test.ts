import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectAgreement, layouts, lengths, numbers } from './support/agrees.js';

const operands = lengths().chain((length) =>
  fc.record({ out: numbers(length), left: numbers(length), right: numbers(length) }),
);

describe('words', () => {
  const combining = [
    ['andWords', (left: number, right: number) => left & right],
    ['orWords', (left: number, right: number) => left | right],
    ['xorWords', (left: number, right: number) => left ^ right],
    ['andNotWords', (left: number, right: number) => left & ~right],
  ] as const;

  for (const [name, combined] of combining) {
    it(`${name} › any arrays of one length › each word is combined`, () => {
      fc.assert(
        fc.property(operands, layouts, (arrays, layout) =>
          expectAgreement(layout, {
            arrays,
            kernel: (kernels, { start, end }) => kernels[name](start('out'), end('out'), start('left'), start('right')),
            twin: ({ out, left, right }) => {
              for (let i = 0; i < out.length; i += 1) out[i] = combined(left[i]!, right[i]!);
            },
          }),
        ),
      );
    });

    it(`${name} › into one of its operands › each word is combined`, () => {
      fc.assert(
        fc.property(operands, layouts, fc.boolean(), ({ left, right }, layout, intoLeft) =>
          expectAgreement(layout, {
            arrays: { left, right },
            kernel: (kernels, { start, end }) => {
              const out = intoLeft ? 'left' : 'right';
              kernels[name](start(out), end(out), start('left'), start('right'));
            },
            twin: (arrays) => {
              const out = intoLeft ? arrays.left : arrays.right;
              for (let i = 0; i < out.length; i += 1) out[i] = combined(arrays.left[i]!, arrays.right[i]!);
            },
          }),
        ),
      );
    });
  }

  it('fillWords › ones or zeros › sets every bit to it', () => {
    fc.assert(
      fc.property(lengths().chain(numbers), layouts, fc.nat(1), (words, layout, ones) =>
        expectAgreement(layout, {
          arrays: { words },
          kernel: (kernels, { start, end }) => kernels.fillWords(start('words'), end('words'), ones),
          twin: (arrays) => {
            arrays.words.fill(ones === 1 ? 0xffffffff : 0);
          },
        }),
      ),
    );
  });

  it('copyWords › any words › the same words', () => {
    fc.assert(
      fc.property(operands, layouts, ({ out, left }, layout) =>
        expectAgreement(layout, {
          arrays: { out, left },
          kernel: (kernels, { start, end }) => kernels.copyWords(start('out'), end('out'), start('left')),
          twin: (arrays) => arrays.out.set(arrays.left),
        }),
      ),
    );
  });

  it('countCommonBits › any arrays of one length › counts the bits that are set in both', () => {
    fc.assert(
      fc.property(operands, layouts, ({ left, right }, layout) =>
        expectAgreement(layout, {
          arrays: { left, right },
          kernel: (kernels, { start, end }) => kernels.countCommonBits(start('left'), end('left'), start('right')),
          twin: (arrays) => {
            let count = 0;
            for (let i = 0; i < arrays.left.length; i += 1) {
              for (let bit = 0; bit < 32; bit += 1) count += ((arrays.left[i]! & arrays.right[i]!) >>> bit) & 1;
            }
            return count;
          },
        }),
      ),
    );
  });
});
