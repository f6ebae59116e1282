/**
 * Names of the source → names that content types and fields may have, each once.
 *
 * The rule, so that a name is the same every night: accents go; what is neither a letter of ASCII, a digit, `_` nor `-`
 * becomes `-`; `_` and `-` at both ends go; a name that begins with a digit gets an `n` before it, a reserved one `Value`
 * behind it, and one that is taken a number.
 */
import { isName } from '../../../src/model/index.js';

/** @returns a name by the rule; the same for the same text */
export function nameOf(source: string): string {
  const ascii = source
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss');
  const joined = ascii.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[_-]+|[_-]+$/g, '');
  const begun = joined === '' ? 'unnamed' : /^[A-Za-z]/.test(joined) ? joined : `n${joined}`;
  return isName(begun) ? begun : `${begun}Value`;
}

export interface Renamed {
  readonly source: string;
  readonly name: string;
  readonly reason: string;
}

/** Names of one place, such as the fields of a type. */
export class Names {
  readonly #taken = new Set<string>();

  /** @param preferred the name that the source would like best; by default its own. @returns one that nobody else has */
  take(preferred: string): string {
    const wanted = nameOf(preferred);
    let name = wanted;
    // Names that differ in case only would be one file on some disks.
    for (let n = 2; this.#taken.has(name.toLowerCase()); n += 1) name = `${wanted}${n}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
