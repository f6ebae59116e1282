/**
 * How the suffixes of texts lie in the memory of a build's thread while they are led to their destinations and sorted. Places are in
 * bytes; numbers have 32 bits where nothing else is said.
 *
 *     block         positions │ terms │ docs of each term          BLOCK_SUFFIXES numbers each
 *     destination   previous position │ records │ next │ depth     an entry
 *     node          tallies │ depth │ – │ –                        an entry
 *     tally         suffixes │ terms │ docs │ last                 an entry
 *     note          position │ address of the destination
 *     record        gap (16 bits) │ codes
 *     slot          next │ last │ 1 if it is a node │ –            an entry
 *     suffix        position │ term │ key │ later key
 *     level         suffixes │ terms │ last │ next │ branch        256 numbers each, of branches 256 bytes
 */

/** Positions are given so many at a time. */
export const BLOCK_SUFFIXES = 1024;
export const BLOCK_BYTES = 4096;

/** The first destination and the first node are nobody's. */
export const ENTRY_BYTES = 16;

/** The position of the suffix before. */
export const DESTINATION_PREVIOUS = 0;
/** How many records there are, or will be. */
export const DESTINATION_RECORDS = 4;
/** Where the next record goes. */
export const DESTINATION_NEXT = 8;
/** How far behind a position the codes begin that its record carries. */
export const DESTINATION_DEPTH = 12;

/** Where the node's tallies lie, of each code, and then of each two. */
export const NODE_TALLIES = 0;
/** How far behind a position the codes begin that are counted. */
export const NODE_DEPTH = 4;

export const TALLY_SUFFIXES = 0;
export const TALLY_TERMS = 4;
export const TALLY_DOCS = 8;
/** The term counted last, plus 1. */
export const TALLY_LAST = 12;

export const NOTE_BYTES = 8;

/** A record begins with the gap to the suffix before. */
export const GAP_BYTES = 2;
/** The largest gap is that of no suffix: only positions go on. */
export const GAP_MAXIMUM = 0xffff;
/** Codes are copied so many at a time, also of a record that carries fewer: what is behind them comes later. */
export const COPIED_CODES = 16;
/** More than that carries no record. */
export const CARRIED_MAXIMUM = 48;

/** Codes that tell a batch's slots apart, beyond its prefix. */
export const SLOT_CODES = 2;
/** Where the next suffix goes. */
export const SLOT_NEXT = 0;
/** The term of the suffix before. */
export const SLOT_LAST = 4;
export const SLOT_IS_NODE = 8;

export const SUFFIX_BYTES = 16;
export const SUFFIX_TERM = 4;
/** The next four codes, the first one highest. */
export const SUFFIX_KEY = 8;
/** The four codes behind these. */
export const SUFFIX_LATER_KEY = 12;

/** By code: how many suffixes there are. */
export const LEVEL_SUFFIXES = 0;
/** By code: how many terms. */
export const LEVEL_TERMS = 1024;
/** By code: the term met last. */
export const LEVEL_LAST = 2048;
/** By branch: where the next suffix goes, counted in suffixes. */
export const LEVEL_NEXT = 3072;
/** By code: its branch. */
export const LEVEL_BRANCH_OF = 4096;
export const LEVEL_BYTES = 4352;
