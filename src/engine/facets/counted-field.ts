/**
 * Counted fields: the field of a facet or a statistic, on the docs themselves or at the end of a path of relationships.
 *
 * Elsewhere: counting the docs themselves (tally), counting behind relationships (related).
 */
import { InvariantError } from '../../content/errors/index.js';
import type { SegmentJoin, TypeSegment } from '../../index/segment/index.js';
import { type CountedIndex, indexOf } from './counted-index.js';

/** One relationship on the way, to items of one type. */
export interface Hop extends SegmentJoin {
  /** The segment of the related items. */
  readonly next: TypeSegment;
}

export interface CountedField {
  /** Empty if the field belongs to the docs themselves. */
  readonly hops: readonly Hop[];
  readonly index: CountedIndex;
}

function hopOf({ joins, type }: TypeSegment, name: string): Hop {
  const join = joins.get(name);
  const next = join?.targetTypes[0]?.segment;
  if (join === undefined || next === undefined)
    throw new InvariantError(`${type.name} has no relationship ${name} that can be counted through`);
  return { ...join, next };
}

/** @throws InvariantError when the path was not checked against the segment's model */
export function countedFieldOf(segment: TypeSegment, path: string): CountedField {
  if (!path.includes('.')) return { hops: [], index: indexOf(segment, path) };
  const names = path.split('.');
  const field = names.pop() ?? '';
  const hops: Hop[] = [];
  for (const name of names) hops.push(hopOf(hops.at(-1)?.next ?? segment, name));
  return { hops, index: indexOf(hops.at(-1)?.next ?? segment, field) };
}
