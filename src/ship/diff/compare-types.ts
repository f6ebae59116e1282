/**
 * The changes from one snapshot to the next, content type by content type.
 *
 * An item counts as changed if one of its fields or links has changed, also if a link was dropped because its target was
 * removed. A change of a linked item does not count (see reach).
 */

import { InvariantError } from '../../content/errors/index.js';
import type { ContentType } from '../../content/model/index.js';
import type { TypeChanges } from './changes.js';
import { compareSides } from './compare-sides.js';
import type { SnapshotPair } from './pair.js';
import { type ComparableContent, iterateJsonIds, openComparable } from './type-content.js';

const noDocs = new Uint32Array(0);

const noChanges = {
  added: noDocs,
  changed: noDocs,
  removed: noDocs,
  reordered: false,
  hasOtherLocales: false,
  fields: [],
  locales: [],
  addedIds: () => [],
  changedItems: () => [],
  removedIds: () => [],
};

const listDocs = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, doc) => doc);

async function describeAdded(after: ComparableContent, type: ContentType): Promise<TypeChanges> {
  const content = await after.side(type);
  const added = listDocs(content.size);
  const counts = { name: type.name, itemsBefore: undefined, itemsAfter: content.size };
  return { ...noChanges, ...counts, added, addedIds: () => iterateJsonIds(content, added) };
}

async function describeRemoved(before: ComparableContent, type: ContentType): Promise<TypeChanges> {
  const content = await before.side(type);
  const removed = listDocs(content.size);
  const counts = { name: type.name, itemsBefore: content.size, itemsAfter: undefined };
  return { ...noChanges, ...counts, removed, removedIds: () => iterateJsonIds(content, removed) };
}

async function compareType({ before, after }: ComparedPair, name: string): Promise<TypeChanges> {
  const [typeBefore, typeAfter] = [before.model.contentTypes.get(name), after.model.contentTypes.get(name)];
  if (typeBefore === undefined && typeAfter !== undefined) return describeAdded(after, typeAfter);
  if (typeBefore !== undefined && typeAfter === undefined) return describeRemoved(before, typeBefore);
  if (typeBefore === undefined || typeAfter === undefined) throw new InvariantError(`neither model has a type ${name}`);
  if (before.hashOf(name) === after.hashOf(name)) {
    const items = await after.sizeOf(name);
    return { ...noChanges, name, itemsBefore: items, itemsAfter: items };
  }
  return compareSides(await before.side(typeBefore), await after.side(typeAfter));
}

/** The two sides of a comparison. */
export interface ComparedPair {
  readonly before: ComparableContent;
  readonly after: ComparableContent;
}

/**
 * Compares type by type: first the types of the later model, then types that only the earlier model has.
 *
 * @param onStep called before each type, for progress
 * @throws IntegrityError if a snapshot is damaged; it names the file and the section
 * Memory: the rendered items, ids and links of one type of both snapshots, until the next type is requested.
 */
export async function* compareContents(
  pair: ComparedPair,
  onStep: (step: string) => void = () => undefined,
): AsyncGenerator<TypeChanges> {
  for (const name of new Set([pair.after, pair.before].flatMap(({ model }) => [...model.contentTypes.keys()]))) {
    onStep(name);
    yield await compareType(pair, name);
  }
}

/** Compares two snapshots type by type. */
export const compareSnapshots = ({ before, after }: SnapshotPair, onStep?: (step: string) => void) =>
  compareContents({ before: openComparable(before), after: openComparable(after) }, onStep);
