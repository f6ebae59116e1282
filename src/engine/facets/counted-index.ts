/**
 * The indexes that facets and statistics count by: those with the docs of each value.
 */
import { InvariantError } from '../../content/errors/index.js';
import {
  type FieldIndex,
  type FilteredLinkIndex,
  isFilteredLink,
  type LinkIndex,
  type TextListIndex,
  type TypeSegment,
} from '../../index/segment/index.js';

/** With the items of each value. */
export type CountedIndex = Exclude<FieldIndex, LinkIndex> | FilteredLinkIndex;

/** Whether a doc may have several of its values. */
export const isListed = (index: CountedIndex): index is FilteredLinkIndex | TextListIndex =>
  index.kind === 'links' || index.kind === 'textLists';

/** @throws InvariantError when the field was not checked against the segment's model */
export function indexOf(segment: TypeSegment, field: string): CountedIndex {
  const index = segment.fields.get(field);
  if (index === undefined || (index.kind === 'links' && !isFilteredLink(index))) {
    throw new InvariantError(`no index for ${field} of ${segment.type.name}`);
  }
  return index;
}
