/**
 * What the structures that a piece leaves out weigh: bytes as they stand in the snapshot.
 */
import { modelFieldName } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import type { Leaves, UnusedPiece } from './pieces.js';

/** @returns bytes of a snapshot, which are those that a replica has in memory. Cost: O(sections of the type). */
export function bytesLeftOut(space: Space, { type, field, leaves }: UnusedPiece): number {
  const sections = space.types.get(type)?.segment.file.sections.entries() ?? [];
  let bytes = 0;
  for (const { name, byteLength } of sections) if (belongs(name, field, leaves)) bytes += byteLength;
  return bytes;
}

function belongs(section: string, field: string, left: Leaves | undefined): boolean {
  if (left === undefined) return false;
  const slash = section.indexOf('/');
  if (left.of === 'search') return slash < 0 && /^search[.@]/.test(section);
  return slash > 0 && modelFieldName(section.slice(0, slash)) === field && left.sections.test(section.slice(slash + 1));
}

/** What a build tells of a structure. */
export interface StructureSeconds {
  readonly type: string;
  readonly field: string | undefined;
  readonly structure: string;
  readonly seconds: number;
}

/** @returns seconds of all threads together that the build has spent on them */
export function secondsLeftOut(structures: readonly StructureSeconds[], { type, field, leaves }: UnusedPiece): number {
  if (leaves === undefined) return 0;
  return structures
    .filter((one) => one.type === type)
    .filter((one) =>
      leaves.of === 'search'
        ? one.field === undefined && one.structure.startsWith('search')
        : one.field !== undefined && modelFieldName(one.field) === field && leaves.structures.includes(one.structure),
    )
    .reduce((sum, { seconds }) => sum + seconds, 0);
}
