/**
 * Records sorted in runs and merged, against sorting them as they are.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideRecords, sortRecords } from '../../../build/sorting/external-sort.js';
import { visitInOrder } from '../../../build/sorting/merge-runs.js';
import { RunFile } from '../../../build/sorting/run-file.js';
import { RecordSpool } from '../../../build/work/scratch/record-spool.js';
import { WorkClock } from '../../../build/work/work-clock.js';
import { amount } from '../../../testing/amount.js';
import { smallWorkshop } from '../../../testing/structures/sections.js';

const { pool, scratch } = smallWorkshop;

/** The distinct texts that are not empty, by their bytes, from the last on where they are reversed. */
function naive(texts: readonly string[], reversed: boolean): Buffer[] {
  const records = [...new Set(texts)].filter((text) => text !== '').map((text) => Buffer.from(text));
  if (reversed) for (const record of records) record.reverse();
  return records.sort(Buffer.compare);
}

async function recordsOf(spool: RecordSpool): Promise<Buffer[]> {
  const bytes = Buffer.from(await spool.sliceBytes(0, spool.byteLength));
  let at = 0;
  return [...(await spool.lengths())].map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
}

describe('sortRecords', () => {
  it('any texts, runs of any length, both directions › equal sorting all at once', async () => {
    let runs = 0;
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '\u0000'), maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 300, size: 'max' }),
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        async (texts, runBytes, reversed) => {
          const spool = new RecordSpool(scratch);
          for (const one of texts) spool.pushText(one);
          runs = Math.max(runs, (await divideRecords(spool.lengthPieces(), runBytes)).length);
          const output = new RecordSpool(scratch);
          const sorted = await sortRecords(
            spool,
            { pool, scratch, runBytes, reversed, clock: new WorkClock() },
            output,
          );
          const expected = naive(texts, reversed);
          expect(await recordsOf(output)).toEqual(expected);
          expect(sorted.count).toBe(expected.length);
          const placed = texts.map((one) => {
            const record = Buffer.from(one);
            if (reversed) record.reverse();
            return 1 + expected.findIndex((other) => other.equals(record));
          });
          expect([...sorted.ordinals]).toEqual(placed);
          const bytes = new Set(texts.flatMap((one) => [...Buffer.from(one)]));
          expect([...sorted.occurs.keys()].filter((byte) => sorted.occurs[byte] === 1)).toEqual(
            [...bytes].sort((a, b) => a - b),
          );
        },
      ),
      { numRuns: amount(100, 25) },
    );
    expect(runs).toBeGreaterThan(20);
  });

  it('empty records › no values', async () => {
    const spool = new RecordSpool(scratch);
    for (const text of ['', '', '']) spool.pushText(text);
    const sorted = await sortRecords(spool, { pool, scratch, runBytes: 1, reversed: false, clock: new WorkClock() });
    expect(sorted).toMatchObject({ count: 0, ordinals: Uint32Array.of(0, 0, 0) });
  });
});

describe('visitInOrder', () => {
  const runs = [['a', 'b', 'carrot'], ['b'], ['a', 'carrot', 'date', 'éclair']];

  it.each([1, 5, 2 ** 18])('windows of %i bytes › each record with its run and its number', async (window) => {
    const file = new RunFile(scratch);
    for (const [run, texts] of runs.entries()) {
      const records = texts.map((text) => Buffer.from(text));
      await file.add({
        bytes: Buffer.concat(records),
        lengths: Uint32Array.from(records, ({ byteLength }) => byteLength),
        numbers: Uint32Array.from(texts, (_, place) => run * 10 + place),
      });
    }
    const taken: string[] = [];
    await visitInOrder(
      await file.readers(window),
      ({ record, number }, run, isNew) => taken.push(`${isNew ? '' : '= '}${record} ${run} ${number}`),
      async () => undefined,
      new WorkClock(),
      'terms',
    );
    expect(taken).toEqual([
      'a 0 0',
      '= a 2 20',
      'b 0 1',
      '= b 1 10',
      'carrot 0 2',
      '= carrot 2 21',
      'date 2 22',
      'éclair 2 23',
    ]);
  });
});
