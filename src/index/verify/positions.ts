/**
 * Checks the positions of a search index: one entry per doc of a stem's list, no bytes left over, and a correct skip table.
 */
import { PositionReader, type SearchIndex, SKIP_INTERVAL, skipTableBytes } from '../search/index.js';
import { StrictVarints } from './varints.js';

/** @returns the first problem. Cost: O(bytes of the places). */
export function positionsProblem(index: SearchIndex): string | undefined {
  const { positions, stems } = index.tables;
  if (positions === undefined) return undefined;
  for (let stem = 0; stem < stems.size; stem += 1) {
    const problem = problemOf(positions.view(stem), index.count(stem));
    if (problem !== undefined) return `the positions of stem ${stem} ${problem}`;
  }
  return undefined;
}

function problemOf(bytes: Uint8Array, count: number): string | undefined {
  const table = skipTableBytes(count);
  if (bytes.byteLength < table + count) return 'are too short';
  const leaps = new PositionReader(bytes, count);
  const varints = new StrictVarints(bytes, table);
  for (let doc = 0; doc < count; doc += 1) {
    if (doc > 0 && doc % SKIP_INTERVAL === 0 && leaps.skipOffset(doc) !== varints.at) {
      return `do not begin item ${doc} where they say`;
    }
    const places = varints.next();
    if (places === undefined || places > bytes.byteLength - varints.at) return 'are too short';
    let place = -1;
    for (let left = places; left > 0; left -= 1) {
      const between = varints.next();
      if (between === undefined) return 'are too short';
      place += between + 1;
    }
    if (place >= 2 ** 32) return 'are beyond the end of a text';
  }
  return varints.isAtEnd ? undefined : 'do not end where they should';
}
