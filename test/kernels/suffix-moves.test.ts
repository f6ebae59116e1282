import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  LEVEL_BRANCH_OF,
  LEVEL_BYTES,
  LEVEL_LAST,
  LEVEL_NEXT,
  LEVEL_SUFFIXES,
  LEVEL_TERMS,
  SUFFIX_BYTES,
} from '../../src/kernels/index.js';
import { expectAgreement, layouts, lengths } from './support/agrees.js';

const suffixNumbers = SUFFIX_BYTES / 4;
/** Codes and branches that occur. */
const width = 5;

const given = lengths(90).chain((length) =>
  fc.record({
    terms: fc.array(fc.nat(3), { minLength: length, maxLength: length }),
    keys: fc.array(fc.array(fc.nat(width - 1), { minLength: 8, maxLength: 8 }), {
      minLength: length,
      maxLength: length,
    }),
    branchOf: fc.array(fc.nat(width - 1), { minLength: width, maxLength: width }),
    digit: fc.nat(3),
  }),
);

interface Sorted {
  readonly terms: readonly number[];
  readonly keys: readonly (readonly number[])[];
  readonly branchOf: readonly number[];
  readonly digit: number;
}

/** Four codes as a number, the first one highest. */
const keyOf = (codes: readonly number[]): number => codes.reduce((sum, code) => sum * 256 + code, 0);

function suffixesOf({ terms, keys }: Sorted): Uint32Array {
  let term = 0;
  return Uint32Array.from(
    terms.flatMap((step, place) => {
      term += step;
      const codes = keys[place]!;
      return [1000 + place, term, keyOf(codes.slice(0, 4)), keyOf(codes.slice(4))];
    }),
  );
}

/** A level whose branches' next places follow each other. */
function levelOf({ keys, branchOf, digit }: Sorted): Uint8Array {
  const level = new Uint8Array(LEVEL_BYTES);
  const view = new DataView(level.buffer);
  let next = 0;
  for (let branch = 0; branch < width; branch += 1) {
    view.setUint32(LEVEL_NEXT + 4 * branch, next, true);
    next += keys.filter((codes) => branchOf[codes[digit]!] === branch).length;
  }
  for (const [code, branch] of branchOf.entries()) {
    level[LEVEL_BRANCH_OF + code] = branch;
    view.setInt32(LEVEL_LAST + 4 * code, -1, true);
  }
  return level;
}

describe('suffix moves', () => {
  it('tallySuffixes › any suffixes › suffixes and terms by their code, and the term met last', () => {
    fc.assert(
      fc.property(given, layouts, (sorted, layout) =>
        expectAgreement(layout, {
          arrays: { suffixes: suffixesOf(sorted), level: levelOf(sorted) },
          kernel: (kernels, { start, end }) =>
            kernels.tallySuffixes(start('suffixes'), end('suffixes'), 8 * (3 - sorted.digit), start('level')),
          twin: ({ suffixes, level }) => {
            const view = new DataView(level.buffer);
            const add = (at: number): void => view.setUint32(at, view.getUint32(at, true) + 1, true);
            for (const [place, codes] of sorted.keys.entries()) {
              const code = codes[sorted.digit]!;
              const term = suffixes[place * suffixNumbers + 1]!;
              add(LEVEL_SUFFIXES + 4 * code);
              if (view.getInt32(LEVEL_LAST + 4 * code, true) !== term) add(LEVEL_TERMS + 4 * code);
              view.setUint32(LEVEL_LAST + 4 * code, term, true);
            }
          },
        }),
      ),
    );
  });

  const moves = [
    ['moveSuffixes', (suffix: Uint32Array) => suffix],
    ['moveTerms', ({ 1: term }: Uint32Array, before: Uint32Array) => [before[0]!, term!, before[2]!, before[3]!]],
    ['moveToLaterKeys', (suffix: Uint32Array) => [suffix[0]!, suffix[1]!, suffix[3]!, suffix[3]!]],
  ] as const;

  for (const [name, moved] of moves) {
    it(`${name} › any suffixes › each at the next place of its branch`, () => {
      fc.assert(
        fc.property(given, layouts, (sorted, layout) => {
          const suffixes = suffixesOf(sorted);
          expectAgreement(layout, {
            arrays: { suffixes, level: levelOf(sorted), free: new Uint32Array(suffixes.length).fill(7) },
            kernel: (kernels, { start, end }) =>
              kernels[name](
                ...([start('suffixes'), end('suffixes'), 8 * (3 - sorted.digit)] as const),
                ...([start('level'), start('free')] as const),
              ),
            twin: ({ level, free }) => {
              const view = new DataView(level.buffer);
              for (const [place, codes] of sorted.keys.entries()) {
                const at = LEVEL_NEXT + 4 * sorted.branchOf[codes[sorted.digit]!]!;
                const next = view.getUint32(at, true);
                view.setUint32(at, next + 1, true);
                const to = next * suffixNumbers;
                const from = place * suffixNumbers;
                free.set(moved(suffixes.subarray(from, from + suffixNumbers), free.slice(to, to + suffixNumbers)), to);
              }
            },
          });
        }),
      );
    });
  }
});
