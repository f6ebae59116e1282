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
  // The first ring begins below every distance, and the last one has no end.
  const ringEnds = [...ends.map(({ units }) => haversineOfMetres(Number(units) / 1000)), Number.POSITIVE_INFINITY];
  const pieces: { readonly firstTerm: number; readonly ring: number }[] = [];
  let ringStart = -1;
  for (const [ring, ringEnd] of ringEnds.entries()) {
    const runs = findTermsWithin(terms, createRingRegion(origin, ringStart, ringEnd), budget);
    for (const [firstTerm] of runs) pieces.push({ firstTerm, ring });
    ringStart = ringEnd;
  }
  pieces.sort((a, b) => a.firstTerm - b.firstTerm);
  return {
    edges: Uint32Array.from([...pieces.map(({ firstTerm }) => firstTerm), terms.size]),
    ringOf: Uint32Array.from(pieces, ({ ring }) => ring),
    count: ringEnds.length,
  };
}

/** @param tally of the pieces. @returns the tally of the rings */
export function sumByRing(tally: Tally, { ringOf, count }: Rings): Tally {
  const counts = new Uint32Array(count);
  for (let index = 0; index < tally.counts.length; index += 1) {
    const piece = tally.terms === undefined ? index : tally.terms[index]!;
    counts[ringOf[piece]!]! += tally.counts[index]!;
  }
  return { ...tally, terms: undefined, counts };
}
