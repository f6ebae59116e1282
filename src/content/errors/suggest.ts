/**
 * "Did you mean …?": the closest of the names that exist.
 */
import { distance } from 'fastest-levenshtein';

const listedMaximum = 30;

/**
 * @returns the name at the smallest edit distance, or undefined when none is near; one that is as far away as it is
 *          long has nothing in common with it. Cost: O(names · length²).
 */
export function closest<Name extends string>(given: string, names: Iterable<Name>): Name | undefined {
  const wanted = given.slice(0, 64).toLowerCase();
  let best: Name | undefined;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const found = distance(wanted, name.toLowerCase());
    if (found < bestDistance && found < Math.min(wanted.length, name.length)) {
      best = name;
      bestDistance = found;
    }
  }
  return best;
}

/** @returns ` Did you mean "x"?`, or nothing */
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
