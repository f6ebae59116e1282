/**
 * The items that facets of relationships show, as resources to be included.
 */

import type { Counted } from '../../../../engine/query/index.js';
import type { Budget } from '../../../../index/docset/index.js';
import { findItem } from '../../../../index/segment/index.js';
import type { Space } from '../../../../index/snapshot/index.js';
import { FOUND } from '../../costs.js';
import type { RequestedCounting, Shape } from '../../request/parsed-request.js';
import { typeNamed } from '../document-assembler.js';
import type { Resource } from '../resources.js';

/** How an item is shown that is included for a facet. */
const COUNTED_SHAPE: Shape = Object.freeze({ windows: new Map(), includes: new Map() });

/** @returns undefined where none are to be included */
export function countedItems(
  space: Space,
  counting: RequestedCounting | undefined,
  counted: Counted | undefined,
  budget: Budget,
): readonly Resource[] | undefined {
  if (counting === undefined || counting.included.size === 0) return undefined;
  const items: Resource[] = [];
  for (const { field, values } of counted?.facets ?? []) {
    if (!counting.included.has(field)) continue;
    for (const { value } of values) {
      if (typeof value !== 'object' || !('id' in value)) continue;
      budget.spend(FOUND);
      const type = typeNamed(space, value.type);
      const doc = findItem(type.segment, Buffer.from(value.id));
      if (doc !== undefined) items.push({ type, doc, shapes: [COUNTED_SHAPE] });
    }
  }
  return items;
}
