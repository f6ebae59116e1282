/**
 * Fetches the items and links of a document: the page, then the items that `include` reaches from it, level by level.
 *
 * Each level takes two statements per type: items that are not fetched yet, and windows of their links.
 * Elsewhere: placing the items in the document (src/jsonapi/document).
 */

import type { Window } from '../../../src/engine/query/index.js';
import { type Shape, windowAt } from '../../../src/jsonapi/index.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import { type ItemRow, itemsStatement, type LinkRow, linksStatement, type RequestedLinks } from './fetch-statements.js';
import { type FetchedItem, FetchedItems, linksToFill } from './fetched-items.js';

/** An item at one position of the include tree. */
export interface ReachedItem {
  readonly type: string;
  readonly id: string;
  readonly shape: Shape;
}

export interface GatherOptions {
  readonly ask: Ask;
  readonly locale: number;
  readonly sourceOf: (type: string) => TypeSource;
}

/** The window of a to-one relationship. */
const toOneWindow: Window = Object.freeze({ skip: 0, limit: 1 });

/** @returns the primary items and all included items, with their links */
export async function gatherItems(options: GatherOptions, primary: readonly ReachedItem[]): Promise<FetchedItems> {
  const items = new FetchedItems();
  const shapesByItem = new Map<FetchedItem, Set<Shape>>();
  let wave = primary;
  while (wave.length > 0) {
    const newlyReached = wave.filter(({ type, id, shape }) => {
      const { item } = items.register(type, id);
      const shapes = shapesByItem.get(item) ?? new Set();
      shapesByItem.set(item, shapes);
      const isNew = !shapes.has(shape);
      shapes.add(shape);
      return isNew;
    });
    const types = new Set(newlyReached.map(({ type }) => type));
    await Promise.all(
      [...types].map((type) =>
        fetchWave(
          options,
          items,
          options.sourceOf(type),
          newlyReached.filter((reachedItem) => reachedItem.type === type),
        ),
      ),
    );
    wave = newlyReached.flatMap((reached) => followIncludes(options, items, reached));
  }
  return items;
}

/** Fetches the items of one type in a level, and the windows of links that they show. */
async function fetchWave(
  { ask, locale }: GatherOptions,
  items: FetchedItems,
  source: TypeSource,
  wave: readonly ReachedItem[],
): Promise<void> {
  const { name, relationships } = source.type;
  const missingIds = [...new Set(wave.map(({ id }) => id))].filter(
    (id) => items.require(name, id).record === undefined,
  );
  const requestedLinks = wave.flatMap(({ id, shape }) =>
    relationships.map((field): RequestedLinks => {
      return { relationship: field.name, id, window: field.many ? windowAt(shape, field) : toOneWindow };
    }),
  );
  const [itemRows, linkRows] = await Promise.all([
    missingIds.length === 0 ? [] : ask<ItemRow>(itemsStatement(source, locale, missingIds)),
    requestedLinks.length === 0 ? [] : ask<LinkRow>(linksStatement(source, requestedLinks)),
  ]);
  for (const { id, record, local, own: ownLocales } of itemRows) {
    const item = items.require(name, id);
    item.record = record;
    item.local = local ?? undefined;
    item.own = ownLocales ?? undefined;
  }
  for (const { relationship, id, total, place, type, target } of linkRows) {
    const ownLocales = linksToFill(items.require(name, id), relationship);
    ownLocales.total = total;
    if (place !== null && type !== null && target !== null) ownLocales.byPlace.set(place, { type, id: target });
  }
}

/** @returns the items that `include` reaches from an item at one position of the include tree */
function followIncludes(
  { sourceOf }: GatherOptions,
  items: FetchedItems,
  { type, id, shape }: ReachedItem,
): readonly ReachedItem[] {
  const item = items.require(type, id);
  return sourceOf(type).type.relationships.flatMap((field): readonly ReachedItem[] => {
    const includedShape = shape.includes.get(field.name);
    if (includedShape === undefined) return [];
    const { skip, limit } = field.many ? windowAt(shape, field) : toOneWindow;
    const { byPlace } = linksToFill(item, field.name);
    const reached: ReachedItem[] = [];
    for (const [place, target] of byPlace) {
      if (place >= skip && place < skip + limit) reached.push({ ...target, shape: includedShape });
    }
    return reached;
  });
}
