/**
 * Parameter names with brackets: `filter[title][_eq]` has the head `filter` and the path `title`, `_eq`.
 *
 * The parts have no meaning here; the reader of a parameter decides whether an empty part (`filter[_OR][]`) is allowed.
 */

/** A path that is not formed as it should be says why, in words that continue "The name …". */
export interface BracketedName {
  readonly head: string;
  readonly path: readonly string[];
  readonly malformed: string | undefined;
}

const indexDigitsMaximum = 4;

/** Whether a part is empty, as in `[]`, or an index of up to four digits. */
export function isIndex(part: string): boolean {
  if (part.length > indexDigitsMaximum) return false;
  for (let i = 0; i < part.length; i += 1) {
    const code = part.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

const NOTHING: readonly string[] = [];

/** @param name decoded. Cost: O(length). */
export function parseBrackets(name: string): BracketedName {
  const open = name.indexOf('[');
  const stray = name.indexOf(']');
  if (open < 0 && stray < 0) return { head: name, path: NOTHING, malformed: undefined };
  const bad = (malformed: string): BracketedName => ({ head, path: NOTHING, malformed });
  const headEnd = open < 0 || (stray >= 0 && stray < open) ? stray : open;
  const head = name.slice(0, headEnd);
  if (headEnd === stray) return bad('closes a bracket that was never opened');
  const path: string[] = [];
  let at = headEnd;
  while (at < name.length) {
    if (name.charCodeAt(at) !== 0x5b) {
      return bad(name.charCodeAt(at) === 0x5d ? 'closes a bracket twice' : 'has text after a closing bracket');
    }
    const close = name.indexOf(']', at + 1);
    if (close < 0) return bad('leaves a bracket open');
    const part = name.slice(at + 1, close);
    if (part.includes('[')) return bad('opens a bracket inside another');
    path.push(part);
    at = close + 1;
  }
  return { head, path, malformed: undefined };
}
