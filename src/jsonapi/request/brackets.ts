/**
 * Parameter names with brackets: `filter[title][_eq]` has the head `filter` and the path `title`, `_eq`.
 *
 * The parts have no meaning here; the reader of a parameter decides whether an empty part (`filter[_OR][]`) is allowed.
 */

/** A name, split at its brackets. `malformed` says why it cannot be split, in words that continue "The name …". */
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

const NO_PARTS: readonly string[] = [];

/** @param name decoded. Cost: O(length). */
export function parseBrackets(name: string): BracketedName {
  const opening = name.indexOf('[');
  const closing = name.indexOf(']');
  if (opening < 0 && closing < 0) return { head: name, path: NO_PARTS, malformed: undefined };
  const refuse = (malformed: string): BracketedName => ({ head, path: NO_PARTS, malformed });
  const headEnd = opening < 0 || (closing >= 0 && closing < opening) ? closing : opening;
  const head = name.slice(0, headEnd);
  if (headEnd === closing) return refuse('closes a bracket that was never opened');
  const path: string[] = [];
  let at = headEnd;
  while (at < name.length) {
    if (name.charCodeAt(at) !== 0x5b) {
      return refuse(name.charCodeAt(at) === 0x5d ? 'closes a bracket twice' : 'has text after a closing bracket');
    }
    const close = name.indexOf(']', at + 1);
    if (close < 0) return refuse('leaves a bracket open');
    const part = name.slice(at + 1, close);
    if (part.includes('[')) return refuse('opens a bracket inside another');
    path.push(part);
    at = close + 1;
  }
  return { head, path, malformed: undefined };
}
