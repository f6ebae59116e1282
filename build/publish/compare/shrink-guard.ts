/**
 * The shrink guard: compares a new snapshot with the served one, type by type and field by field.
 *
 * An export that has lost many items is usually incomplete. A type or field that was removed from the model has lost
 * everything. Takedowns by the importer do not count, nor does a single item or value.
 * Elsewhere: reading the served snapshot (served).
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
  takedowns: { readonly items: Takedowns; readonly takenDown?: TakenDown | undefined } = { items: new Map() },
): readonly Shrunk[] {
  const isShrunk = (shrunk: Shrunk): boolean => {
    const missing = shrunk.before - shrunk.after - (takedowns.items.get(shrunk.name) ?? 0);
    const isFew = missing <= alwaysAllowed && shrunk.after > 0 && maxPercent > 0;
    return !isFew && missing * 100 > shrunk.before * maxPercent;
  };
  return [...before].flatMap(([name, { items, populated, own }]): readonly Shrunk[] => {
    const current = after.get(name);
    const type: Shrunk = { name, before: items, after: current?.items ?? 0 };
    if (current === undefined && takedowns.takenDown?.types.has(name) === true) return [];
    if (isShrunk(type)) return [type];
    const remaining = current?.populated;
    if (populated === undefined || remaining === undefined) return [];
    const fields = [...populated].map(([stored, count]) => ({
      name,
      ...fieldAndLocale(stored),
      before: count,
      after: remaining.get(stored) ?? 0,
    }));
    const locales = [...(own ?? [])].map(([locale, count]) => ({
      name,
      locale,
      before: count,
      after: current?.own?.get(locale) ?? 0,
    }));
    const isPrivate = ({ field }: Shrunk): boolean => takedowns.takenDown?.fields.has(`${name}.${field}`) === true;
    return [...fields, ...locales].filter((each) => !isPrivate(each) && isShrunk(each));
  });
}

/**
 * @param names the types to count for
 * @returns the number of their items in the current snapshot that were taken down
 * Cost: reading the ids of these types, and a search per id that was taken down.
 */
export async function countTakedowns(
  files: Files,
  folder: string,
  { id, manifest, types }: ServedSnapshot,
  takenDown: TakenDown,
  names: Iterable<string>,
): Promise<Takedowns> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const segment = manifest.segments.find((each) => each.kind === TYPE_SEGMENT && each.name === name);
    const items = types.get(name)?.items ?? 0;
    if (segment === undefined || items === 0) continue;
    const path = join(snapshotPath(folder, id), segment.file);
    const { sections } = await readSections(files, path, `${id}/${segment.file}`, segment, isIdSection);
    const ids = new ItemIds(sections, items);
    let count = 0;
    for (const each of takenDown.idsOf(name)) if (ids.docOf(each) !== undefined) count += 1;
    if (count > 0) counts.set(name, count);
  }
  return counts;
}

/** @param stored name of a stored field, such as `title.de` */
function fieldAndLocale(stored: string): Pick<Shrunk, 'field' | 'locale'> {
  const field = modelFieldName(stored);
  return stored === field ? { field } : { field, locale: stored.slice(field.length + 1) };
}
