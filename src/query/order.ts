/**
 * Orders: by sort keys, then by doc id, which is the export's order.
 */
import type { OrdinalColumn } from '../column/index.js';
import type { DocOrder } from '../docset/index.js';
import { InvariantError } from '../errors/index.js';
import type { Quantiles, RunPostings } from '../postings/index.js';
import type { TypeSegment } from '../segment/index.js';
import type { SortKey } from './tree.js';

export interface KeyColumn {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  readonly quantiles: Quantiles | undefined;
  readonly descending: boolean;
}

/** @throws InvariantError when a key was not checked against the segment's model */
export function keyColumns(segment: TypeSegment, keys: readonly SortKey[]): KeyColumn[] {
  return keys.map(({ field, descending }) => {
    const index = segment.fields.get(field);
    if (index === undefined || index.kind === 'links') throw new InvariantError(`cannot sort by ${field}`);
    return { column: index.column, postings: index.postings, quantiles: index.quantiles, descending };
  });
}

/** @returns an order by the keys, unpopulated values last in both directions, ties by doc id */
export function orderBy(keys: readonly KeyColumn[]): DocOrder {
  return (a, b) => {
    for (let i = 0; i < keys.length; i += 1) {
      const { column, descending } = keys[i]!;
      const left = column[a]!;
      const right = column[b]!;
      if (left === right) continue;
      if (left === 0) return 1;
      if (right === 0) return -1;
      return descending ? right - left : left - right;
    }
    return a - b;
  };
}
