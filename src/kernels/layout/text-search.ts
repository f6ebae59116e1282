/** Numbers in the output of a text search: the index of each text with the pattern, and a flag. */

/** The highest bit: set if a backslash is shortly before the match, so the match may be part of an escape sequence. */
export const UNSURE = 0x80000000;

/** Number of bytes after a text and after the pattern that a search reads and ignores. */
export const SEARCH_SLACK = 15;
