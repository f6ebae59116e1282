/**
 * What the places of a search index must be: as many docs as the stem's list has, all bytes theirs, and every leap where
 * a doc begins.
 */
import { VarintCursor } from '../../format/index.js';
import { LEAP, leapTableBytes, PositionReader, type SearchIndex } from '../search/index.js';

/** @returns the first problem. Cost: O(bytes of the places). */
export function positionsProblem(index: SearchIndex): string | undefined {
  const { positions, stems } = index.tables;
  if (positions === undefined) return undefined;
  for (let stem = 0; stem < stems.size; stem += 1) {
    const problem = problemOf(positions.view(stem), index.count(stem));
    if (problem !== undefined) return `the places of its stem ${stem} ${problem}`;
  }
  return undefined;
}

function problemOf(bytes: Uint8Array, count: number): string | undefined {
  const table = leapTableBytes(count);
  if (bytes.byteLength < table + count) return 'are too short';
  const leaps = new PositionReader(bytes, count);
  const cursor = new VarintCursor();
  cursor.at = table;
  for (let doc = 0; doc < count; doc += 1) {
    if (doc > 0 && doc % LEAP === 0 && leaps.leapTo(doc) !== cursor.at)
      return `do not begin item ${doc} where they say`;
    const places = cursor.varint(bytes);
    if (places > bytes.byteLength - cursor.at) return 'are too short';
    let place = -1;
    for (let left = places; left > 0; left -= 1) place += cursor.varint(bytes) + 1;
    if (place >= 2 ** 32) return 'are beyond the end of a text';
  }
  return cursor.at === bytes.byteLength ? undefined : 'do not end where they should';
}
