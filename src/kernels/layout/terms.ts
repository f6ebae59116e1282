/**
 * The layout of a set of terms: a bitset in which term t, which has ordinal t + 1, is bit t + TERM_LEAD.
 *
 *     word 0                  word 1           ...
 *     0 for ordinal 0         terms 0 to 31
 */

/** Number of bits before the first term. They are never set, so a doc without a value (ordinal 0) is never in the set. */
export const TERM_LEAD = 32;
