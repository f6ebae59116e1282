/**
 * The links of inverse relationships, added to the items as though the export had them.
 */
import { isInverse, type RelationshipField } from '../../../src/content/model/index.js';
import {
  itemsOf,
  linksOf,
  type OracleIdentifier,
  type OracleItem,
  type OracleSpace,
  type OracleValue,
  typeOf,
} from '../content/dataset.js';
import { compareByKeys } from './evaluate.js';

/** Replaces the links that the items have of inverses. Cost: O(links · targets of an item + items · log(items)) per inverse. */
export function withInverseLinks(space: OracleSpace): OracleSpace {
  const names = [...space.model.contentTypes.values()].filter(({ fields }) => fields.some(isInverse));
  if (names.length === 0) return space;
  const items = new Map(space.items);
  for (const { name } of names) items.set(name, addInverses(space, name));
  return { ...space, items };
}

function addInverses(space: OracleSpace, type: string): readonly OracleItem[] {
  const linking = typeOf(space, type)
    .relationships.filter(isInverse)
    .map((field) => [field.name, linksByTarget(space, type, field)] as const);
  return itemsOf(space, type).map((item) => {
    const values = new Map<string, OracleValue>(item.values);
    for (const [name, byTarget] of linking) {
      const links = byTarget.get(item.id);
      if (links === undefined) values.delete(name);
      else values.set(name, links);
    }
    return { ...item, values };
  });
}

/** @returns id of a target → the items that link to it, in the order of the inverse */
function linksByTarget(
  space: OracleSpace,
  type: string,
  { inverseOf }: RelationshipField,
): ReadonlyMap<string, readonly OracleIdentifier[]> {
  if (inverseOf === undefined) throw new Error('the field is no inverse');
  const sort = inverseOf.sort.map(({ field, isDescending }) => ({ field, descending: isDescending }));
  const byTarget = new Map<string, OracleIdentifier[]>();
  for (const item of [...itemsOf(space, inverseOf.type)].sort((a, b) => compareByKeys(space, a, b, sort))) {
    const targets = linksOf(item, inverseOf.field).filter((link) => link.type === type);
    for (const id of new Set(targets.map((link) => link.id))) {
      const links = byTarget.get(id) ?? [];
      links.push({ type: item.type, id: item.id });
      byTarget.set(id, links);
    }
  }
  return byTarget;
}
