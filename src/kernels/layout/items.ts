/**
 * What writing whole items is told by: an item's numbers, a type's steps, and a relationship's addresses; all of 32 bits.
 *
 *     item           doc │ id: address, length │ URL: address, length │ attributes: address, length
 *     step           kind │ three operands
 *     relationship   starts │ targets │ relative │ bases │ linkage
 *
 * Offsets are in bytes.
 */

export const ITEM_DOC = 0;
export const ITEM_ID = 4;
export const ITEM_URL = 12;
export const ITEM_ATTRIBUTES = 20;
export const ITEM_BYTES = 28;

/** Copies a constant. Operands: its offset in the program's image, its length. */
export const STEP_CONSTANT = 0;
/** Copies a part of the item. Operand: the offset of its address in the item's numbers. */
export const STEP_PART = 1;
/** Copies the linkage of a relationship. Operands: offset of the relationship in the image, and of the text for no link; its length. */
export const STEP_LINKS = 2;
/** Writes how many links there are. Operand: the offset of the relationship in the image. */
export const STEP_TOTAL = 3;
/** A step's kind and operands. */
export const STEP_BYTES = 16;

/** Where each doc's links begin, by doc, and one more. */
export const RELATIONSHIP_STARTS = 0;
/** Of each link. */
export const RELATIONSHIP_TARGETS = 4;
/** Where the linkage of each target begins, from its base on. */
export const RELATIONSHIP_RELATIVE = 8;
/** A base for each 32 targets, a float of 64 bits. */
export const RELATIONSHIP_BASES = 12;
/** The bytes of all linkage, of each target with a comma behind it. */
export const RELATIONSHIP_LINKAGE = 16;
export const RELATIONSHIP_BYTES = 20;

/** Bytes that are copied at once: so many may be read behind what is copied, and so many are left free behind what is written. */
export const COPIED_BYTES = 16;
