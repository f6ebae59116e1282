/**
 * Counted indexes: the field indexes that facets and statistics can use, because they have the docs of each value.
 */
import { InvariantError } from '../../content/errors/index.js';
import type { Budget } from '../../index/docset/index.js';
import {
  type FieldIndex,
  type FilteredLinkIndex,
  fieldIndex,
  isFilteredLink,
  type LinkIndex,
  type TextListIndex,
  type TypeSegment,
} from '../../index/segment/index.js';

/** An index with a posting list for each value. */
export type CountedIndex = Exclude<FieldIndex, LinkIndex> | FilteredLinkIndex;

/** Whether a doc may have several of its values. */
export const isListed = (index: CountedIndex): index is FilteredLinkIndex | TextListIndex =>
  index.kind === 'links' || index.kind === 'textLists';

/**
 * @param budget of the request
 * @throws InvariantError if the field was not checked against the segment's model
 */
export function countedIndexOf(segment: TypeSegment, field: string, budget: Budget): CountedIndex {
  const index = fieldIndex(segment, field, budget);
  if (index === undefined || (index.kind === 'links' && !isFilteredLink(index))) {
    throw new InvariantError(`no index for ${field} of ${segment.type.name}`);
  }
  return index;
}
