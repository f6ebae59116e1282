/**
 * Items to include for facets of relationships: the related items that the values of a facet name.
 *
 * Elsewhere: counting (engine/facets), items that `include` reaches (document/resources).
 */
import { utf8 } from '../../content/model/index.js';
import type { Counted } from '../../engine/query/index.js';
import { FIND_ITEM } from '../../index/costs/index.js';
import type { Budget } from '../../index/docset/index.js';
import { findItem } from '../../index/segment/index.js';
import type { Space } from '../../index/snapshot/index.js';
import { typeNamed } from '../document/document-assembler.js';
import type { Resource } from '../document/resources.js';
import { BARE_SHAPE, type RequestedCounting } from '../request/parsed-request.js';

/** @returns type and id of the items to include, in the order of the facets; undefined if no facet includes its items */
export function itemsIncludedByFacets(
  counting: RequestedCounting | undefined,
  counted: Counted | undefined,
): readonly { readonly type: string; readonly id: string }[] | undefined {
  if (counting === undefined || counting.included.size === 0) return undefined;
  const facets = counted?.facets.filter(({ field }) => counting.included.has(field)) ?? [];
  return facets.flatMap(({ values }) =>
    values.flatMap(({ value }) => (typeof value === 'object' && 'id' in value ? [value] : [])),
  );
}

/** @returns the same items as resources; undefined if no facet includes its items. Charges `budget`. */
export function countedItems(
  space: Space,
  counting: RequestedCounting | undefined,
  counted: Counted | undefined,
  budget: Budget,
): readonly Resource[] | undefined {
  return itemsIncludedByFacets(counting, counted)?.flatMap(({ type: name, id }): readonly Resource[] => {
    budget.spend(FIND_ITEM);
    const type = typeNamed(space, name);
    const doc = findItem(type.segment, utf8(id));
    return doc === undefined ? [] : [{ type, doc, shapes: [BARE_SHAPE] }];
  });
}
