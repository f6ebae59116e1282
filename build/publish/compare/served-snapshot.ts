/**
 * The served snapshot, named by CURRENT, that a new snapshot is compared with: its model and its counts.
 *
 * Elsewhere: comparing counts (shrink-guard).
 */
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import {
  breakingChanges,
  type ContentModel,
  findEmptiedFields,
  type SnapshotId,
} from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import {
  findFullFields,
  type Manifest,
  readCurrent,
  readManifest,
  readTypeCounts,
  type TypeCounts,
} from '../../../src/index/snapshot/index.js';

export interface ServedSnapshot {
  readonly model: ContentModel;
  /** By name of the type. */
  readonly types: ReadonlyMap<string, TypeCounts>;
  readonly id: SnapshotId;
  readonly manifest: Manifest;
}

/**
 * @returns the snapshot in CURRENT; `none` if there is none; `unreadable` if it is damaged or of another version, which
 *          must not prevent a build that replaces it
 * @throws the errors of the disk
 */
export async function readServed(files: Files, folder: string): Promise<ServedSnapshot | 'none' | 'unreadable'> {
  try {
    const current = await readCurrent(files, folder);
    if (current === undefined) return 'none';
    const manifest = await readManifest(files, folder, current);
    const types = await readTypeCounts(files, folder, current, manifest);
    return { model: manifest.model, types, id: current, manifest };
  } catch (error) {
    if (error instanceof IntegrityError || error instanceof OperationError) return 'unreadable';
    throw error;
  }
}

/**
 * @param isGuarded whether the new snapshot is refused if it has lost too many items or breaks clients
 * @returns notes for the operator on the change from the served snapshot, a sentence each
 */
export function notesOnChange(
  served: Pick<ServedSnapshot, 'model' | 'types'> | 'none' | 'unreadable',
  { space }: ContentModel,
  isGuarded: boolean,
): string[] {
  if (served === 'none') return [];
  if (served === 'unreadable') {
    return isGuarded ? ['the current snapshot cannot be read, so the new one was not compared with it'] : [];
  }
  const notes: string[] = [];
  if (served.model.space !== space) {
    notes.push(
      `the space is called "${space}", and "${served.model.space}" in the current snapshot. A server of several spaces has the name in every URL, and uses the new one after its next start. To keep the URLs, restore "space" in model.json, or serve the folder as --space ${served.model.space}=<snapshots>`,
    );
  }
  const hasUncountedFields = [...served.types.values()].some(({ populated }) => populated === undefined);
  if (isGuarded && hasUncountedFields) {
    notes.push('the current snapshot does not say how many values its fields have, so only its items were compared');
  }
  return notes;
}

/** @returns changes of the model that break clients of the current snapshot, a sentence each */
export const findBreakingChanges = (
  served: ServedSnapshot | 'none' | 'unreadable',
  model: ContentModel,
): readonly string[] => (typeof served === 'string' ? [] : breakingChanges(served, { model }));

/** @returns fields that are no longer full, a sentence each. @param counts of the new snapshot, by name of the type */
export const findBreakingValues = (
  { model, types }: ServedSnapshot,
  modelAfter: ContentModel,
  counts: ReadonlyMap<string, TypeCounts>,
): readonly string[] => findEmptiedFields(findFullFields(model, types), findFullFields(modelAfter, counts), modelAfter);

/** @throws OperationError if there is any breaking change of the model */
export function refuseBreaking(breaking: readonly string[]): void {
  throwIfAny(
    breaking,
    'the model breaks clients of the current snapshot, and nothing was built:',
    'Restore it in model.json.',
  );
}

/** @throws OperationError if any field is no longer full */
export function refuseBreakingValues(breaking: readonly string[]): void {
  throwIfAny(
    breaking,
    'the values break clients of the current snapshot, and nothing was published:',
    'Add the missing values to the export.',
  );
}

function throwIfAny(breaking: readonly string[], headline: string, remedy: string): void {
  if (breaking.length === 0) return;
  const lines = [
    headline,
    ...breaking.map((change) => `  ${change}`),
    `${remedy} If clients are ready for it, build without --refuse-breaking.`,
  ];
  throw new OperationError(lines.join('\n'));
}
