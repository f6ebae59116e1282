/**
 * Fetching what a document shows: the items of the page, the links that each shows, and what `include` reaches by them,
 * wave by wave. Which of it is shown where is then found as in a snapshot (src/jsonapi/document).
 */

import type { Window } from '../../../src/engine/query/index.js';
import { type Shape, windowAt } from '../../../src/jsonapi/index.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/source.js';
import { type ItemRow, itemsStatement, type LinkRow, linksStatement, type WantedLinks } from './fetch.js';
import { type FetchedItem, FetchedItems, linksOf } from './fetched-items.js';

/** An item at one place of the include tree. */
export interface Reached {
  readonly type: string;
  readonly id: string;
  readonly shape: Shape;
}

export interface Gathering {
  readonly ask: Ask;
  readonly locale: number;
  readonly sourceOf: (type: string) => TypeSource;
}

/** To-one relationships have one link, whatever is asked for. */
const ONE: Window = Object.freeze({ skip: 0, limit: 1 });

/** @returns everything that is shown of the items, and of what is included by them */
export async function gather(gathering: Gathering, primary: readonly Reached[]): Promise<FetchedItems> {
  const items = new FetchedItems();
  const seen = new Map<FetchedItem, Set<Shape>>();
  let wave = primary;
  while (wave.length > 0) {
    const fresh = wave.filter(({ type, id, shape }) => {
      const { item } = items.meet(type, id);
      const shapes = seen.get(item) ?? new Set();
      seen.set(item, shapes);
      const isNew = !shapes.has(shape);
      shapes.add(shape);
      return isNew;
    });
    const types = new Set(fresh.map(({ type }) => type));
    await Promise.all(
      [...types].map((type) =>
        fetchWave(
          gathering,
          items,
          gathering.sourceOf(type),
          fresh.filter((one) => one.type === type),
        ),
      ),
    );
    wave = fresh.flatMap((reached) => followed(gathering, items, reached));
  }
  return items;
}

/** The items of one type that a wave has reached, and the links that they show at the places where it has. */
async function fetchWave(
  { ask, locale }: Gathering,
  items: FetchedItems,
  source: TypeSource,
  wave: readonly Reached[],
): Promise<void> {
  const { name, relationships } = source.type;
  const missing = [...new Set(wave.map(({ id }) => id))].filter((id) => items.require(name, id).record === undefined);
  const wanted = wave.flatMap(({ id, shape }) =>
    relationships.map((field): WantedLinks => {
      return { relationship: field.name, id, window: field.many ? windowAt(shape, field.name) : ONE };
    }),
  );
  const [found, links] = await Promise.all([
    missing.length === 0 ? [] : ask<ItemRow>(itemsStatement(source, locale, missing)),
    wanted.length === 0 ? [] : ask<LinkRow>(linksStatement(source, wanted)),
  ]);
  for (const { id, record, local, own } of found) {
    const item = items.require(name, id);
    item.record = record;
    item.local = local ?? undefined;
    item.own = own ?? undefined;
  }
  for (const { relationship, id, total, place, type, target } of links) {
    const own = linksOf(items.require(name, id), relationship);
    own.total = total;
    if (place !== null && type !== null && target !== null) own.byPlace.set(place, { type, id: target });
  }
}

/** What is included by the links of an item at one place. */
function followed({ sourceOf }: Gathering, items: FetchedItems, { type, id, shape }: Reached): readonly Reached[] {
  const item = items.require(type, id);
  return sourceOf(type).type.relationships.flatMap((field): readonly Reached[] => {
    const next = shape.includes.get(field.name);
    if (next === undefined) return [];
    const { skip, limit } = field.many ? windowAt(shape, field.name) : ONE;
    const { byPlace } = linksOf(item, field.name);
    const reached: Reached[] = [];
    for (const [place, target] of byPlace) {
      if (place >= skip && place < skip + limit) reached.push({ ...target, shape: next });
    }
    return reached;
  });
}
