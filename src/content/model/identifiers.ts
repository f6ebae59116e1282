/**
 * Valid names of spaces, content types and fields, and valid ids of items.
 */

const namePattern = /^[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/;
/** JSON:API uses these member names beside the fields of an item. */
const reservedNames: ReadonlySet<string> = new Set(['id', 'type', 'lid', 'links', 'relationships']);
/** Types become file names, which have at most 255 bytes. */
const nameLengthMaximum = 200;
const idByteLengthMaximum = 255;

export const NAME_RULE = `a name has letters, digits, "_" and "-", begins with a letter, ends with a letter or digit, and has at most ${nameLengthMaximum} characters`;
export const FIELD_NAME_RULE = `${NAME_RULE}; a field's name must not be ${[...reservedNames].join(', ')}`;
export const ID_RULE = 'an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."';

/** Whether the text may name a space or a content type. */
export const isName = (text: string): boolean => text.length <= nameLengthMaximum && namePattern.test(text);

/** Whether the text may name a field. */
export const isFieldName = (text: string): boolean => isName(text) && !reservedNames.has(text);

/** Whether the text may be an item's id. Cost: O(length). */
export function isItemId(text: string): boolean {
  if (text.length === 0 || text.length > idByteLengthMaximum || text === '.' || text === '..') return false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) return false;
  }
  return text.isWellFormed() && Buffer.byteLength(text) <= idByteLengthMaximum;
}
