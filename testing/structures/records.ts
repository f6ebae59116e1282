/**
 * Records in memory, with the interface of a reader.
 */
import { Blob, GrowingRecords, Offsets, offsetSections, Records } from '../../src/format/index.js';

/** @param chunkBytes of the chunks it was built with */
export function recordsOf(built: GrowingRecords, chunkBytes?: number): Records {
  const [relative, bases] = offsetSections('x', built.offsets());
  if (!(relative?.data instanceof Uint32Array) || !(bases?.data instanceof Float64Array)) throw new Error('no offsets');
  return new Records(new Blob(built.chunks(), chunkBytes), new Offsets(bases.data, relative.data));
}

export function recordsOfBytes(records: readonly Uint8Array[]): Records {
  const built = new GrowingRecords();
  for (const record of records) built.push(record);
  return recordsOf(built);
}
