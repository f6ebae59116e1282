/**
 * Memory layouts for writing whole items: the numbers of an item, a step of a type's program, the addresses of a relationship.
 *
 *     item           doc │ id: address, length │ URL: address, length │ attributes: address, length
 *     step           kind │ three operands
 *     relationship   starts │ targets │ relative │ bases │ linkage
 *
 * Numbers have 32 bits; offsets are in bytes.
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
/** Writes the number of links. Operand: the offset of the relationship in the image. */
export const STEP_TOTAL = 3;
/** Bytes of a step: its kind and three operands. */
export const STEP_BYTES = 16;

/** Address of the starts: doc → index of its first link, and the number of all links at the end. */
export const RELATIONSHIP_STARTS = 0;
/** Address of the targets: link → target. */
export const RELATIONSHIP_TARGETS = 4;
/** Address of the offsets: target → start of its linkage, relative to its base. */
export const RELATIONSHIP_RELATIVE = 8;
/** Address of the bases: one 64-bit float for each 32 targets. */
export const RELATIONSHIP_BASES = 12;
/** Address of the linkage of all targets; each ends with a comma. */
export const RELATIONSHIP_LINKAGE = 16;
export const RELATIONSHIP_BYTES = 20;

/** Bytes copied at once. This many bytes must be readable after a source, and free after the output. */
export const COPIED_BYTES = 16;
