/**
 * Finds raw HTML within text as CommonMark recognises it: a complete tag, comment, instruction, declaration or CDATA section.
 *
 * https://spec.commonmark.org/0.31.2/#raw-html. Elsewhere: its visible text (html).
 */

const openTag =
  /<[A-Za-z][A-Za-z0-9-]*(?:[ \t\n]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t\n]*\/?>/y;
const closeTag = /<\/[A-Za-z][A-Za-z0-9-]*[ \t\n]*>/y;

/** @returns the end of the tag that begins at `start`, or -1. Cost: O(length of the possible tag). */
export function findTagEnd(text: string, start: number): number {
  const pattern = text[start + 1] === '/' ? closeTag : openTag;
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Delimiters of instructions, CDATA sections and declarations. */
const delimiters: readonly (readonly [opening: string, closing: string])[] = [
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
];

/** Finds the ends of raw HTML in one text, from left to right. It remembers missing closing delimiters, to search for each only once. */
export class RawTags {
  readonly #text: string;
  readonly #missingClosings = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** @param start position of a `<`. @returns the end of the raw HTML there, or -1 */
  findEnd(start: number): number {
    const text = this.#text;
    const nextCharacter = text[start + 1];
    if (nextCharacter !== '!' && nextCharacter !== '?') return findTagEnd(text, start);
    if (text.startsWith('<!--', start)) {
      if (text.startsWith('>', start + 4)) return start + 5;
      if (text.startsWith('->', start + 4)) return start + 6;
      return this.#findEndAfter('-->', start + 4);
    }
    const delimiter = delimiters.find(([opening]) => text.startsWith(opening, start));
    if (delimiter === undefined) return -1;
    const [opening, closing] = delimiter;
    if (opening === '<!' && !/[A-Za-z]/.test(text[start + 2] ?? '')) return -1;
    return this.#findEndAfter(closing, start + opening.length);
  }

  /** @returns the end of the next closing delimiter, or -1 */
  #findEndAfter(closing: string, searchStart: number): number {
    if (this.#missingClosings.has(closing)) return -1;
    const closingStart = this.#text.indexOf(closing, searchStart);
    if (closingStart >= 0) return closingStart + closing.length;
    this.#missingClosings.add(closing);
    return -1;
  }
}
