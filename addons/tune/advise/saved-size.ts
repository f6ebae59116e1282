/**
 * Saved size: the bytes and the build time of the structures that a piece of advice leaves out.
 *
 * Both are read from the snapshot and from the report of its build; nothing is built.
 */
import { modelFieldName } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import type { LeftOutSections, UnusedPiece } from './pieces.js';

/** @returns bytes of the sections that the piece leaves out. Cost: O(sections of the type). */
export function savedBytes(space: Space, { type, field, leftOut }: UnusedPiece): number {
  const sections = space.types.get(type)?.segment.file.sections.entries() ?? [];
  let bytes = 0;
  for (const { name, byteLength } of sections) if (isLeftOutSection(name, field, leftOut)) bytes += byteLength;
  return bytes;
}

function isLeftOutSection(section: string, field: string, leftOut: LeftOutSections | undefined): boolean {
  if (leftOut === undefined) return false;
  const slash = section.indexOf('/');
  if (leftOut.of === 'search') return slash < 0 && /^search[.@]/.test(section);
  return (
    slash > 0 && modelFieldName(section.slice(0, slash)) === field && leftOut.sections.test(section.slice(slash + 1))
  );
}

/** The time that a build spent on one structure, summed over all threads. */
export interface StructureSeconds {
  readonly type: string;
  readonly field: string | undefined;
  readonly structure: string;
  readonly seconds: number;
}

/** @returns seconds that the build spent on the structures that the piece leaves out, summed over all threads */
export function savedSeconds(structures: readonly StructureSeconds[], { type, field, leftOut }: UnusedPiece): number {
  if (leftOut === undefined) return 0;
  let seconds = 0;
  for (const built of structures) {
    if (built.type !== type) continue;
    const isLeftOut =
      leftOut.of === 'search'
        ? built.field === undefined && built.structure.startsWith('search')
        : built.field !== undefined &&
          modelFieldName(built.field) === field &&
          leftOut.structures.includes(built.structure);
    if (isLeftOut) seconds += built.seconds;
  }
  return seconds;
}
