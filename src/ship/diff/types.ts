/**
 * The changes from one snapshot to the next, content type by content type.
 *
 * An item is changed if one of its fields or links has another value, also if a link was dropped because its target is gone.
 * A change of a linked item does not count (reach).
 */

import { InvariantError } from '../../content/errors/index.js';
import type { ContentType } from '../../content/model/index.js';
import type { TypeChanges } from './changes.js';
import { compareSides } from './compare-sides.js';
import type { SnapshotPair } from './pair.js';
import { type ComparableContent, comparableSnapshot, jsonIdsOf } from './side.js';

const noDocs = new Uint32Array(0);

const noChanges = {
  added: noDocs,
  changed: noDocs,
  removed: noDocs,
  reordered: false,
  fields: [],
  locales: [],
  addedIds: () => [],
  changedItems: () => [],
  removedIds: () => [],
};

const everyDoc = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, doc) => doc);

async function allAdded(after: ComparableContent, type: ContentType): Promise<TypeChanges> {
  const side = await after.side(type);
  const added = everyDoc(side.size);
  const counts = { name: type.name, itemsBefore: undefined, itemsAfter: side.size };
  return { ...noChanges, ...counts, added, addedIds: () => jsonIdsOf(side, added) };
}

async function allRemoved(before: ComparableContent, type: ContentType): Promise<TypeChanges> {
  const side = await before.side(type);
  const removed = everyDoc(side.size);
  const counts = { name: type.name, itemsBefore: side.size, itemsAfter: undefined };
  return { ...noChanges, ...counts, removed, removedIds: () => jsonIdsOf(side, removed) };
}

async function changesOf({ before, after }: ComparedPair, name: string): Promise<TypeChanges> {
  const [was, is] = [before.model.contentTypes.get(name), after.model.contentTypes.get(name)];
  if (was === undefined && is !== undefined) return allAdded(after, is);
  if (was !== undefined && is === undefined) return allRemoved(before, was);
  if (was === undefined || is === undefined) throw new InvariantError(`neither model has a type ${name}`);
  if (before.hashOf(name) === after.hashOf(name)) {
    const items = await after.sizeOf(name);
    return { ...noChanges, name, itemsBefore: items, itemsAfter: items };
  }
  return compareSides(await before.side(was), await after.side(is));
}

/** Two of what can be compared. */
export interface ComparedPair {
  readonly before: ComparableContent;
  readonly after: ComparableContent;
}

/**
 * Compares type by type, those of the later model first.
 *
 * @param onStep called before each type, for progress
 * @throws IntegrityError naming file and section where one of the snapshots is damaged
 * Memory: the rendered items, ids and links of one type, of both snapshots, until the next one is asked for.
 */
export async function* changesBetween(
  pair: ComparedPair,
  onStep: (step: string) => void = () => undefined,
): AsyncGenerator<TypeChanges> {
  for (const name of new Set([pair.after, pair.before].flatMap(({ model }) => [...model.contentTypes.keys()]))) {
    onStep(name);
    yield await changesOf(pair, name);
  }
}

/** The same of two snapshots. */
export const eachTypeChanges = ({ before, after }: SnapshotPair, onStep?: (step: string) => void) =>
  changesBetween({ before: comparableSnapshot(before), after: comparableSnapshot(after) }, onStep);
