import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Blob,
  GrowingRecords,
  narrow,
  OFFSET_BLOCK,
  Offsets,
  offsetSections,
  Records,
} from '../../src/format/index.js';

const chunkBytes = 64;

function recordsOf(built: GrowingRecords): Records {
  const [relative, bases] = offsetSections('x', built.offsets());
  if (!(relative?.data instanceof Uint32Array) || !(bases?.data instanceof Float64Array)) throw new Error('no offsets');
  return new Records(new Blob(built.chunks(), chunkBytes), new Offsets(bases.data, relative.data));
}

describe('records', () => {
  it('of any length › come back whole, across chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: chunkBytes - 1 }), { maxLength: 100 }), (records) => {
        const built = new GrowingRecords(chunkBytes);
        for (const record of records) built.push(record);
        const read = recordsOf(built);
        expect(read.count).toBe(records.length);
        for (const [index, record] of records.entries()) {
          expect([...read.view(index)]).toEqual([...record]);
          expect(read.lengthOf(index)).toBe(record.byteLength);
          expect([...built.view(index)]).toEqual([...record]);
        }
      }),
    );
  });

  it('texts › are stored as UTF-8', () => {
    const built = new GrowingRecords();
    for (const text of ['', 'é', '日本', '👩‍🚀']) built.pushText(text);
    expect([0, 1, 2, 3].map((index) => built.view(index).toString())).toEqual(['', 'é', '日本', '👩‍🚀']);
  });

  it('a record as long as a chunk › is refused', () => {
    expect(() => new GrowingRecords(chunkBytes).push(new Uint8Array(chunkBytes))).toThrow(RangeError);
  });
});

describe('offsets', () => {
  it('beyond 32 bits › are exact', () => {
    const values = Float64Array.from({ length: 3 * OFFSET_BLOCK }, (_, index) => index * 1e8);
    const [relative, bases] = offsetSections('x', values);
    if (!(relative?.data instanceof Uint32Array) || !(bases?.data instanceof Float64Array))
      throw new Error('no offsets');
    const offsets = new Offsets(bases.data, relative.data);
    expect(values.at(-1)).toBeGreaterThan(2 ** 32);
    expect(Array.from(values, (_, index) => offsets.at(index))).toEqual([...values]);
  });

  it('of neighbours that span 4 GiB › are refused', () => {
    expect(() => offsetSections('x', Float64Array.of(0, 2 ** 32))).toThrow(RangeError);
  });
});

describe('narrow', () => {
  it.each([
    [255, Uint8Array],
    [256, Uint16Array],
    [65535, Uint16Array],
    [65536, Uint32Array],
  ])('a maximum of %i › fits', (maximum, type) => {
    const narrowed = narrow(Uint32Array.of(0, maximum), maximum);
    expect(narrowed).toBeInstanceOf(type);
    expect([...narrowed]).toEqual([0, maximum]);
  });
});
