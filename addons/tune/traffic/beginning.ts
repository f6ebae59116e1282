/** @param length in UTF-16 units; one more where a pair of surrogates would be cut. @returns the beginning of a text */
export function beginningOf(text: string, length: number): string {
  const end = text.codePointAt(length - 1);
  return text.slice(0, end !== undefined && end > 0xffff ? length + 1 : length);
}
