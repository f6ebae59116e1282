/**
 * Raw HTML within text as CommonMark recognises it: a complete tag, comment, instruction, declaration or CDATA section.
 *
 * https://spec.commonmark.org/0.31.2/#raw-html. Elsewhere: its visible text (html).
 */
const openTag =
  /<[A-Za-z][A-Za-z0-9-]*(?:[ \t\n]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t\n]*\/?>/y;
const closeTag = /<\/[A-Za-z][A-Za-z0-9-]*[ \t\n]*>/y;

/** @returns the end of the tag that begins at `at`, or -1. Cost: O(length of the possible tag). */
export function tagEndAt(text: string, at: number): number {
  const pattern = text[at + 1] === '/' ? closeTag : openTag;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const ends: readonly (readonly [start: string, end: string])[] = [
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
];

/** Finds the ends of raw HTML in one text, from left to right. Remembers missing ends, to search for each only once. */
export class RawTags {
  readonly #text: string;
  readonly #missingEnds = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** @param at position of a `<`. @returns the end of the raw HTML there, or -1 */
  endAt(at: number): number {
    const text = this.#text;
    const next = text[at + 1];
    if (next !== '!' && next !== '?') return tagEndAt(text, at);
    if (text.startsWith('<!--', at)) {
      if (text.startsWith('>', at + 4)) return at + 5;
      if (text.startsWith('->', at + 4)) return at + 6;
      return this.#endAfter('-->', at + 4);
    }
    const found = ends.find(([start]) => text.startsWith(start, at));
    if (found === undefined) return -1;
    const [start, end] = found;
    if (start === '<!' && !/[A-Za-z]/.test(text[at + 2] ?? '')) return -1;
    return this.#endAfter(end, at + start.length);
  }

  #endAfter(end: string, from: number): number {
    if (this.#missingEnds.has(end)) return -1;
    const at = this.#text.indexOf(end, from);
    if (at >= 0) return at + end.length;
    this.#missingEnds.add(end);
    return -1;
  }
}
