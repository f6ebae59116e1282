/**
 * Records of a blob in rows of a table: the requested slices, and the bytes of the records made from them.
 */
import { describe, expect, it } from 'vitest';
import { BlocksAbsent, CHUNK_BYTES } from '../../../../src/format/index.js';
import { PIECE_BYTES } from '../../schema/search-table.js';
import { FetchedBlob, type Slice } from '../../search/fetched-blob.js';

const byteAt = (section: string, offset: number): number => (offset * 31 + section.length * 7) % 251;

const left = (section: string, byteLength: number) => ({ section, position: 0, byteLength, sums: new Uint32Array(0) });

/** The rows of the table. */
const bytesOf = ({ section, piece, start, length }: Slice): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => byteAt(section, piece * PIECE_BYTES + start + at));

function fetched(blob: FetchedBlob): readonly Slice[] {
  const { slices, storeBytes: give } = blob.takeRequests();
  give(slices.map(bytesOf));
  return slices;
}

describe('FetchedBlob', () => {
  const chunks = [left('lists', CHUNK_BYTES - 100), left('lists#1', 3 * PIECE_BYTES)];

  it('a record that was not fetched › stops the work, and is available afterwards', () => {
    const blob = new FetchedBlob(chunks);
    expect(() => blob.view(40, 3)).toThrow(BlocksAbsent);
    expect(fetched(blob)).toEqual([{ section: 'lists', piece: 0, start: 40, length: 3 }]);
    expect(blob.view(40, 3)).toEqual(bytesOf({ section: 'lists', piece: 0, start: 40, length: 3 }));
    expect(blob.takeRequests().slices).toEqual([]);
  });

  it('neighbouring records › are read together, and distant ones separately', () => {
    const blob = new FetchedBlob(chunks);
    for (const offset of [5000, 100, 900_000]) blob.want(offset, offset + 50);
    expect(fetched(blob)).toEqual([
      { section: 'lists', piece: 0, start: 100, length: 4950 },
      { section: 'lists', piece: 0, start: 900_000, length: 50 },
    ]);
    for (const offset of [100, 5000, 900_000]) {
      expect(blob.view(offset, 50), `${offset}`).toEqual(
        bytesOf({ section: 'lists', piece: 0, start: offset, length: 50 }),
      );
    }
  });

  it('a record in several rows › is joined', () => {
    const blob = new FetchedBlob(chunks);
    const offset = CHUNK_BYTES + PIECE_BYTES - 10;
    blob.want(offset, offset + PIECE_BYTES + 30);
    expect(fetched(blob).map(({ section, piece, length }) => [section, piece, length])).toEqual([
      ['lists#1', 0, 10],
      ['lists#1', 1, PIECE_BYTES],
      ['lists#1', 2, 20],
    ]);
    const record = blob.view(offset, PIECE_BYTES + 30);
    expect(record.every((byte, at) => byte === byteAt('lists#1', PIECE_BYTES - 10 + at))).toBe(true);
  });

  it('the last record of a chunk › ends with the chunk; an empty one is never fetched', () => {
    const blob = new FetchedBlob(chunks);
    const offset = CHUNK_BYTES - 130;
    expect(blob.lengthOf(offset, CHUNK_BYTES)).toBe(30);
    expect(blob.view(offset, 0)).toHaveLength(0);
    blob.want(offset, offset + 30);
    blob.want(CHUNK_BYTES, CHUNK_BYTES + 5);
    expect(fetched(blob).map(({ section }) => section)).toEqual(['lists', 'lists#1']);
  });
});
