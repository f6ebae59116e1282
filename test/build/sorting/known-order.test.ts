/**
 * Sorting by a known order, against sorting without one.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortRecords } from '../../../build/sorting/external-sort.js';
import { RecordSpool, WorkClock } from '../../../build/work/index.js';
import { type TakenChoice, withChoicesAsync } from '../../../src/content/choices/index.js';
import { smallWorkshop } from '../../../testing/structures/sections.js';

const { pool, scratch } = smallWorkshop;

async function sorted(texts: readonly string[], reversed: boolean, order?: Uint32Array, taken?: string[]) {
  const records = new RecordSpool(scratch);
  for (const text of texts) records.pushText(text);
  const output = reversed ? undefined : new RecordSpool(scratch);
  const known = order && { order, bytesMaximum: 2 ** 20 };
  const onChoice = ({ name, taken: way }: TakenChoice): void => {
    if (name === 'sort.order') taken?.push(way);
  };
  const options = { pool, scratch, runBytes: 1000, clock: new WorkClock(), reversed, known };
  const result = await withChoicesAsync({ ways: { 'sort.order': 'known' }, onChoice }, () =>
    sortRecords(records, options, output),
  );
  const values = output && { lengths: await output.lengths(), bytes: await output.sliceBytes(0, output.byteLength) };
  return { ...result, values };
}

const reverse = (text: string): string => Buffer.from(text).reverse().toString('latin1');

/** @returns the records in ascending order, of equal ones the later first */
function orderOf(texts: readonly string[], reversed: boolean): number[] {
  const keyOf = (text: string): string => (reversed ? reverse(text) : Buffer.from(text).toString('latin1'));
  return [...texts.keys()].sort((a, b) => {
    const [keyA, keyB] = [keyOf(texts[a]!), keyOf(texts[b]!)];
    return keyA < keyB ? -1 : keyA > keyB ? 1 : b - a;
  });
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日', ' '), maxLength: 5 });

describe('sortRecords › with a known order', () => {
  it('any records, any of them missing in the order › the result without it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 60 }),
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        fc.boolean(),
        async (texts, isMissing, reversed) => {
          const order = orderOf(texts, reversed).filter((record) => isMissing[record] !== true);
          const taken: string[] = [];
          expect(await sorted(texts, reversed, Uint32Array.from(order), taken)).toEqual(await sorted(texts, reversed));
          expect(taken).toEqual(['known']);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('a wrong order › the result without it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(text, { minLength: 1, maxLength: 30 })
          .chain((texts) =>
            fc.tuple(fc.constant(texts), fc.shuffledSubarray([...texts.keys()], { minLength: texts.length })),
          ),
        async ([texts, order]) => {
          expect(await sorted(texts, false, Uint32Array.from(order))).toEqual(await sorted(texts, false));
        },
      ),
      { numRuns: 60 },
    );
  });
});
