import fc from 'fast-check';
import { describe, it } from 'vitest';
import { ENTRY_BYTES, GAP_BYTES, GAP_MAXIMUM, SLOT_CODES, SUFFIX_BYTES } from '../../src/kernels/index.js';
import { expectAgreement, layouts } from './support/agrees.js';

const width = 3;
const slotCount = 4;
const keyCodes = 8;
/** Records are read sixteen bytes at a time. */
const slackBytes = 16;

const record = fc.record({
  gap: fc.oneof(fc.nat(3), fc.nat(200), fc.constant(GAP_MAXIMUM)),
  codes: fc.array(fc.nat(width - 1), { minLength: SLOT_CODES + keyCodes, maxLength: SLOT_CODES + keyCodes }),
});

const given = fc.record({
  records: fc.array(record, { maxLength: 40 }),
  recordBytes: fc.constantFrom(GAP_BYTES + SLOT_CODES + keyCodes, 20, 38),
  slotOf: fc.uint32Array({ minLength: width * width, maxLength: width * width, max: slotCount - 1 }),
  nodes: fc.array(fc.nat(1), { minLength: slotCount, maxLength: slotCount }),
  isInText: fc.nat(1),
  moved: fc.nat(1000),
});

describe('suffix gather', () => {
  it('gatherSuffixes › any records › moves suffixes to their slots, one per term if the slot is a bucket', () => {
    fc.assert(
      fc.property(given, layouts, ({ records, recordBytes, slotOf, nodes, isInText, moved }, layout) => {
        const bytes = new Uint8Array(records.length * recordBytes);
        for (const [place, { gap, codes }] of records.entries()) {
          bytes.set([gap % 256, Math.floor(gap / 256), ...codes], place * recordBytes);
        }
        // Terms of growing lengths, from the third one on.
        const [firstTerm, firstPosition] = [3, 50];
        const last = firstPosition + records.reduce((sum, { gap }) => sum + gap, 0);
        const ends: number[] = [];
        for (let end = firstPosition + 1; ends.length === 0 || ends.at(-1)! <= last; end += 1 + ends.length ** 2)
          ends.push(end);
        const slots = new Uint32Array((slotCount * ENTRY_BYTES) / 4);
        const slotBytes = records.length * SUFFIX_BYTES;
        let outAt = 0;
        let recordsAt = 0;
        expectAgreement(layout, {
          arrays: {
            bytes,
            ends: Uint32Array.from(ends),
            slotOf,
            slots,
            out: new Uint32Array((slotCount * slotBytes) / 4),
          },
          slackBytes,
          prepare: ({ start }) => {
            outAt = start('out');
            recordsAt = start('bytes');
            for (const [slot, isNode] of nodes.entries()) {
              slots.set([outAt + slot * slotBytes, 0xffffffff, isNode], (slot * ENTRY_BYTES) / 4);
            }
          },
          kernel: (kernels, { start, end }) =>
            kernels.gatherSuffixes(
              ...([start('bytes'), end('bytes'), recordBytes, start('ends'), firstTerm, firstPosition, width] as const),
              ...([start('slotOf'), start('slots'), isInText, moved] as const),
            ),
          twin: (arrays) => {
            let position = firstPosition;
            for (const [place, { gap, codes }] of records.entries()) {
              position += gap;
              if (gap === GAP_MAXIMUM) continue;
              const term = firstTerm + ends.findIndex((end) => position < end);
              const entry = (slotOf[codes[0]! * width + codes[1]!]! * ENTRY_BYTES) / 4;
              if (arrays.slots[entry + 2] === 0 && arrays.slots[entry + 1] === term) continue;
              const key = (from: number): number =>
                codes.slice(from, from + 4).reduce((sum, code) => sum * 256 + code, 0);
              const at = isInText === 1 ? position : recordsAt + place * recordBytes + moved;
              const to = (arrays.slots[entry]! - outAt) / 4;
              arrays.out.set([at, term, key(SLOT_CODES), key(SLOT_CODES + 4)], to);
              arrays.slots[entry]! += SUFFIX_BYTES;
              arrays.slots[entry + 1] = term;
            }
          },
        });
      }),
    );
  });
});
