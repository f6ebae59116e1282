/**
 * Counted indexes: the field indexes that facets and statistics can use, because they have the docs of each value.
 */
import { InvariantError } from '../../content/errors/index.js';
import {
  type FieldIndex,
  type FilteredLinkIndex,
  fieldIndex,
  isFilteredLink,
  type LinkIndex,
  type LocaleIndex,
  type TextListIndex,
  type TypeSegment,
} from '../../index/segment/index.js';

/** An index with a posting list for each value. */
export type CountedIndex = Exclude<FieldIndex, LinkIndex> | FilteredLinkIndex;

/** Whether a doc may have several of its values. */
export const isListed = (index: CountedIndex): index is FilteredLinkIndex | TextListIndex | LocaleIndex =>
  index.kind === 'links' || index.kind === 'textLists' || index.kind === 'locales';

/** @returns the number of its distinct values */
export const countValues = (index: CountedIndex): number =>
  index.kind === 'locales' ? index.codes.length : index.postings.termCount;

/** @throws InvariantError if the field was not checked against the segment's model */
export function countedIndexOf(segment: TypeSegment, field: string): CountedIndex {
  const index = fieldIndex(segment, field);
  if (index === undefined || (index.kind === 'links' && !isFilteredLink(index))) {
    throw new InvariantError(`no index for ${field} of ${segment.type.name}`);
  }
  return index;
}
