/**
 * A night of editing: the same space a little later, with items added, changed, removed, moved and linked anew.
 *
 * Values are taken from other items, so whatever the arbitraries can draw stays possible. Links to removed items are
 * dropped, as a build would.
 */
import {
  type ContentType,
  exportedFields,
  exportedTypes,
  type Field,
  isRelationship,
} from '../../../src/content/model/index.js';
import { withInverseLinks } from '../../../testing/oracle/answers/inverses.js';
import { withoutRepeatedValues } from '../../../testing/oracle/arbitraries/items.js';
import { type Pick, picker, shuffled } from '../../../testing/oracle/arbitraries/picking.js';
import {
  itemsOf,
  linksOf,
  type OracleIdentifier,
  type OracleItem,
  type OracleSpace,
  type OracleValue,
  typeOf,
} from '../../../testing/oracle/index.js';

/** What may happen to the items of a type; most nights leave some types alone. */
export const EDITS = ['change', 'add', 'remove', 'reorder', 'relink'] as const;
export type Edit = (typeof EDITS)[number];

const with_ = (item: OracleItem, field: string, value: OracleValue | undefined): OracleItem => {
  const values = new Map(item.values);
  if (value === undefined) values.delete(field);
  else values.set(field, value);
  return { ...item, values };
};

/** Another item's value, or none. */
const otherValue = (pick: Pick, items: readonly OracleItem[], field: Field): OracleValue | undefined =>
  pick(4) === 0 ? undefined : items[pick(items.length)]?.values.get(field.name);

function changed(pick: Pick, items: readonly OracleItem[], fields: readonly Field[]): OracleItem[] {
  const at = pick(items.length);
  const field = fields[pick(fields.length)];
  if (field === undefined) return [...items];
  return items.map((item, index) => (index === at ? with_(item, field.name, otherValue(pick, items, field)) : item));
}

/** Other links, fewer of them, or the same in another order. */
function relinked(pick: Pick, items: readonly OracleItem[], type: ContentType): OracleItem[] {
  const relationships = exportedFields(type).filter(isRelationship);
  const field = relationships[pick(relationships.length)];
  if (field === undefined) return [...items];
  const at = pick(items.length);
  const links = items[at] === undefined ? [] : linksOf(items[at], field.name);
  const value: readonly OracleIdentifier[] =
    field.many && pick(2) === 0 ? shuffled(pick, links) : links.filter(() => pick(3) > 0);
  return items.map((item, index) => (index === at ? with_(item, field.name, value) : item));
}

function edited(pick: Pick, type: ContentType, items: readonly OracleItem[], edit: Edit): OracleItem[] {
  const attributes: readonly Field[] = type.attributes;
  switch (edit) {
    case 'change':
      return changed(pick, items, attributes);
    case 'add': {
      const id = `new ${pick(1_000_000)}`;
      const place = pick(items.length + 1);
      const like = items[pick(items.length)];
      const item: OracleItem = { type: type.name, id, values: like?.values ?? new Map() };
      return [...items.slice(0, place), item, ...items.slice(place)];
    }
    case 'remove': {
      const at = pick(items.length);
      return items.filter((_, index) => index !== at);
    }
    case 'reorder':
      return pick(2) === 0 ? shuffled(pick, items) : [...items.slice(1), ...items.slice(0, 1)];
    case 'relink':
      return pick(2) === 0
        ? relinked(pick, items, type)
        : changed(pick, items, exportedFields(type).filter(isRelationship));
  }
}

/** Without the links that lead nowhere. */
function resolved(space: OracleSpace): OracleSpace {
  const ids = new Map([...space.items].map(([type, items]) => [type, new Set(items.map(({ id }) => id))]));
  const items = new Map(
    [...space.items].map(([name, list]) => [
      name,
      list.map((item) =>
        (space.model.contentTypes.get(name)?.relationships ?? []).reduce((so, { name: field }) => {
          const links = linksOf(so, field).filter(({ type, id }) => ids.get(type)?.has(id) === true);
          return with_(so, field, links.length === 0 ? undefined : links);
        }, item),
      ),
    ]),
  );
  return withInverseLinks(withoutUnshown({ model: space.model, items }));
}

/** Images that are resources are those that items show, in the order in which they come. */
function withoutUnshown(space: OracleSpace): OracleSpace {
  const types = [...space.model.contentTypes.values()];
  const shown = new Set(
    types.flatMap(({ name, relationships }) =>
      itemsOf(space, name).flatMap((item) =>
        relationships.flatMap((field) => linksOf(item, field.name).map(({ type, id }) => `${type}/${id}`)),
      ),
    ),
  );
  const items = new Map(space.items);
  for (const { name, derived } of types) {
    if (derived !== true) continue;
    const byKey = new Map(itemsOf(space, name).map((item) => [`${name}/${item.id}`, item]));
    items.set(
      name,
      [...shown].flatMap((key) => byKey.get(key) ?? []),
    );
  }
  return { model: space.model, items };
}

/**
 * Edits one type. Only edits that neither remove nor relink leave the others as they are.
 *
 * @param times how many edits there are
 */
export function editedType(
  space: OracleSpace,
  name: string,
  seed: number,
  edits: readonly Edit[],
  times: number,
): OracleSpace {
  const type = typeOf(space, name);
  const pick = picker(seed);
  let list: readonly OracleItem[] = itemsOf(space, name);
  for (let i = 0; i < times; i += 1) list = edited(pick, type, list, edits[pick(edits.length)]!);
  const items = withoutRepeatedValues(type, list);
  return resolved({ model: space.model, items: new Map(space.items).set(name, items) });
}

/** Edits one type, and about every second of the others, a few times. @param edits which kinds of edits may happen */
export function afterNight(space: OracleSpace, seed: number, edits: readonly Edit[] = EDITS): OracleSpace {
  const pick = picker(seed);
  const names = exportedTypes(space.model).map(({ name }) => name);
  const always = pick(names.length);
  const later = names.reduce((so, name, index) => {
    const times = index !== always && pick(2) === 0 ? 0 : 2 + pick(4);
    return editedType(so, name, pick(1_000_000), edits, times);
  }, space);
  const left = [...later.items.values()].some((list) => list.length > 0);
  return left ? later : space;
}
