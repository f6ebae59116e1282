/**
 * What a suffix takes along when it is distributed.
 */

/**
 * `next`: the codes that it is sorted by first, beyond what all suffixes of its destination begin with; for later ones
 * the text is looked at. `nothing`, where it is only noted who belongs where.
 */
export type Carried = 'nothing' | 'next';

/** How many codes these are: the two that tell slots apart, and eight to sort by, and two that make it three numbers. */
export const carriedCodes: Readonly<Record<Carried, number>> = { nothing: 0, next: 12 };
