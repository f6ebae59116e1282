/**
 * What differs between two spaces, from their items as the exports have them.
 */
import type { Field } from '../../../src/content/model/index.js';
import { itemsOf, linksOf, type OracleItem, type OracleSpace, shownValue } from '../../../testing/oracle/index.js';

export interface NaiveChanges {
  readonly name: string;
  readonly itemsBefore: number;
  readonly itemsAfter: number;
  readonly added: readonly string[];
  readonly changed: readonly (readonly [id: string, fields: readonly string[]])[];
  readonly removed: readonly string[];
  readonly reordered: boolean;
}

/** As it is delivered. */
const shown = (item: OracleItem, field: Field): string =>
  JSON.stringify(
    field.type === 'relationship'
      ? linksOf(item, field.name).map(({ type, id }) => [type, id])
      : shownValue(field, item.values.get(field.name)),
  );

/** Of each type, in the model's order; items in the export's order. The models are equal. */
export function naiveChanges(before: OracleSpace, after: OracleSpace): NaiveChanges[] {
  return [...before.model.contentTypes.values()].map(({ name, fields }) => {
    const [old, now] = [itemsOf(before, name), itemsOf(after, name)];
    const find = (items: readonly OracleItem[], id: string) => items.find((item) => item.id === id);
    const isIn = (items: readonly OracleItem[]) => (item: OracleItem) => find(items, item.id) !== undefined;
    const idsOf = (items: readonly OracleItem[]): string[] => items.map(({ id }) => id);
    const changed = old.flatMap((item) => {
      const match = find(now, item.id);
      if (match === undefined) return [];
      const differing = fields.filter((field) => shown(item, field) !== shown(match, field));
      return differing.length === 0 ? [] : [[item.id, differing.map((field) => field.name)] as const];
    });
    return {
      name,
      itemsBefore: old.length,
      itemsAfter: now.length,
      added: idsOf(now.filter((item) => !isIn(old)(item))),
      changed,
      removed: idsOf(old.filter((item) => !isIn(now)(item))),
      reordered: idsOf(old.filter(isIn(now))).join('\n') !== idsOf(now.filter(isIn(old))).join('\n'),
    };
  });
}
