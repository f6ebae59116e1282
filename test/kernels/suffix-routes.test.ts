import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  BLOCK_BYTES,
  BLOCK_SUFFIXES,
  CARRIED_MAXIMUM,
  COPIED_CODES,
  ENTRY_BYTES,
  GAP_BYTES,
  NOTE_BYTES,
} from '../../src/kernels/index.js';
import { expectAgreement, layouts } from './support/agrees.js';

const width = 3;
const entryNumbers = ENTRY_BYTES / 4;
/** Destinations, or nodes, of which 0 is nobody's. */
const entryCount = 4;
const tableNumbers = width * width;
/** Position 0 lies so far before the codes, which is before the region of the arrays. */
const firstPosition = 2 ** 20;

/** The first table may lead to the second; that one leads to destinations. */
const tables = fc
  .tuple(
    fc.array(fc.integer({ min: -1, max: entryCount - 1 }), { minLength: tableNumbers, maxLength: tableNumbers }),
    fc.array(fc.nat(entryCount - 1), { minLength: tableNumbers, maxLength: tableNumbers }),
  )
  .map(([first, second]) => Uint32Array.from([...first, ...second]));

const given = fc.record({
  gaps: fc.array(fc.oneof(fc.nat(3), fc.nat(60)), { maxLength: 30 }),
  codes: fc.uint8Array({ max: width - 1, minLength: 700, maxLength: 700 }),
  tables,
  gapMaximum: fc.constantFrom(2, 7, 255, 65_535),
  recordBytes: fc.constantFrom(1, 12, GAP_BYTES + COPIED_CODES, 30, GAP_BYTES + CARRIED_MAXIMUM),
  depths: fc.array(fc.nat(3), { minLength: entryCount, maxLength: entryCount }),
});

const positionsOf = (gaps: readonly number[]): Uint32Array => {
  let position = firstPosition;
  return Uint32Array.from(gaps, (gap) => {
    position = Math.min(position + gap, firstPosition + 600);
    return position;
  });
};

/** Where the tables lead a position. */
function destinationOf(position: number, codes: Uint8Array, table: Uint32Array): number {
  const pairAt = (place: number): number => codes[place]! * width + codes[place + 1]!;
  const place = position - firstPosition;
  const first = table[pairAt(place)]! | 0;
  return first < 0 ? table[-first * tableNumbers + pairAt(place + 2)]! : first;
}

describe('suffix routes', () => {
  it('routeSuffixes › any positions › notes suffixes with a destination, and counts their records', () => {
    fc.assert(
      fc.property(given, layouts, ({ gaps, codes, tables, gapMaximum }, layout) => {
        const positions = positionsOf(gaps);
        let destinationsAt = 0;
        expectAgreement(layout, {
          arrays: {
            positions,
            codes,
            tables,
            destinations: new Uint32Array(entryCount * entryNumbers).map((_, place) =>
              place % entryNumbers === 0 ? firstPosition : 0,
            ),
            // One that goes nowhere is noted behind the others.
            out: new Uint32Array((positions.length + 1) * (NOTE_BYTES / 4)),
          },
          prepare: ({ start }) => {
            destinationsAt = start('destinations');
          },
          kernel: (kernels, { start, end }) =>
            kernels.routeSuffixes(
              ...([start('positions'), end('positions'), start('codes') - firstPosition, width] as const),
              ...([start('tables'), start('destinations'), gapMaximum, start('out')] as const),
            ),
          twin: ({ destinations, out }) => {
            let notes = 0;
            for (const position of positions) {
              const to = destinationOf(position, codes, tables);
              const entry = to * entryNumbers;
              destinations[entry + 1]! += 1 + Math.floor((position - destinations[entry]!) / gapMaximum);
              destinations[entry] = position;
              out.set([position, destinationsAt + to * ENTRY_BYTES], notes * 2);
              if (to > 0) notes += 1;
            }
            return notes;
          },
        });
      }),
    );
  });

  it('writeRecords › any notes › writes gaps and codes, and records without suffix for large gaps', () => {
    fc.assert(
      fc.property(given, layouts, ({ gaps, codes, tables, gapMaximum, recordBytes, depths }, layout) => {
        const notes = [...positionsOf(gaps)].map((position) => ({
          position,
          to: destinationOf(position, codes, tables),
        }));
        const previous = depths.map(() => firstPosition);
        const counts = depths.map(() => 0);
        for (const { position, to } of notes) {
          counts[to]! += 1 + Math.floor((position - previous[to]!) / gapMaximum);
          previous[to] = position;
        }
        const roomOf = (to: number): number => counts[to]! * recordBytes + GAP_BYTES + CARRIED_MAXIMUM;
        const starts = depths.map((_, to) =>
          depths.slice(0, to).reduce((sum, _depth, before) => sum + roomOf(before), 0),
        );
        const destinations = new Uint32Array(entryCount * entryNumbers);
        const noted = new Uint32Array(notes.length * 2);
        let recordsAt = 0;
        expectAgreement(layout, {
          arrays: { noted, codes, destinations, records: new Uint8Array(starts.at(-1)! + roomOf(entryCount - 1)) },
          slackBytes: CARRIED_MAXIMUM,
          prepare: ({ start }) => {
            recordsAt = start('records');
            for (const [to, depth] of depths.entries()) {
              destinations.set([firstPosition, 0, recordsAt + starts[to]!, depth], to * entryNumbers);
            }
            for (const [place, { position, to }] of notes.entries()) {
              noted.set([position, start('destinations') + to * ENTRY_BYTES], place * 2);
            }
          },
          kernel: (kernels, { start, end }) =>
            kernels.writeRecords(
              ...([start('noted'), end('noted'), start('codes') - firstPosition, recordBytes, gapMaximum] as const),
            ),
          twin: (arrays) => {
            for (const { position, to } of notes) {
              const entry = to * entryNumbers;
              let gap = position - arrays.destinations[entry]!;
              let at = arrays.destinations[entry + 2]! - recordsAt;
              const writeGap = (value: number): void => arrays.records.set([value % 256, Math.floor(value / 256)], at);
              for (; gap >= gapMaximum; gap -= gapMaximum) {
                writeGap(gapMaximum);
                at += recordBytes;
              }
              writeGap(gap);
              const from = position - firstPosition + depths[to]!;
              const copied = recordBytes > GAP_BYTES + COPIED_CODES ? CARRIED_MAXIMUM : COPIED_CODES;
              arrays.records.set(codes.subarray(from, from + copied), at + GAP_BYTES);
              arrays.destinations[entry] = position;
              arrays.destinations[entry + 2] = recordsAt + at + recordBytes;
            }
          },
        });
      }),
    );
  });

  it('countSuffixes › any positions with terms › suffixes, terms and docs by the codes after the node', () => {
    const codesCounted = width + tableNumbers;
    fc.assert(
      fc.property(given, layouts, ({ gaps, codes, tables, depths }, layout) => {
        const positions = positionsOf(gaps);
        const block = new Uint32Array((3 * BLOCK_BYTES) / 4);
        block.set(positions);
        const termOf = (place: number): number => Math.floor((positions[place]! - firstPosition) / 20);
        for (const place of positions.keys()) {
          block[BLOCK_SUFFIXES + place] = termOf(place);
          block[2 * BLOCK_SUFFIXES + place] = 1 + (termOf(place) % 3);
        }
        const nodes = new Uint32Array(entryCount * entryNumbers);
        const tallyNumbers = codesCounted * entryNumbers;
        expectAgreement(layout, {
          arrays: { block, codes, tables, nodes, tallies: new Uint32Array(entryCount * tallyNumbers) },
          prepare: ({ start }) => {
            for (const [node, depth] of depths.entries()) {
              nodes.set([start('tallies') + node * tallyNumbers * 4, depth], node * entryNumbers);
            }
          },
          kernel: (kernels, { start }) =>
            kernels.countSuffixes(
              ...([start('block'), start('block') + positions.byteLength, start('codes') - firstPosition] as const),
              ...([width, start('tables'), start('nodes')] as const),
            ),
          twin: ({ tallies }) => {
            for (const [place, position] of positions.entries()) {
              const node = destinationOf(position, codes, tables);
              const behind = position - firstPosition + depths[node]!;
              const [first, second] = [codes[behind]!, codes[behind + 1]!];
              for (const code of [first, width + first * width + second]) {
                const tally = node * tallyNumbers + code * entryNumbers;
                const isNew = tallies[tally + 3] !== termOf(place) + 1;
                tallies[tally]! += 1;
                tallies[tally + 1]! += isNew ? 1 : 0;
                tallies[tally + 2]! += isNew ? 1 + (termOf(place) % 3) : 0;
                tallies[tally + 3] = termOf(place) + 1;
              }
            }
          },
        });
      }),
    );
  });
});
