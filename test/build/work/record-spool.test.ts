/**
 * Records in scratch files, and the sections made of them piece by piece, against arrays that grow in memory.
 */
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetPieces, recordOffsets } from '../../../build/work/scratch/offsets.js';
import { RecordSpool } from '../../../build/work/scratch/record-spool.js';
import { ScratchFolder } from '../../../build/work/scratch/scratch-files.js';
import { withChoicesAsync } from '../../../src/content/choices/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { bytesOf, GrowingRecords, offsetSections } from '../../../src/format/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { loadSections } from '../../../testing/structures/sections.js';

const newFolder = temporaryFolders();

describe('offsetPieces', () => {
  it('records in chunks of any length › offsets and chunk ends equal records in memory', async () => {
    let ends = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 300, size: 'max' }),
        fc.integer({ min: 41, max: 300 }),
        fc.integer({ min: 1, max: 4 }),
        async (lengths, chunkBytes, blocks) => {
          const records = new GrowingRecords(chunkBytes);
          for (const length of lengths) records.push(new Uint8Array(length));
          const pieces: Uint32Array[] = [];
          for (let at = 0; at < lengths.length; at += blocks * 32) {
            pieces.push(Uint32Array.from(lengths.slice(at, at + blocks * 32)));
          }
          const [relative, bases, chunkEnds]: [number[], number[], number[]] = [[], [], []];
          for await (const piece of offsetPieces(pieces, chunkBytes)) {
            relative.push(...piece.relative);
            bases.push(...piece.bases);
            chunkEnds.push(...piece.chunkEnds);
          }
          const expected = offsetSections('records', records.offsets());
          expect([relative, bases]).toEqual(expected.map(({ data }) => [...data]));
          const chunks = records.chunks().map(({ byteLength }) => byteLength);
          expect(chunkEnds).toEqual(
            chunks.slice(0, -1).map((_, chunk) => chunks.slice(0, chunk + 1).reduce((sum, length) => sum + length)),
          );
          expect(recordOffsets(Uint32Array.from(lengths), chunkBytes)).toEqual(records.offsets());
          ends += chunkEnds.length;
        },
      ),
      { numRuns: amount(100, 25) },
    );
    expect(ends).toBeGreaterThan(100);
  });
});

describe('RecordSpool', () => {
  // A piece of lengths has 2^16 of them.
  it.each([0, 1, 31, 32, 2 ** 16, 2 ** 16 + 1, 200_000])(
    '%i records › sections equal those of records in memory',
    async (count) => {
      const scratch = new ScratchFolder(diskFiles, newFolder());
      const spool = new RecordSpool(scratch);
      const records = new GrowingRecords();
      const bytes = new Uint8Array(256).map((_, at) => at);
      for (let record = 0; record < count; record += 1) {
        const one = bytes.subarray(record % 251, (record % 251) + (record % 6));
        spool.push(one);
        records.push(one);
        if (record % 50_000 === 0) await spool.flushIfLarge();
      }
      const sections = await spool.sections('records');
      const expected = records.sections('records');
      for (const [index, section] of sections.entries()) {
        const data = bytesOf(expected[index]!.data);
        expect(section).toMatchObject({
          name: expected[index]!.name,
          byteLength: data.byteLength,
          crc32: data.byteLength === 0 ? 0 : crc32(data),
        });
      }
      // Twice, as a segment is: when it is checked, and when it is written.
      for (let time = 0; time < 2; time += 1) {
        const loaded = await loadSections(sections);
        expect(loaded.length).toBe(expected.length);
        for (const [index, { name, data }] of loaded.entries()) {
          expect(name).toBe(expected[index]!.name);
          expect(Buffer.compare(bytesOf(data), bytesOf(expected[index]!.data))).toBe(0);
        }
      }
      await scratch.remove();
    },
  );

  it.each(['file', 'memory'] as const)(
    'ranges of a spool in %s, between records of its own › all in order',
    async (place) => {
      const record = fc.uint8Array({ maxLength: 20 });
      const part = fc.oneof(fc.record({ own: record }), fc.record({ from: fc.nat(), to: fc.nat() }));
      const settle = place === 'file' ? 'write' : 'gather';
      await withChoicesAsync({ ways: { 'scratch.settle': settle, 'scratch.finish': place } }, () =>
        fc.assert(
          fc.asyncProperty(
            fc.array(record, { maxLength: 30 }),
            fc.array(part, { maxLength: 12 }),
            async (drawn, parts) => {
              const scratch = new ScratchFolder(diskFiles, newFolder());
              const [source, target] = [new RecordSpool(scratch), new RecordSpool(scratch)];
              for (const [index, one] of drawn.entries()) {
                source.push(one);
                // Some are in the file, and some are pending.
                if (index % 7 === 0) await source.flushIfLarge();
              }
              const starts = recordOffsets(Uint32Array.from(drawn, ({ byteLength }) => byteLength));
              const expected: Uint8Array[] = [];
              for (const each of parts) {
                if ('own' in each) {
                  target.push(each.own);
                  expected.push(each.own);
                  continue;
                }
                const [from = 0, to = 0] = [each.from, each.to]
                  .map((at) => at % (drawn.length + 1))
                  .sort((a, b) => a - b);
                await target.appendFrom(source, { from, to, start: starts[from]!, end: starts[to]! });
                expected.push(...drawn.slice(from, to));
              }
              await target.finish();
              expect([...(await target.lengths())]).toEqual(expected.map(({ byteLength }) => byteLength));
              const bytes = await target.sliceBytes(0, target.byteLength);
              expect(Buffer.from(bytes)).toEqual(Buffer.concat(expected));
              await scratch.remove();
            },
          ),
          { numRuns: amount(60, 20) },
        ),
      );
    },
  );
});
