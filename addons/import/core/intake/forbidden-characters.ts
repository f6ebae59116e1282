/**
 * Characters that no text of an export may have: U+0000, and half a surrogate pair.
 *
 * The build refuses them; an import refuses them earlier, where the file, the line and the field are known.
 */
import type { Json } from '../../value/json.js';
import type { Value } from '../../value/value.js';

export const FORBIDDEN =
  'has a character that no text may have (U+0000, or half a surrogate pair). Remove it; if the file is UTF-16, convert it with iconv -f utf-16 -t utf-8';

const isForbidden = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Cost: one pass over the texts of the value. */
export function hasForbiddenCharacter(value: Value | Json): boolean {
  if (typeof value === 'string') return isForbidden(value);
  if (typeof value !== 'object' || value === null) return false;
  for (const [key, member] of Object.entries(value)) {
    if (isForbidden(key) || hasForbiddenCharacter(member)) return true;
  }
  return false;
}
