/**
 * What the planner weighs: nanoseconds, measured at 1,000,000 docs (docs/decisions/0008-sets). They are what is held
 * against a maximum, too, so that they are rather too large than too small.
 */

/** Reading one doc of a list and looking its ordinal up in a column. */
export const SIFT_COLUMN = 1.6;
/**
 * What such a look costs beside that where docs are listed in another order than the column's: it is seldom in a cache.
 * Of 180,000 docs by value it took 3 to 10 ns more than in their order where the column was looked at just before, 10 to 14 where not.
 */
export const SIFT_FAR = 5;
/** Reading one doc of a list and looking its bit up. */
export const SIFT_BITS = 0.8;
/** Reading one doc of a list and looking its term up in a set of terms. */
export const SIFT_TERM = 2.5;
/** Looking a doc's term up in a set of terms, of all docs in their order. */
export const FILL_TERM = 1.5;
/** Adding neighbouring terms to a set of terms, beside a pass over them. */
export const MARK_RUN = 50;
/** One call of a closure that looks at a column. */
export const TEST = 6;
/** Looking through a doc's links. */
export const TEST_LINKS = 40;
/** What looking for a pattern costs for each unit of a dictionary's `searchCost`: the text is seldom in a cache. */
export const SEARCH = 25;
/** Reading one byte of the lists of terms that contain a substring. */
export const BUCKET = 5;
/** Finding one value among a field's terms, or in the tree of their substrings. */
export const LOOKUP = 3_000;
/** Adding or toggling one doc of a list in a bitset. */
export const MARK = 0.9;
/** The same of the lists of many targets, one list after the other: the processor foresees less. */
export const MARK_LINKED = 2;
/** Copying the set of docs that have a link, a doc of the segment. */
export const LINKED = 0.04;
/** Reading a doc's ordinal in the order of docs, until one is found. */
export const SCAN = 0.25;
/** Coming to a block of an order that is walked, and handing it to a loop. */
export const WALKED = 1_000;
/** Putting one doc in its place among others. */
export const ORDER = 12;
/** Copying a doc of a run. */
export const COPIED = 2;
/** Coming to a run, of runs that ascend but are no neighbours. */
export const GATHER = 12;
/** Coming to a run, of runs in another order than theirs: hardly any is in a cache. */
export const SCATTERED = 90;

/** A pass over a set of bits that was made just now, a doc of the segment. */
export const PASS = 0.004;
/** Making a set of one or two stored ones, a doc of the segment. */
export const STORED = 0.014;
/** Making a list of a set of bits: a doc of the segment, beside what a doc of the list costs. */
export const LIST = 0.02;
