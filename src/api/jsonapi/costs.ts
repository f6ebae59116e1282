/**
 * What a request takes beside finding its items, in nanoseconds: measured at 1,000,000 items, where what is read is
 * seldom in a cache. As the planner's costs they are held against a maximum, so rather too large than too small.
 */

/**
 * How many times what its steps cost an answer is estimated to take: all costs are those of a machine that does nothing
 * else. Where other programs use its caches and its memory, too, a step takes up to so much longer.
 */
export const MARGIN = 2.5;

/** Reading and checking a character of the query. */
export const PARSED = 40;
/** Finding an item's record and links, and beginning to write it. */
export const RESOURCE = 1_500;
/** Writing a byte of the document. */
export const WRITTEN = 0.8;
/** Following a link, and looking whether its item is in the document already. */
export const FOLLOWED = 300;
/** Finding an item by its id. */
export const FOUND = 1_500;
/** Making a candidate of a linked item. */
export const CANDIDATE = 150;
/** Reading a byte of a text for its passage. */
export const HIGHLIGHTED = 80;
