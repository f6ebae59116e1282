/** The numbers that a search in texts writes: the place of each text that holds the pattern, by its order. */

/** The highest bit, set where a backslash stands shortly before the pattern: it may be a part of an escape sequence. */
export const UNSURE = 0x80000000;

/** Bytes behind a text and behind the pattern that a search may read, which mean nothing. */
export const SEARCH_SLACK = 15;
