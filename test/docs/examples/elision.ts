/**
 * Shown JSON: parts of a document on a page, with `…` for omitted parts.
 *
 * - `…` in place of a member or an element: at least one more of them, whatever they are.
 * - `…` inside a string: at least one character.
 * - Everything else is exactly as in the document: values, members and elements, in the document's order.
 */

const ELISION = '…';
/** Represents an elision in the parsed JSON; no document contains this string. */
const MARK = '\uE000elided';

/** A value as JSON.parse gives it. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Length of the JSON string that begins at the start of the text, with its quotes. */
function stringLength(text: string): number {
  return /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0].length ?? text.length;
}

/** @returns JSON in which every elision of a member or an element is one with the mark */
function marked(shown: string): string {
  const brackets: string[] = [];
  let out = '';
  let elisions = 0;
  for (let at = 0; at < shown.length; ) {
    const character = shown.charAt(at);
    if (character === '"') {
      const length = stringLength(shown.slice(at));
      out += shown.slice(at, at + length);
      at += length;
      continue;
    }
    if (character === '{' || character === '[') brackets.push(character);
    if (character === '}' || character === ']') brackets.pop();
    if (character === ELISION) {
      out += brackets.at(-1) === '{' ? `"${MARK}${elisions}":0` : `"${MARK}"`;
      elisions += 1;
    } else out += character;
    at += 1;
  }
  return out;
}

/** @throws SyntaxError if the text is no JSON with elisions */
export const parseShown = (text: string): Json => JSON.parse(marked(text));

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Whether the text matches the shown one, in which each `…` represents at least one character. */
export function matchesText(shown: string, found: string): boolean {
  const parts = shown.split(ELISION).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]+')}$`, 'u').test(found);
}

/** The parts between elisions. */
function sections<T>(items: readonly T[], isElision: (item: T) => boolean): readonly (readonly T[])[] {
  const found: T[][] = [[]];
  for (const item of items) {
    if (isElision(item)) found.push([]);
    else found.at(-1)?.push(item);
  }
  return found;
}

/**
 * Matches runs of shown items against all items: the first run at the beginning, the last at the end, the others as
 * early as they fit; between two runs something is left out.
 */
function matchesRuns<S, F>(
  runs: readonly (readonly S[])[],
  found: readonly F[],
  same: (shown: S, found: F) => boolean,
): boolean {
  const fits = (run: readonly S[], at: number): boolean =>
    at >= 0 && at + run.length <= found.length && run.every((shown, place) => same(shown, found[at + place]!));
  const [first = [], ...rest] = runs;
  const last = rest.pop();
  if (!fits(first, 0)) return false;
  let end = first.length;
  if (last === undefined) return end === found.length;
  for (const run of rest) {
    let at = end + 1;
    while (at + run.length <= found.length && !fits(run, at)) at += 1;
    if (!fits(run, at)) return false;
    end = at + run.length;
  }
  const start = found.length - last.length;
  return start > end && fits(last, start);
}

/**
 * @param shown result of parseShown
 * @returns     the first place where they differ, in words; undefined if the document is as shown
 */
export function difference(shown: Json, found: Json, path = 'document'): string | undefined {
  const other = (): string => `${path}: shown ${JSON.stringify(shown)}, found ${JSON.stringify(found)}`;
  if (typeof shown === 'string') return typeof found === 'string' && matchesText(shown, found) ? undefined : other();
  if (isArray(shown)) {
    if (!isArray(found)) return other();
    if (shown.length === found.length && !shown.includes(MARK)) {
      return shown
        .map((item, i) => difference(item, found[i] ?? null, `${path}[${i}]`))
        .find((text) => text !== undefined);
    }
    const runs = sections(shown, (item) => item === MARK);
    return matchesRuns(runs, found, (a, b) => difference(a, b) === undefined) ? undefined : other();
  }
  if (isObject(shown)) {
    if (!isObject(found)) return other();
    const runs = sections(Object.entries(shown), ([name]) => name.startsWith(MARK));
    const members = Object.entries(found);
    // Told first, because it says more than that two objects differ.
    for (const [name, value] of Object.entries(shown)) {
      const own = Object.hasOwn(found, name) ? found[name] : undefined;
      const inner = own === undefined ? undefined : difference(value, own, `${path}.${name}`);
      if (inner !== undefined) return inner;
    }
    const same = ([a, x]: [string, Json], [b, y]: [string, Json]): boolean => a === b && difference(x, y) === undefined;
    return matchesRuns(runs, members, same) ? undefined : other();
  }
  return shown === found ? undefined : other();
}
