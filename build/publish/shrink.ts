/**
 * What a build is compared with before it is published: the snapshot that CURRENT names.
 *
 * The shrink guard: an export that has lost much of a type, or of the values of a field, is more often one that was cut
 * short than one that is right. A type that the model has no more has lost all of its items, a field all of its values.
 * One that is new has nothing to lose, nor has one that was empty, nor a first build.
 */
import { IntegrityError, OperationError } from '../../src/content/errors/index.js';
import { breakingChanges, type ContentModel, fieldOfStored } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import { readCurrent, readManifest, readTypeCounts, type TypeCounts } from '../../src/index/snapshot/index.js';

/** A content type that has lost items, or a field or a locale of one that has lost values. */
export interface Shrunk {
  readonly name: string;
  /** Undefined where the type as a whole has shrunk, or a locale of it. */
  readonly field?: string;
  /** The locale that has lost values of its own, or of the field; undefined where there are none, and of the default one's field. */
  readonly locale?: string;
  /** Items, or items with a value, of the current snapshot. */
  readonly before: number;
  readonly after: number;
}

/** What is allowed unless said otherwise, in percent of a type's items and of a field's values. */
export const MAX_SHRINK_PERCENT = 30;

export interface ServedSnapshot {
  readonly model: ContentModel;
  /** By type name. */
  readonly types: ReadonlyMap<string, TypeCounts>;
}

/**
 * @returns what CURRENT names, `none` where it names nothing, `unreadable` where that is damaged or of another version:
 *          it must not stand in the way of the snapshot that mends it
 * @throws what the disk throws
 */
export async function readServed(files: Files, folder: string): Promise<ServedSnapshot | 'none' | 'unreadable'> {
  try {
    const current = await readCurrent(files, folder);
    if (current === undefined) return 'none';
    const manifest = await readManifest(files, folder, current);
    return { model: manifest.model, types: await readTypeCounts(files, folder, current, manifest) };
  } catch (error) {
    if (error instanceof IntegrityError || error instanceof OperationError) return 'unreadable';
    throw error;
  }
}

/**
 * @param maxPercent of items and values that may be missing; 100 allows all
 * @returns the types that have lost more, and of the others the fields and locales that have
 */
export function shrunkSince(
  before: ReadonlyMap<string, TypeCounts>,
  after: ReadonlyMap<string, TypeCounts>,
  maxPercent: number,
): readonly Shrunk[] {
  const isShrunk = (shrunk: Shrunk): boolean => (shrunk.before - shrunk.after) * 100 > shrunk.before * maxPercent;
  return [...before].flatMap(([name, { items, populated, own }]): readonly Shrunk[] => {
    const now = after.get(name);
    const type: Shrunk = { name, before: items, after: now?.items ?? 0 };
    if (isShrunk(type)) return [type];
    const left = now?.populated;
    if (populated === undefined || left === undefined) return [];
    const fields = [...populated].map(([stored, count]) => ({
      name,
      ...placeOf(stored),
      before: count,
      after: left.get(stored) ?? 0,
    }));
    const locales = [...(own ?? [])].map(([locale, count]) => ({
      name,
      locale,
      before: count,
      after: now?.own?.get(locale) ?? 0,
    }));
    return [...fields, ...locales].filter(isShrunk);
  });
}

/** @param stored a field as it is stored */
function placeOf(stored: string): Pick<Shrunk, 'field' | 'locale'> {
  const field = fieldOfStored(stored);
  return stored === field ? { field } : { field, locale: stored.slice(field.length + 1) };
}

/** What an operator should know of a snapshot that follows another, a sentence each. */
export function notesOnChange(
  served: ServedSnapshot | 'none' | 'unreadable',
  { space }: ContentModel,
  guarded: boolean,
): string[] {
  if (served === 'none') return [];
  if (served === 'unreadable') {
    return guarded ? ['the current snapshot cannot be read, so the new one was not compared with it'] : [];
  }
  const notes: string[] = [];
  if (served.model.space !== space) {
    notes.push(
      `the space is called "${space}", and "${served.model.space}" in the current snapshot. A server of several spaces has the name in every URL, and uses the new one after its next start. To keep the URLs, restore "space" in model.json, or serve the folder as --space ${served.model.space}=<snapshots>`,
    );
  }
  if (guarded && [...served.types.values()].some(({ populated }) => populated === undefined)) {
    notes.push('the current snapshot does not say how many values its fields have, so only its items were compared');
  }
  return notes;
}

/** @returns what of the model breaks clients of the current snapshot, a sentence each */
export const breakingSince = (
  served: ServedSnapshot | 'none' | 'unreadable',
  model: ContentModel,
): readonly string[] => (typeof served === 'string' ? [] : breakingChanges(served.model, model));

/** @throws OperationError where there is any */
export function refuseBreaking(breaking: readonly string[]): void {
  if (breaking.length === 0) return;
  throw new OperationError(`the model breaks clients of the current snapshot, and nothing was built:
${breaking.map((change) => `  ${change}\n`).join('')}Restore it in model.json. If clients are ready for it, build without --refuse-breaking.`);
}
