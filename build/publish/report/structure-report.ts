/**
 * Bytes and seconds of each structure of a type, summed over its sections.
 *
 * Elsewhere: measuring the seconds (build/work/work-clock).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { parseSectionName } from '../../../src/index/segment/index.js';

export interface StructureReport {
  readonly type: string;
  /** Undefined for structures of the whole type, such as its documents. */
  readonly field: string | undefined;
  readonly structure: string;
  readonly byteLength: number;
  /**
   * Thread-seconds for building it, without waiting; 0 if its type is linked. Reading and writing files, including
   * checksums, counts towards the steps only.
   */
  readonly seconds: number;
}

/** A report whose bytes and seconds are still summed up. */
type StructureSum = Omit<StructureReport, 'byteLength' | 'seconds'> & { byteLength: number; seconds: number };

/** Receives the seconds of structures without sections, such as sorted values whose bytes stay in the documents. */
const fallbackStructure = 'ordinals';

/**
 * @param sections           the sections of a type
 * @param secondsByStructure name of a structure, as in its sections → seconds
 * @returns bytes and seconds by field and structure; chunks and offsets count towards the structure they belong to
 */
export function structuresOf(
  type: string,
  sections: readonly { readonly name: string; readonly byteLength: number }[],
  secondsByStructure: ReadonlyMap<string, number>,
): StructureReport[] {
  const reports = new Map<string, StructureSum>();
  const keyOf = (field: string | undefined, structure: string): string => `${field ?? ''}/${structure}`;
  for (const { name, byteLength } of sections) {
    const { field, structure } = parseSectionName(name);
    const key = keyOf(field, structure);
    const report = reports.get(key);
    if (report === undefined) reports.set(key, { type, field, structure, byteLength, seconds: 0 });
    else report.byteLength += byteLength;
  }
  for (const [name, seconds] of secondsByStructure) {
    const { field, structure } = parseSectionName(name);
    const report = reports.get(keyOf(field, structure)) ?? reports.get(keyOf(field, fallbackStructure));
    if (report === undefined) {
      throw new InvariantError(`time was counted for ${name} of ${type}, which has no sections`);
    }
    report.seconds += seconds;
  }
  return [...reports.values()];
}
