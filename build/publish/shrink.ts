/**
 * What a build is compared with before it is published: the snapshot that CURRENT names.
 *
 * The shrink guard: an export that has lost much of a type, or of the values of a field, is more often one that was cut
 * short than one that is right. A type that the model has no more has lost all of its items, a field all of its values.
 * One that is new has nothing to lose, nor has one that was empty, nor a first build. What an import has judged not to be
 * public was taken down, and is not missing; nor is a single item.
 */
import { join } from 'node:path';
import { IntegrityError, OperationError } from '../../src/content/errors/index.js';
import { breakingChanges, type ContentModel, fieldOfStored, type SnapshotId } from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import { readSections } from '../../src/format/index.js';
import { ItemIds, isIdSection, TYPE_SEGMENT } from '../../src/index/segment/index.js';
import {
  type Manifest,
  readCurrent,
  readManifest,
  readTypeCounts,
  snapshotPath,
  type TypeCounts,
} from '../../src/index/snapshot/index.js';

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
  /** Whether the type stays as it is served, while the others are published. */
  readonly stays?: true;
}

/** What is allowed unless said otherwise, in percent of a type's items and of a field's values. */
export const MAX_SHRINK_PERCENT = 30;

export interface ServedSnapshot {
  readonly model: ContentModel;
  /** By type name. */
  readonly types: ReadonlyMap<string, TypeCounts>;
  readonly id: SnapshotId;
  readonly manifest: Manifest;
}

/** What whoever made the export has judged not to be public. */
export interface TakenDown {
  /** Names of types that are left out as a whole. */
  readonly types: ReadonlySet<string>;
  /** Fields that are left out, as `type.field`. */
  readonly fields: ReadonlySet<string>;
  /** @returns the ids of items of a type that are not in the export, in UTF-8 */
  readonly idsOf: (type: string) => Iterable<Uint8Array>;
}

/** By type, how many items of the current snapshot were taken down since. */
export type Takedowns = ReadonlyMap<string, number>;

/** So many may go whatever their share, as long as one is left: of three banners, one. */
const FLOOR = 1;

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
    const types = await readTypeCounts(files, folder, current, manifest);
    return { model: manifest.model, types, id: current, manifest };
  } catch (error) {
    if (error instanceof IntegrityError || error instanceof OperationError) return 'unreadable';
    throw error;
  }
}

/**
 * @param maxPercent of items and values that may be missing; 100 allows all
 * @param taken      what was taken down since
 * @returns the types that have lost more, and of the others the fields and locales that have
 */
export function shrunkSince(
  before: ReadonlyMap<string, TypeCounts>,
  after: ReadonlyMap<string, TypeCounts>,
  maxPercent: number,
  taken: { readonly items: Takedowns; readonly down?: TakenDown | undefined } = { items: new Map() },
): readonly Shrunk[] {
  const isShrunk = (shrunk: Shrunk): boolean => {
    const missing = shrunk.before - shrunk.after - (taken.items.get(shrunk.name) ?? 0);
    const isFew = missing <= FLOOR && shrunk.after > 0 && maxPercent > 0;
    return !isFew && missing * 100 > shrunk.before * maxPercent;
  };
  return [...before].flatMap(([name, { items, populated, own }]): readonly Shrunk[] => {
    const now = after.get(name);
    const type: Shrunk = { name, before: items, after: now?.items ?? 0 };
    if (now === undefined && taken.down?.types.has(name) === true) return [];
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
    const isPrivate = ({ field }: Shrunk): boolean => taken.down?.fields.has(`${name}.${field}`) === true;
    return [...fields, ...locales].filter((each) => !isPrivate(each) && isShrunk(each));
  });
}

/**
 * @param names of the types to look at
 * @returns how many of their items in the current snapshot were taken down
 * Cost: reading the ids of these types, and a search for each that was judged.
 */
export async function takedownsOf(
  files: Files,
  folder: string,
  { id, manifest, types }: ServedSnapshot,
  down: TakenDown,
  names: Iterable<string>,
): Promise<Takedowns> {
  const found = new Map<string, number>();
  for (const name of names) {
    const segment = manifest.segments.find((each) => each.kind === TYPE_SEGMENT && each.name === name);
    const items = types.get(name)?.items ?? 0;
    if (segment === undefined || items === 0) continue;
    const path = join(snapshotPath(folder, id), segment.file);
    const { sections } = await readSections(files, path, `${id}/${segment.file}`, segment, isIdSection);
    const ids = new ItemIds(sections, items);
    let count = 0;
    for (const each of down.idsOf(name)) if (ids.docOf(each) !== undefined) count += 1;
    if (count > 0) found.set(name, count);
  }
  return found;
}

/** @param stored a field as it is stored */
function placeOf(stored: string): Pick<Shrunk, 'field' | 'locale'> {
  const field = fieldOfStored(stored);
  return stored === field ? { field } : { field, locale: stored.slice(field.length + 1) };
}

/** What an operator should know of a snapshot that follows another, a sentence each. */
export function notesOnChange(
  served: Pick<ServedSnapshot, 'model' | 'types'> | 'none' | 'unreadable',
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
