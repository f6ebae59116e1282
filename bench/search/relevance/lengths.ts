/**
 * Queries by how many words they have: what helps a search of two words may harm one of twenty.
 */
import type { Query } from './judgements.js';

export interface Length {
  readonly title: string;
  readonly least: number;
  readonly most: number;
}

export const ALL_LENGTHS: Length = { title: 'all', least: 0, most: Number.POSITIVE_INFINITY };

const GROUPS: readonly Length[] = [
  { title: '1 word', least: 0, most: 1 },
  { title: '2 words', least: 2, most: 2 },
  { title: '3 and 4', least: 3, most: 4 },
  { title: '5 to 8', least: 5, most: 8 },
  { title: '9 to 14', least: 9, most: 14 },
  { title: '15 and more', least: 15, most: Number.POSITIVE_INFINITY },
];

const isOf = ({ text }: Query, { least, most }: Length): boolean => {
  const words = text.trim().split(/\s+/).length;
  return words >= least && words <= most;
};

/** @returns the places of the queries of each length, all of them first; lengths without a query are left out */
export function byLength(queries: readonly Query[]): { readonly length: Length; readonly places: readonly number[] }[] {
  const groups = [ALL_LENGTHS, ...GROUPS].map((length) => ({
    length,
    places: queries.flatMap((query, place) => (isOf(query, length) ? [place] : [])),
  }));
  const filled = groups.filter(({ places }) => places.length > 0);
  // A second row of the same says nothing.
  return filled.length === 2 ? filled.slice(0, 1) : filled;
}
