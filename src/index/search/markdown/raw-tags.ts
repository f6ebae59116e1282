/**
 * Raw HTML as CommonMark recognises it within text: a whole tag, comment, instruction, declaration or CDATA section.
 *
 * https://spec.commonmark.org/0.31.2/#raw-html. What it shows is html.ts's to say.
 */
const openTag =
  /<[A-Za-z][A-Za-z0-9-]*(?:[ \t\n]+[A-Za-z_:][A-Za-z0-9_.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t\n]*\/?>/y;
const closeTag = /<\/[A-Za-z][A-Za-z0-9-]*[ \t\n]*>/y;

/** @returns behind the tag that begins at `at`, or -1. Cost: O(length of what could be a tag). */
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

/** Finds the ends of raw HTML in one text, from left to right. An end that was looked for in vain is not looked for again. */
export class RawTags {
  readonly #text: string;
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** @param at of a `<`. @returns behind what begins there, or -1 */
  endAt(at: number): number {
    const text = this.#text;
    const next = text[at + 1];
    if (next !== '!' && next !== '?') return tagEndAt(text, at);
    if (text.startsWith('<!--', at)) {
      if (text.startsWith('>', at + 4)) return at + 5;
      if (text.startsWith('->', at + 4)) return at + 6;
      return this.#behind('-->', at + 4);
    }
    const found = ends.find(([start]) => text.startsWith(start, at));
    if (found === undefined) return -1;
    const [start, end] = found;
    if (start === '<!' && !/[A-Za-z]/.test(text[at + 2] ?? '')) return -1;
    return this.#behind(end, at + start.length);
  }

  #behind(end: string, from: number): number {
    if (this.#missing.has(end)) return -1;
    const at = this.#text.indexOf(end, from);
    if (at >= 0) return at + end.length;
    this.#missing.add(end);
    return -1;
  }
}
