/**
 * "Did you mean …?": the closest of the names that exist.
 */
import { distance } from 'fastest-levenshtein';

const listedMaximum = 30;

/**
 * @returns the name with the smallest edit distance; undefined if none is similar. A name whose distance is its whole length
 *          shares no letter with the text, and is not similar.
 * Cost: O(names · length²).
 */
export function closest<Name extends string>(given: string, names: Iterable<Name>): Name | undefined {
  const text = given.slice(0, 64).toLowerCase();
  let best: Name | undefined;
  let bestDistance = Math.max(2, Math.floor(text.length / 3)) + 1;
  for (const name of names) {
    const edits = distance(text, name.toLowerCase());
    if (edits < bestDistance && edits < Math.min(text.length, name.length)) {
      best = name;
      bestDistance = edits;
    }
  }
  return best;
}

/** @returns ` Did you mean "x"?`; empty if no name is similar */
export function didYouMean(given: string, names: Iterable<string>): string {
  const name = closest(given, names);
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}

/** @returns the names joined by commas, the first 30 of them, or "none" */
export function list(names: Iterable<string>): string {
  const all = [...names];
  if (all.length === 0) return 'none';
  const rest = all.length - listedMaximum;
  return rest > 0 ? `${all.slice(0, listedMaximum).join(', ')} and ${rest} more` : all.join(', ');
}
