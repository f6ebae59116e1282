/**
 * Checks the positions of a search index: one entry per doc of a stem's list, no bytes left over, and a correct skip table.
 */
import { PositionReader, type SearchIndex, SKIP_INTERVAL, skipTableBytes } from '../search/index.js';
import { StrictVarints } from './varints.js';

/** @returns the first problem. Cost: O(bytes of the places). */
export function findPositionsProblem(index: SearchIndex): string | undefined {
  const { positions, stems } = index.tables;
  if (positions === undefined) return undefined;
  for (let stem = 0; stem < stems.size; stem += 1) {
    const problem = findProblem(positions.view(stem), index.count(stem));
    if (problem !== undefined) return `the positions of stem ${stem} ${problem}`;
  }
  return undefined;
}

function findProblem(bytes: Uint8Array, count: number): string | undefined {
  const tableBytes = skipTableBytes(count);
  if (bytes.byteLength < tableBytes + count) return 'are too short';
  const positionReader = new PositionReader(bytes, count);
  const varints = new StrictVarints(bytes, tableBytes);
  for (let doc = 0; doc < count; doc += 1) {
    if (doc > 0 && doc % SKIP_INTERVAL === 0 && positionReader.skipOffset(doc) !== varints.at) {
      return `have a wrong offset of item ${doc} in the skip table`;
    }
    const positionCount = varints.next();
    if (positionCount === undefined || positionCount > bytes.byteLength - varints.at) return 'are too short';
    let position = -1;
    for (let remaining = positionCount; remaining > 0; remaining -= 1) {
      const gap = varints.next();
      if (gap === undefined) return 'are too short';
      position += gap + 1;
    }
    if (position >= 2 ** 32) return 'exceed 32 bits';
  }
  return varints.isAtEnd ? undefined : 'do not end with their record';
}
