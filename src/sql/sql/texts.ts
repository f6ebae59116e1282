/**
 * Texts of requests, as PostgreSQL compares them.
 *
 * A text of a request may hold U+0000, which no value does and no parameter can. Each comparison says what that comes to.
 */

/** @returns the text up to a null character, and whether there was one */
export function cutAtNull(text: string): { readonly text: string; readonly isCut: boolean } {
  const end = text.indexOf('\0');
  return end < 0 ? { text, isCut: false } : { text: text.slice(0, end), isCut: true };
}

/** @returns the text as a part of a pattern of LIKE */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** As `reverse` of SQL: by code points. */
export const reversed = (text: string): string => [...text].reverse().join('');
