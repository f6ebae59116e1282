/**
 * Counted fields: the field of a facet or a statistic, on the docs themselves or at the end of a path of relationships.
 *
 * Elsewhere: counting the docs themselves (tally), counting behind relationships (related).
 */
import { InvariantError } from '../../content/errors/index.js';
import { splitFieldPath } from '../../content/model/index.js';
import type { SegmentJoin, TypeSegment } from '../../index/segment/index.js';
import { type CountedIndex, countedIndexOf } from './counted-index.js';

/** One relationship of a path, to items of one type. */
export interface Hop extends SegmentJoin {
  /** The segment of the related items. */
  readonly next: TypeSegment;
}

/** A field that is counted, and the path to it. */
export interface CountedField {
  /** Empty if the field belongs to the docs themselves. */
  readonly hops: readonly Hop[];
  readonly index: CountedIndex;
}

function countedHop({ joins, type }: TypeSegment, name: string): Hop {
  const join = joins.get(name);
  const next = join?.targetTypes[0]?.segment;
  if (join === undefined || next === undefined)
    throw new InvariantError(`${type.name} has no relationship ${name} that can be counted through`);
  return { ...join, next };
}

/** @throws InvariantError if the path was not checked against the segment's model */
export function countedFieldOf(segment: TypeSegment, path: string): CountedField {
  const { hops: names, field } = splitFieldPath(path);
  const hops: Hop[] = [];
  for (const name of names) hops.push(countedHop(hops.at(-1)?.next ?? segment, name));
  return { hops, index: countedIndexOf(hops.at(-1)?.next ?? segment, field) };
}
