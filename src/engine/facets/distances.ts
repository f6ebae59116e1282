/**
 * Facets by distance: the terms of a ring around a location form several runs, which are counted separately and added up.
 *
 * Elsewhere: the terms within a ring (index/areas), other groups of terms (term-groups).
 */
import { InvariantError } from '../../content/errors/index.js';
import { haversineOfMetres, originOf } from '../../content/model/index.js';
import { createRingRegion, findTermsWithin } from '../../index/areas/index.js';
import type { Arena } from '../../index/docset/index.js';
import type { SortableIndex } from '../../index/segment/index.js';
import type { Grouping } from './facet.js';
import type { Tally } from './tally.js';

/** The terms of a field, divided into pieces at the borders of rings. */
export interface Rings {
  /** First term of each piece, and the end of the last piece. */
  readonly edges: Uint32Array;
  /** Piece → the ring that contains it. */
  readonly ringOf: Uint32Array;
  readonly count: number;
}

/** Divides the terms into rings. Cost: O(cells at the borders). */
export function ringsOf(
  index: SortableIndex,
  { from, ends }: Extract<Grouping, { kind: 'distances' }>,
  { budget }: Arena,
): Rings {
  if (index.kind !== 'numbers') throw new InvariantError(`an index of ${index.kind} has no distances`);
  const { terms } = index;
  const origin = originOf(from);
  const borders = [-1, ...ends.map(({ units }) => haversineOfMetres(Number(units) / 1000)), Number.POSITIVE_INFINITY];
  const pieces = borders.slice(1).flatMap((border, place) => {
    const runs = findTermsWithin(terms, createRingRegion(origin, borders[place]!, border), budget);
    return runs.map(([start]) => ({ start, place }));
  });
  pieces.sort((a, b) => a.start - b.start);
  return {
    edges: Uint32Array.from([...pieces.map(({ start }) => start), terms.size]),
    ringOf: Uint32Array.from(pieces, ({ place }) => place),
    count: borders.length - 1,
  };
}

/** @param tally of the pieces. @returns the tally of the rings */
export function sumByRing(tally: Tally, { ringOf, count }: Rings): Tally {
  const counts = new Uint32Array(count);
  for (let at = 0; at < tally.counts.length; at += 1) {
    const piece = tally.terms === undefined ? at : tally.terms[at]!;
    counts[ringOf[piece]!]! += tally.counts[at]!;
  }
  return { ...tally, terms: undefined, counts };
}
