/**
 * Memory layouts of the suffixes of texts in a build's thread, while they are routed to their destinations and sorted. Offsets are in
 * bytes; numbers have 32 bits unless the drawing says otherwise.
 *
 *     block         positions │ terms │ docs of each term          BLOCK_SUFFIXES numbers each
 *     list          position │ term │ address of a gap │ –         an entry
 *     destination   previous position │ records │ next │ depth     an entry
 *     node          tallies │ depth │ – │ –                        an entry
 *     tally         suffixes │ terms │ docs │ last                 an entry
 *     note          position │ address of the destination
 *     record        gap (16 bits) │ codes
 *     slot          next │ last │ 1 if it is a node │ –            an entry
 *     suffix        position │ term │ key │ later key
 *     level         suffixes │ terms │ last │ next │ branch        256 numbers each, of branches 256 bytes
 */

/** Number of suffixes in a block. */
export const BLOCK_SUFFIXES = 1024;
export const BLOCK_BYTES = 4096;

/** Position of the next suffix or, with a selection, of the last selected one; and its term. */
export const LIST_POSITION = 0;
export const LIST_TERM = 4;
/** Address of the next gap of the selection. */
export const LIST_GAP = 8;
/** A gap of this value in a selection advances without selecting a suffix. */
export const SELECTION_GAP_MAXIMUM = 0xff;

/** Bytes of an entry. Destination 0 and node 0 are unused: 0 means none. */
export const ENTRY_BYTES = 16;

/** Position of the previous suffix of this destination. */
export const DESTINATION_PREVIOUS = 0;
/** Number of records. */
export const DESTINATION_RECORDS = 4;
/** Address of the next record. */
export const DESTINATION_NEXT = 8;
/** Distance from a position to the first code in its record. */
export const DESTINATION_DEPTH = 12;

/** Address of the node's tallies: one for each code, then one for each pair of codes. */
export const NODE_TALLIES = 0;
/** Distance from a position to the first counted code. */
export const NODE_DEPTH = 4;

export const TALLY_SUFFIXES = 0;
export const TALLY_TERMS = 4;
export const TALLY_DOCS = 8;
/** The term counted last, plus 1. */
export const TALLY_LAST = 12;

export const NOTE_BYTES = 8;

/** A record begins with the gap to the previous suffix. */
export const GAP_BYTES = 2;
/** A record with this gap has no suffix; it only advances the position. */
export const GAP_MAXIMUM = 0xffff;
/** Codes copied at once, also for a shorter record: the next record overwrites the surplus. */
export const COPIED_CODES = 16;
/** Maximum number of codes in a record. */
export const CARRIED_MAXIMUM = 48;

/** Number of codes after the batch's prefix that select the slot. */
export const SLOT_CODES = 2;
/** Address of the next suffix. */
export const SLOT_NEXT = 0;
/** Term of the previous suffix. */
export const SLOT_LAST = 4;
export const SLOT_IS_NODE = 8;

export const SUFFIX_BYTES = 16;
export const SUFFIX_TERM = 4;
/** The next four codes as a number, the first one in the highest byte. */
export const SUFFIX_KEY = 8;
/** The four codes after the key, in the same form. */
export const SUFFIX_LATER_KEY = 12;

/** Code → number of suffixes. */
export const LEVEL_SUFFIXES = 0;
/** Code → number of terms. */
export const LEVEL_TERMS = 1024;
/** Code → last counted term. */
export const LEVEL_LAST = 2048;
/** Branch → place of the next suffix, counted in suffixes. */
export const LEVEL_NEXT = 3072;
/** Code → its branch. */
export const LEVEL_BRANCH_OF = 4096;
export const LEVEL_BYTES = 4352;
