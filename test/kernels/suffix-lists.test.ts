import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  BLOCK_SUFFIXES,
  ENTRY_BYTES,
  LIST_GAP,
  LIST_POSITION,
  LIST_TERM,
  SELECTION_GAP_MAXIMUM,
} from '../../src/kernels/index.js';
import { type Addresses, expectAgreement, layouts } from './support/agrees.js';

/** The first term of the part, and its position: what comes before is not in the memory. */
const firstTerm = 1000;
const firstPosition = 2 ** 20;
/** Code → 1 if it begins a character. */
const begins = Uint8Array.of(0, 1, 0, 1);

const given = fc.record({
  lengths: fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 700 })), {
    minLength: 1,
    maxLength: 20,
  }),
  /** Of all codes, repeated. */
  codes: fc.uint8Array({ min: 0, max: begins.length - 1, minLength: 1, maxLength: 40 }),
  gaps: fc.array(fc.oneof(fc.nat(9), fc.nat(250), fc.constant(SELECTION_GAP_MAXIMUM)), { maxLength: 1200 }),
});

type Name = 'list' | 'codes' | 'begins' | 'selection' | 'ends' | 'docStarts' | 'out';

/** Runs a property of each list of positions, and of their terms. */
function expectLists(isSelected: boolean, withTerms: boolean): void {
  fc.assert(
    fc.property(given, layouts, ({ lengths, codes: repeated, gaps }, layout) => {
      const ends: number[] = [];
      for (const length of lengths) ends.push((ends.at(-1) ?? firstPosition) + length);
      const end = ends.at(-1)!;
      const codes = Uint8Array.from({ length: end - firstPosition }, (_, place) => repeated[place % repeated.length]!);
      let last = firstPosition;
      const selection = gaps.filter((gap) => {
        const isInside = last + gap < end;
        if (isInside) last += gap;
        return isInside;
      });
      const list = new Uint32Array(ENTRY_BYTES / 4);
      const call = ({ start, end: endOf }: Addresses<Name>) => {
        const terms = [start('ends') - 4 * firstTerm, start('docStarts') - 4 * firstTerm] as const;
        const all = [start('list'), end, start('codes') - firstPosition, start('begins')] as const;
        return { terms, all, selected: [start('list'), endOf('selection')] as const, out: start('out') };
      };
      let selectionStart = 0;
      expectAgreement(layout, {
        arrays: {
          list,
          codes,
          begins: begins.slice(),
          selection: Uint8Array.from(selection),
          ends: Uint32Array.from(ends),
          docStarts: Uint32Array.from({ length: lengths.length + 1 }, (_, term) => term * 2 + (term % 3)),
          // One that is no suffix is written too, and overwritten by the next one.
          out: new Uint32Array(3 * BLOCK_SUFFIXES),
        },
        prepare: ({ start }) => {
          selectionStart = start('selection');
          list[LIST_POSITION / 4] = firstPosition;
          list[LIST_TERM / 4] = firstTerm;
          list[LIST_GAP / 4] = selectionStart;
        },
        kernel: (kernels, addresses) => {
          const { terms, all, selected, out } = call(addresses);
          if (!isSelected)
            return withTerms ? kernels.listSuffixes(...all, ...terms, out) : kernels.listPositions(...all, out);
          return withTerms
            ? kernels.listSelectedSuffixes(...selected, ...terms, out)
            : kernels.listSelectedPositions(...selected, out);
        },
        twin: ({ out, docStarts }) => {
          let position = firstPosition;
          let count = 0;
          let term = 0;
          const add = (isSuffix: boolean): void => {
            out[count] = position;
            if (withTerms) {
              term = ends.findIndex((termEnd) => position < termEnd);
              out[BLOCK_SUFFIXES + count] = firstTerm + term;
              out[2 * BLOCK_SUFFIXES + count] = docStarts[term + 1]! - docStarts[term]!;
            }
            if (isSuffix) count += 1;
          };
          let read = 0;
          if (isSelected) {
            for (; read < selection.length && count < BLOCK_SUFFIXES; read += 1) {
              position += selection[read]!;
              add(selection[read] !== SELECTION_GAP_MAXIMUM);
            }
          } else {
            for (; position < end && count < BLOCK_SUFFIXES; position += 1) {
              add(begins[codes[position - firstPosition]!] === 1);
            }
          }
          list[LIST_POSITION / 4] = position;
          list[LIST_TERM / 4] = firstTerm + term;
          list[LIST_GAP / 4] = selectionStart + read;
          return count;
        },
      });
    }),
  );
}

describe('suffix lists', () => {
  it('listPositions › any codes › lists the positions where a character begins, up to a block', () => {
    expectLists(false, false);
  });

  it('listSuffixes › any terms › also lists their terms and docs', () => {
    expectLists(false, true);
  });

  it('listSelectedPositions › any gaps › lists the selected positions, up to a block', () => {
    expectLists(true, false);
  });

  it('listSelectedSuffixes › any gaps and terms › also lists their terms and docs', () => {
    expectLists(true, true);
  });
});
