/**
 * Hops: relationships of a segment whose links are indexed in both directions, and paths of to-one relationships.
 */
import { InvariantError } from '../../../content/errors/index.js';
import { type DocId, docId, splitFieldPath } from '../../../content/model/index.js';
import {
  type FilteredLinkIndex,
  isFilteredLink,
  type SegmentJoin,
  type TypeSegment,
} from '../../../index/segment/index.js';

/** A relationship with links from docs to targets and posting lists from targets to docs. */
export interface Hop extends SegmentJoin {
  readonly index: FilteredLinkIndex;
}

/** @throws InvariantError if the name was not checked against the model */
export function requireHop({ joins, type }: TypeSegment, relationship: string): Hop {
  const join = joins.get(relationship);
  if (join === undefined || !isFilteredLink(join.index))
    throw new InvariantError(`no index to go through ${relationship} of ${type.name}`);
  return { ...join, index: join.index };
}

/** @returns the doc that a path of to-one relationships leads to, and the field at its end; undefined if a link is missing */
export function followPath(
  from: { readonly segment: TypeSegment; readonly doc: DocId },
  path: string,
): { readonly segment: TypeSegment; readonly doc: DocId; readonly field: string } | undefined {
  const { hops, field } = splitFieldPath(path);
  let { segment, doc } = from;
  for (const name of hops) {
    const { index, targetDocs, targetTypes } = requireHop(segment, name);
    const [next] = targetTypes;
    if (next === undefined || index.links.countOf(doc) === 0) return undefined;
    doc = docId(targetDocs[index.links.targetOf(index.links.firstOf(doc))]!);
    segment = next.segment;
  }
  return { segment, doc, field };
}
