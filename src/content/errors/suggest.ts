/**
 * Suggestions for misspelt names: "Did you mean …?" with the closest existing name.
 */
import { distance } from 'fastest-levenshtein';

const listedMaximum = 30;

/**
 * Finds the closest name.
 *
 * @returns the name with the smallest edit distance; undefined if none is similar. A name whose distance is its whole length
 *          shares no letter with the text, and is not similar.
 * Cost: O(names · length²).
 */
export function closest<Name extends string>(text: string, names: Iterable<Name>): Name | undefined {
  const typed = text.slice(0, 64).toLowerCase();
  let best: Name | undefined;
  let bestDistance = Math.max(2, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    const edits = distance(typed, name.toLowerCase());
    if (edits < bestDistance && edits < Math.min(typed.length, name.length)) {
      best = name;
      bestDistance = edits;
    }
  }
  return best;
}

/** @returns ` Did you mean "x"?`; empty if no name is similar */
export function didYouMean(text: string, names: Iterable<string>): string {
  const name = closest(text, names);
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}

/** @returns the names joined by commas, the first 30 of them, or "none" */
export function list(names: Iterable<string>): string {
  const allNames = [...names];
  if (allNames.length === 0) return 'none';
  const unlisted = allNames.length - listedMaximum;
  return unlisted > 0 ? `${allNames.slice(0, listedMaximum).join(', ')} and ${unlisted} more` : allNames.join(', ');
}
