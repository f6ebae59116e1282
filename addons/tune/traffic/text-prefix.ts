/**
 * The beginning of a text.
 *
 * @param length in UTF-16 units; the result has one more if the limit would split a surrogate pair
 */
export function cutPrefix(text: string, length: number): string {
  const end = text.codePointAt(length - 1);
  return text.slice(0, end !== undefined && end > 0xffff ? length + 1 : length);
}
