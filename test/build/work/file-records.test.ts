/**
 * Records in the sections of a file, read in parts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileRecords } from '../../../build/work/index.js';
import { offsetPieces } from '../../../build/work/scratch/offsets.js';
import { blobChunkName, type SectionInput } from '../../../src/format/index.js';
import { fileSection } from '../../../testing/structures/sections.js';

/** @returns the sections of a blob, as a record spool writes them */
async function blobSections(records: readonly Uint8Array[], chunkBytes: number): Promise<SectionInput[]> {
  const bytes = Buffer.concat(records);
  const lengths = Uint32Array.from(records, ({ byteLength }) => byteLength);
  const relative: number[] = [];
  const bases: number[] = [];
  const ends: number[] = [];
  for await (const piece of offsetPieces([lengths], chunkBytes)) {
    relative.push(...piece.relative);
    bases.push(...piece.bases);
    ends.push(...piece.chunkEnds);
  }
  const chunks = [...ends, bytes.byteLength].map((end, chunk) => ({
    name: blobChunkName('r', chunk),
    data: Uint8Array.from(bytes.subarray(ends[chunk - 1] ?? 0, end)),
  }));
  return [
    ...chunks,
    { name: 'r.offsets', data: Uint32Array.from(relative) },
    { name: 'r.offsets.bases', data: Float64Array.from(bases) },
  ];
}

describe('FileRecords', () => {
  it('any records in any number of chunks › has their lengths, and any part of their bytes', async () => {
    const record = fc.uint8Array({ maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 100 }),
        fc.integer({ min: 10, max: 60 }),
        fc.nat(),
        fc.nat(),
        async (drawn, chunkBytes, one, another) => {
          const sections = (await blobSections(drawn, chunkBytes)).map(fileSection);
          const records = await FileRecords.open(sections, 'r', chunkBytes);
          expect(records.count).toBe(drawn.length);
          const lengths = drawn.map(({ byteLength }) => byteLength);
          expect([...(await records.sliceLengths(0, records.count))]).toEqual(lengths);
          const pieces: number[] = [];
          for await (const piece of records.lengthPieces()) pieces.push(...piece);
          expect(pieces).toEqual(lengths);
          const bytes = Buffer.concat(drawn);
          const [start = 0, end = 0] = [one, another].map((at) => at % (bytes.byteLength + 1)).sort((a, b) => a - b);
          expect(Buffer.from(await records.sliceBytes(start, end))).toEqual(Buffer.from(bytes.subarray(start, end)));
        },
      ),
    );
  });

  it('a missing section › an error that names it', async () => {
    const sections = (await blobSections([Uint8Array.of(1)], 10)).map(fileSection);
    const incomplete = sections.filter(({ name }) => name !== 'r.offsets');
    await expect(FileRecords.open(incomplete, 'r')).rejects.toThrow('r.offsets');
  });
});
