/**
 * The related items named by the values of facets, as resources to include.
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

/** @returns what is to be included, in order; undefined where nothing is */
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

/** @returns undefined where none are to be included */
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
