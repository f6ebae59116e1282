/**
 * What may name a content type or a field, and what may be an item's id.
 */

const namePattern = /^[A-Za-z](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/;
const reservedNames: ReadonlySet<string> = new Set(['id', 'type', 'lid', 'links', 'relationships']);
const idByteLengthMaximum = 255;

export const NAME_RULE =
  'a name has letters, digits, "_" and "-", begins with a letter, ends with a letter or digit, and is none of id, type, lid, links, relationships';
export const ID_RULE = 'an id has 1 to 255 bytes of UTF-8 without control characters and is neither "." nor ".."';

/** Whether the text may name a content type or a field. */
export const isName = (text: string): boolean => namePattern.test(text) && !reservedNames.has(text);

/** Whether the text may be an item's id. Cost: O(length). */
export function isItemId(text: string): boolean {
  if (text.length === 0 || text.length > idByteLengthMaximum || text === '.' || text === '..') return false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) return false;
  }
  return text.isWellFormed() && Buffer.byteLength(text) <= idByteLengthMaximum;
}
