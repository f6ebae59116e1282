/** A set of terms as a bitset: term t, which has ordinal t + 1, is bit t + TERM_LEAD. */

/** Bits before the first term, never set: a doc without a value has ordinal 0, and so a bit that is not set. */
export const TERM_LEAD = 32;
