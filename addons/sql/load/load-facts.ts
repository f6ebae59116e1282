/**
 * Facts of a load for its register entry: the fingerprint of its content, and the counts of its items and values.
 */
import { createHash } from 'node:crypto';
import {
  type ContentModel,
  type ContentType,
  contentModelToJson,
  storedFields,
} from '../../../src/content/model/index.js';
import type { Space, TypeCounts } from '../../../src/index/snapshot/index.js';
import { LAYOUT } from '../register/entries.js';
import { columnName } from '../schema/columns.js';
import type { FilledTable } from './copy-rows.js';

/** @param model in effect for the load. @returns a hash that is equal for equal content, model and layout */
export const computeFingerprint = (space: Space, model: ContentModel): string =>
  createHash('sha256')
    .update(`${LAYOUT}\n${space.id}\n${JSON.stringify(contentModelToJson(model))}`)
    .digest('hex');

/** @param filledTables by name of the table */
export function buildTypeCounts(
  model: ContentModel,
  filledTables: ReadonlyMap<string, FilledTable>,
): ReadonlyMap<string, TypeCounts> {
  return new Map(
    [...model.contentTypes.values()].map((type): [string, TypeCounts] => {
      const filledTable = filledTables.get(type.name);
      const populated = storedFields(type).flatMap(({ field }): [string, number][] => {
        const count = filledTable?.populatedRows.get(columnName(field.name));
        return count === undefined ? [] : [[field.name, count]];
      });
      return [
        type.name,
        {
          items: filledTable?.rows ?? 0,
          populated: new Map(populated),
          ...(type.locales.length > 0 && { own: countOwnLocales(type, filledTable) }),
        },
      ];
    }),
  );
}

function countOwnLocales(type: ContentType, filledTable: FilledTable | undefined): ReadonlyMap<string, number> {
  const counts = new Map(type.locales.map(({ code }) => [code, 0]));
  for (const [localeSet, items] of filledTable?.ownLocaleSets ?? []) {
    const codes: unknown = JSON.parse(localeSet);
    for (const code of Array.isArray(codes) ? codes : []) {
      counts.set(String(code), (counts.get(String(code)) ?? 0) + items);
    }
  }
  return counts;
}
