import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blobSections,
  GrowingBytes,
  GrowingF64,
  GrowingRecords,
  GrowingU32,
  narrowestArray,
  OFFSET_BLOCK,
  Offsets,
  offsetSections,
} from '../../src/format/index.js';
import { recordsOf } from '../../testing/structures/records.js';

const chunkBytes = 64;

describe('records', () => {
  it('of any length › are read back unchanged, across chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: chunkBytes - 1 }), { maxLength: 100 }), (records) => {
        const built = new GrowingRecords(chunkBytes);
        for (const record of records) built.push(record);
        const read = recordsOf(built, chunkBytes);
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

describe('records across chunks', () => {
  const record = (byteLength: number, byte: number): Uint8Array => new Uint8Array(byteLength).fill(byte);
  const of = (...lengths: number[]): GrowingRecords => {
    const built = new GrowingRecords(chunkBytes);
    for (const [index, byteLength] of lengths.entries()) built.push(record(byteLength, index + 1));
    return built;
  };
  const lengths = (built: GrowingRecords): number[] => built.chunks().map(({ byteLength }) => byteLength);

  it('a full chunk › keeps one byte free, and the next record starts the next chunk', () => {
    expect(lengths(of(60, 3))).toEqual([63]);
    expect(lengths(of(60, 4))).toEqual([60, 4]);
    expect([...of(60, 3, 10).offsets()]).toEqual([0, 60, 64, 74]);
    expect([...of(60, 4, 59, 20, 5).offsets()]).toEqual([0, 64, 68, 128, 148, 153]);
  });

  it('built records › are counted, viewed in any chunk, and moved without a copy', () => {
    const built = of(60, 4, 59, 20, 5);
    expect([built.count, built.byteLength]).toEqual([5, 148]);
    const expected = [60, 4, 59, 20, 5].map((byteLength, index) => [...record(byteLength, index + 1)]);
    const all = (records: GrowingRecords): number[][] => expected.map((_, index) => [...records.view(index)]);
    expect(all(built)).toEqual(expected);
    const { parts } = built;
    expect(parts.chunks.map(({ byteLength }) => byteLength)).toEqual([60, 63, 25]);
    expect(parts.chunks.map(({ buffer }) => buffer)).toEqual(built.chunks().map(({ buffer }) => buffer));
    expect([...parts.offsets]).toEqual([...built.offsets()]);
  });

  it('records from parts › continue in the last chunk', () => {
    const first = new GrowingRecords();
    for (const text of ['one', 'two', '']) first.pushText(text);
    const again = GrowingRecords.of(first.parts);
    again.pushText('three');
    again.push(record(70_000, 7));
    expect([0, 1, 2, 3].map((index) => again.view(index).toString())).toEqual(['one', 'two', '', 'three']);
    expect([...again.view(4)]).toEqual([...record(70_000, 7)]);
    expect([again.count, again.byteLength]).toEqual([5, 70_011]);
    const usual = 2 ** 30;
    const parts = { chunks: [record(3, 1), record(2, 2)], offsets: Float64Array.of(0, usual, usual + 2) };
    const two = GrowingRecords.of(parts);
    expect([0, 1].map((index) => [...two.view(index)])).toEqual([
      [1, 1, 1],
      [2, 2],
    ]);
    expect(two.byteLength).toBe(5);
    const none = GrowingRecords.of({ chunks: [], offsets: Float64Array.of(0) });
    expect([none.count, none.byteLength]).toEqual([0, 0]);
  });

  it('a text with three bytes per code unit › fits into a growing chunk', () => {
    const built = new GrowingRecords(2 ** 20);
    const text = '日'.repeat(30_000);
    built.push(record(10, 1));
    built.pushText(text);
    built.pushText('é');
    expect(built.view(1).toString()).toBe(text);
    expect(built.view(2).toString()).toBe('é');
    expect([...built.view(0)]).toEqual([...record(10, 1)]);
  });

  it('a record that is too long › is refused with its length', () => {
    expect(() => of(64)).toThrow('a record of 64 bytes does not fit a chunk');
  });

  it('sections › are one per chunk, then the offsets', () => {
    const sections = of(60, 4, 59).sections('title/terms');
    expect(sections.map(({ name }) => name)).toEqual([
      'title/terms',
      'title/terms#1',
      'title/terms.offsets',
      'title/terms.offsets.bases',
    ]);
    expect(sections.map(({ data }) => data.length)).toEqual([60, 63, 4, 1]);
    const three = blobSections('x', [record(1, 1), record(2, 2), record(3, 3)]);
    expect(three.map(({ name, data }) => [name, ...data])).toEqual([
      ['x', 1],
      ['x#1', 2, 2],
      ['x#2', 3, 3, 3],
    ]);
  });
});

describe('numbers', () => {
  it.each([
    ['bytes', () => new GrowingBytes(), Uint8Array],
    ['32 bits', () => new GrowingU32(), Uint32Array],
    ['floats', () => new GrowingF64(), Float64Array],
  ] as const)('%s › more numbers than the first capacity are kept and can be changed', (_, make, type) => {
    const growing = make();
    expect(growing.length).toBe(0);
    expect(growing.view()).toEqual(new type(0));
    for (let i = 0; i < 5000; i += 1) growing.push(i % 251);
    growing.set(3, 77);
    expect(growing.length).toBe(5000);
    const expected = Array.from({ length: 5000 }, (__, i) => (i === 3 ? 77 : i % 251));
    expect(growing.view()).toEqual(type.from(expected));
    expect([growing.at(3), growing.at(4999)]).toEqual([77, 4999 % 251]);
  });

  it('from existing values › appends after them', () => {
    const growing = GrowingF64.of(Float64Array.of(1, 2.5));
    growing.push(4);
    expect([...growing.view()]).toEqual([1, 2.5, 4]);
  });
});

describe('offsets', () => {
  it('offsets above 32 bits › are exact', () => {
    const values = Float64Array.from({ length: 3 * OFFSET_BLOCK }, (_, index) => index * 1e8);
    const [relative, bases] = offsetSections('x', values);
    if (!(relative?.data instanceof Uint32Array) || !(bases?.data instanceof Float64Array))
      throw new Error('no offsets');
    const offsets = new Offsets(bases.data, relative.data);
    expect(values.at(-1)).toBeGreaterThan(2 ** 32);
    expect(Array.from(values, (_, index) => offsets.at(index))).toEqual([...values]);
  });

  it('neighbours that span 4 GiB › are refused', () => {
    expect(() => offsetSections('x', Float64Array.of(0, 2 ** 32))).toThrow('records near 1 of x span 4 GiB');
    const [relative] = offsetSections('x', Float64Array.of(0, 2 ** 32 - 1));
    expect([...(relative?.data ?? [])]).toEqual([0, 2 ** 32 - 1]);
  });
});

describe('offset sections', () => {
  it.each([
    [1, 1],
    [32, 1],
    [33, 2],
    [64, 2],
  ])('%i entries › have %i bases, each the first offset of its block', (count, bases) => {
    const sections = offsetSections(
      'x',
      Float64Array.from({ length: count }, (_, index) => index * 10),
    );
    expect(sections.map(({ name, data }) => [name, data.length])).toEqual([
      ['x', count],
      ['x.bases', bases],
    ]);
    expect([...sections[1]!.data]).toEqual([0, 320].slice(0, bases));
  });
});

describe('narrowestArray', () => {
  it.each([
    [255, Uint8Array],
    [256, Uint16Array],
    [65535, Uint16Array],
    [65536, Uint32Array],
  ])('a maximum of %i › fits', (maximum, type) => {
    const narrowed = narrowestArray(Uint32Array.of(0, maximum), maximum);
    expect(narrowed).toBeInstanceOf(type);
    expect([...narrowed]).toEqual([0, maximum]);
  });
});
