/**
 * Loops by kernels, against the same in JavaScript: over equal memories they leave equal ones behind, and a batch's suffixes
 * get to the same slots.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Loops, plainLoops } from '../../../build/substrings/memory/loops.js';
import { kernelLoops, openKernelMemory, openLoopMemory } from '../../../build/substrings/memory/thread-memory.js';
import type { Batch } from '../../../build/substrings/plan/batch-plan.js';
import { type GatherInput, gather, gatherByKernel, gatheringBytes } from '../../../build/substrings/sort/gather.js';
import { suffixNumbers, termAt } from '../../../build/substrings/sort/moves.js';
import { openSortMemory } from '../../../build/substrings/sort/sort-memory.js';
import type { SuffixText } from '../../../build/substrings/text/index.js';
import { BLOCK_BYTES, kernelsIn } from '../../../src/kernels/index.js';

const width = 3;
const memoryBytes = 2 ** 17;
const [codesAt, tablesAt, entriesAt, talliesAt, notesAt, recordsAt] = [
  2 ** 14,
  2 ** 15,
  36_000,
  40_000,
  50_000,
  80_000,
];
/** Positions begin there, so the code at position 0 lies before the memory. */
const first = 2 ** 20;
const codes = codesAt - first;

const drawn = fc.record({
  gaps: fc.array(fc.oneof(fc.nat(3), fc.nat(300)), { minLength: 1, maxLength: 100 }),
  codes: fc.uint8Array({ min: 0, max: width - 1, minLength: 500, maxLength: 500 }),
  // Two tables: the first leads to the second, nowhere, or on.
  tables: fc.array(fc.constantFrom(0, 1, 2, -1), { minLength: width * width, maxLength: width * width }),
  further: fc.array(fc.nat(2), { minLength: width * width, maxLength: width * width }),
  gapMaximum: fc.constantFrom(2, 255, 65_535),
  recordBytes: fc.constantFrom(1, 12, 38),
});

describe('loops in kernels', () => {
  it('any suffixes and destinations › the memory equals the JavaScript loops', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        let position = first;
        const positions = given.gaps.map((gap) => {
          position += gap;
          return Math.min(position, first + 400);
        });
        const run = (buffer: ArrayBufferLike, loops: Loops): Uint8Array => {
          const numbers = new Uint32Array(buffer);
          numbers.fill(0);
          new Uint8Array(buffer).set(given.codes, codesAt);
          new Int32Array(buffer).set([...given.tables, ...given.further], tablesAt / 4);
          numbers.set(positions, 0);
          for (const [index, at] of positions.entries()) {
            numbers[BLOCK_BYTES / 4 + index] = Math.floor((at - first) / 20);
            numbers[BLOCK_BYTES / 2 + index] = 1 + (at % 3);
          }
          const end = 4 * positions.length;
          for (const destination of [0, 1, 2]) {
            const next = recordsAt + destination * 16_000;
            numbers.set([first, 0, next, destination], entriesAt / 4 + 4 * destination);
          }
          const noted = loops.route(0, end, codes, width, tablesAt, entriesAt, given.gapMaximum, notesAt);
          for (const destination of [0, 1, 2]) numbers[entriesAt / 4 + 4 * destination] = first;
          if (noted > notesAt) loops.write(notesAt, noted, codes, given.recordBytes, given.gapMaximum);
          const nodesAt = entriesAt + 64;
          for (const node of [0, 1, 2]) numbers.set([talliesAt + node * 192, node], nodesAt / 4 + 4 * node);
          loops.count(0, end, codes, width, tablesAt, nodesAt);
          numbers[memoryBytes / 4 - 1] = noted;
          return new Uint8Array(buffer).slice();
        };
        const memory = new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true });
        const plain = new ArrayBuffer(memoryBytes);
        const compiled = run(memory.buffer, kernelLoops(kernelsIn(memory)));
        expect(Buffer.compare(compiled, run(plain, plainLoops(plain)))).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe('gatherInMemory', () => {
  it('any records › suffixes are in the slots of `gather`', () => {
    const slotsOf = fc.array(fc.boolean(), { minLength: width * width, maxLength: width * width });
    const records = fc.array(
      fc.record({
        gap: fc.oneof(fc.nat(9), fc.nat(65_535), fc.constant(65_535)),
        codes: fc.uint8Array({ min: 0, max: width - 1, minLength: 10, maxLength: 10 }),
      }),
      { minLength: 2, maxLength: 200 },
    );
    fc.assert(
      fc.property(slotsOf, records, fc.boolean(), (nodes, drawnRecords, isInText) => {
        const recordBytes = 12;
        const bytes = new Uint8Array(drawnRecords.length * recordBytes + 64);
        for (const [index, record] of drawnRecords.entries()) {
          bytes.set([record.gap & 255, record.gap >>> 8, ...record.codes], index * recordBytes);
        }
        const positions = drawnRecords.reduce((sum, { gap }) => sum + gap, 1);
        const terms = Math.ceil(positions / 7);
        const starts = Uint32Array.from({ length: 2 * terms + 1 }, (_, term) => term * 7);
        const half = Math.floor(drawnRecords.length / 2) * recordBytes;
        const text: SuffixText = {
          starts,
          docStarts: starts,
          isRepeating: false,
          alphabet: new Uint8Array(width),
          begins: new Uint8Array(width),
        };
        const slots = nodes.map((isNode) => {
          const kind = isNode ? ('node' as const) : ('bucket' as const);
          return { kind, size: drawnRecords.length, suffixes: drawnRecords.length, docs: 0 };
        });
        const batch: Batch = {
          prefix: new Uint8Array(0),
          slotOf: Int32Array.from(nodes.keys(), (slot) => slot + 5),
          firstSlot: 5,
          slots,
        };
        const parts = [
          { from: 0, start: 0, end: half },
          { from: terms, start: half, end: drawnRecords.length * recordBytes },
        ];
        const given: GatherInput = { text, batch, records: { bytes, parts }, recordBytes, isInText };
        const slotStarts = Uint32Array.from(slots.keys(), (slot) => slot * drawnRecords.length);
        const suffixes = slots.length * drawnRecords.length;
        const { gathered, kernelMemory, freeStart } = openSortMemory(
          suffixes,
          gatheringBytes(text, batch, given.records),
        );
        const plain = new Int32Array(suffixes * suffixNumbers);
        const ends = gather(given, slotStarts, plain);
        expect(gatherByKernel(given, slotStarts, gathered, kernelMemory!, freeStart)).toEqual(ends);
        for (const [slot, end] of ends.entries()) {
          for (let at = slotStarts[slot]! * suffixNumbers; at < end * suffixNumbers; at += 1) {
            if (nodes[slot] || at % suffixNumbers === termAt) expect(gathered[at]).toBe(plain[at]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('loopMemory', () => {
  it('more than 32-bit addresses › no memory for compiled loops', () => {
    expect(openKernelMemory(2 ** 32)).toBeUndefined();
  });

  it('a larger memory › keeps the content of the previous one', () => {
    const small = openLoopMemory(16);
    new Uint8Array(small.buffer).set([1, 2, 3]);
    expect([...new Uint8Array(openLoopMemory(2 ** 20, small).buffer).subarray(0, 3)]).toEqual([1, 2, 3]);
  });
});
