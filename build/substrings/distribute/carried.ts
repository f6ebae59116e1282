/**
 * What a suffix takes along when it is distributed.
 */

/**
 * `all`: the codes that a tree may tell it apart by, where the text is not in memory. Its position is of no use then: gaps
 * are those between terms. `next`: only those that it is sorted by first, beyond what all suffixes of its destination
 * begin with; for later ones the text is looked at. `nothing`, where it is only noted who belongs where.
 */
export type Carried = 'nothing' | 'next' | 'all';

/** How many codes these are: DEPTH_MAXIMUM for all; for the next the two that tell slots apart, and eight to sort by. */
export const carriedCodes: Readonly<Record<Carried, number>> = { nothing: 0, next: 12, all: 32 };
