/**
 * The shrink guard: an export that has lost much of a type since the current snapshot is more often one that was cut
 * short than one that is right.
 *
 * A type that the model has no more has lost all of its items. One that is new has nothing to lose, nor has one that was
 * empty, nor a first build.
 */
import { IntegrityError, OperationError } from '../../src/errors/index.js';
import type { Files } from '../../src/files/index.js';
import { readCurrent, readItemCounts } from '../../src/snapshot/index.js';

export interface ShrunkType {
  readonly name: string;
  /** Items of the current snapshot. */
  readonly before: number;
  readonly after: number;
}

/** What is allowed unless said otherwise, in percent of a type's items. */
export const MAX_SHRINK_PERCENT = 30;

/**
 * @param counts items by type name
 * @param maxPercent of a type's items that may be missing; 100 allows all
 * @returns the types that have lost more; undefined where the current snapshot cannot be read, and so nothing is known
 * @throws what the disk throws
 */
export async function shrunkTypes(
  files: Files,
  folder: string,
  counts: ReadonlyMap<string, number>,
  maxPercent: number,
): Promise<readonly ShrunkType[] | undefined> {
  try {
    const current = await readCurrent(files, folder);
    if (current === undefined) return [];
    const before = await readItemCounts(files, folder, current);
    return [...before]
      .map(([name, items]) => ({ name, before: items, after: counts.get(name) ?? 0 }))
      .filter((type) => (type.before - type.after) * 100 > type.before * maxPercent);
  } catch (error) {
    // A damaged snapshot must not stand in the way of the one that mends it.
    if (error instanceof IntegrityError || error instanceof OperationError) return undefined;
    throw error;
  }
}
