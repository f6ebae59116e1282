/**
 * The shrink guard: compares a new snapshot with the served one, type by type and field by field.
 *
 * An export that has lost many items is usually incomplete. A type or field that was removed from the model has lost
 * everything. Takedowns by the importer do not count, nor does a single item or value.
 * Elsewhere: reading the served snapshot (served-snapshot).
 */
import { join } from 'node:path';
import { modelFieldName } from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { readSections } from '../../../src/format/index.js';
import { ItemIds, isIdSection, TYPE_SEGMENT } from '../../../src/index/segment/index.js';
import { snapshotPath, type TypeCounts } from '../../../src/index/snapshot/index.js';
import type { ServedSnapshot } from './served-snapshot.js';

/** A content type that has lost items, or a field or a locale of one that has lost values. */
export interface Shrunk {
  readonly name: string;
  /** Undefined if the whole type has shrunk, or a locale of it. */
  readonly field?: string;
  /** The locale that has lost values, of the field or of the type; undefined for the default locale's field and without locales. */
  readonly locale?: string;
  /** Items, or items with a value, in the current snapshot. */
  readonly before: number;
  readonly after: number;
  /** Whether the type is retained as it is served, while other types are published. */
  readonly stays?: true;
}

/** The command's default, in percent of a type's items and of a field's values. */
export const MAX_SHRINK_PERCENT = 30;

/** Content that the importer has judged not to be public. */
export interface TakenDown {
  /** Names of types that the export leaves out. */
  readonly types: ReadonlySet<string>;
  /** Fields that the export leaves out, as `type.field`. */
  readonly fields: ReadonlySet<string>;
  /** @returns the ids, in UTF-8, of items of a type that the export leaves out */
  readonly idsOf: (type: string) => Iterable<Uint8Array>;
}

/** Name of the type → number of its items in the current snapshot that were taken down since. */
export type Takedowns = ReadonlyMap<string, number>;

/** Losses that do not count. */
interface ShrinkExceptions {
  readonly items?: Takedowns;
  readonly takenDown?: TakenDown | undefined;
  /** Whether a field is an inverse: its links are lost with those that it is derived from, which count already. */
  readonly isInverse?: (type: string, field: string) => boolean;
}

/** The limits of losses. */
interface ShrinkLimits {
  /** Percentage of items and values that may be missing; 100 allows all. */
  readonly maxPercent: number;
  readonly takedowns: Takedowns;
  readonly takenDown: TakenDown | undefined;
  readonly isInverse: (type: string, field: string) => boolean;
}

/** Number of items or values that may always be lost if at least one remains, such as one of three banners. */
const alwaysAllowed = 1;

/**
 * @param maxPercent percentage of items and values that may be missing; 100 allows all
 * @returns the types that have lost more, and the fields and locales of the remaining types that have lost more
 */
export function findShrunk(
  before: ReadonlyMap<string, TypeCounts>,
  after: ReadonlyMap<string, TypeCounts>,
  maxPercent: number,
  { items = new Map(), takenDown, isInverse = () => false }: ShrinkExceptions = {},
): readonly Shrunk[] {
  const limits: ShrinkLimits = { maxPercent, takedowns: items, takenDown, isInverse };
  const shrunk: Shrunk[] = [];
  for (const [name, countsBefore] of before) {
    const countsAfter = after.get(name);
    if (countsAfter === undefined && takenDown?.types.has(name) === true) continue;
    const type: Shrunk = { name, before: countsBefore.items, after: countsAfter?.items ?? 0 };
    if (isShrunk(type, limits)) shrunk.push(type);
    else if (countsAfter !== undefined) shrunk.push(...findShrunkParts(name, countsBefore, countsAfter, limits));
  }
  return shrunk;
}

/** @returns the fields and locales of a type that have lost too many values; empty if they were not counted */
function findShrunkParts(name: string, before: TypeCounts, after: TypeCounts, limits: ShrinkLimits): Shrunk[] {
  const remaining = after.populated;
  if (before.populated === undefined || remaining === undefined) return [];
  const shrunk: Shrunk[] = [];
  for (const [stored, count] of before.populated) {
    const { field, locale } = splitStoredName(stored);
    if (limits.takenDown?.fields.has(`${name}.${field}`) === true || limits.isInverse(name, field)) continue;
    const counts = { before: count, after: remaining.get(stored) ?? 0 };
    const part: Shrunk = locale === undefined ? { name, field, ...counts } : { name, field, locale, ...counts };
    if (isShrunk(part, limits)) shrunk.push(part);
  }
  for (const [locale, count] of before.own ?? []) {
    const part: Shrunk = { name, locale, before: count, after: after.own?.get(locale) ?? 0 };
    if (isShrunk(part, limits)) shrunk.push(part);
  }
  return shrunk;
}

function isShrunk({ name, before, after }: Shrunk, { maxPercent, takedowns }: ShrinkLimits): boolean {
  const missing = before - after - (takedowns.get(name) ?? 0);
  const isAlwaysAllowed = missing <= alwaysAllowed && after > 0 && maxPercent > 0;
  return !isAlwaysAllowed && missing * 100 > before * maxPercent;
}

/**
 * @param names the types to count for
 * @returns the number of their items in the current snapshot that were taken down
 * Cost: reading the ids of these types, and a search per id that was taken down.
 */
export async function countTakedowns(
  files: Files,
  folder: string,
  { id: snapshotId, manifest, types }: ServedSnapshot,
  takenDown: TakenDown,
  names: Iterable<string>,
): Promise<Takedowns> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const segment = manifest.segments.find((candidate) => candidate.kind === TYPE_SEGMENT && candidate.name === name);
    const items = types.get(name)?.items ?? 0;
    if (segment === undefined || items === 0) continue;
    const path = join(snapshotPath(folder, snapshotId), segment.file);
    const { sections } = await readSections(files, path, `${snapshotId}/${segment.file}`, segment, isIdSection);
    const ids = new ItemIds(sections, items);
    let count = 0;
    for (const id of takenDown.idsOf(name)) {
      if (ids.docOf(id) !== undefined) count += 1;
    }
    if (count > 0) counts.set(name, count);
  }
  return counts;
}

/** Splits the name of a stored field: `title.de` → `title` and `de`; `title` has no locale. */
function splitStoredName(stored: string): { readonly field: string; readonly locale: string | undefined } {
  const field = modelFieldName(stored);
  const locale = stored === field ? undefined : stored.slice(field.length + 1);
  return { field, locale };
}
