/**
 * Names of the source → names that content types and fields may have, each once.
 *
 * The rule, so that a name is the same every night: accents go; what is neither a letter of ASCII, a digit, `_` nor `-`
 * becomes `-`; `_` and `-` at both ends go; a name that begins with a digit gets an `n` before it, a reserved one `Value`
 * behind it, and one that is taken a number.
 */
import { isFieldName, isName } from '../../../../src/content/model/index.js';

/** Room for a number behind a name that is taken. */
const lengthMaximum = 190;

/** Whose name it is: what names a field must not name a member that JSON:API has beside fields. */
export type Named = 'field' | 'type';

/** @returns a name by the rule; the same for the same text */
export function nameOf(source: string, of: Named = 'field'): string {
  const ascii = source
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss');
  const joined = ascii
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, lengthMaximum)
    .replace(/^[_-]+|[_-]+$/g, '');
  const begun = joined === '' ? 'unnamed' : /^[A-Za-z]/.test(joined) ? joined : `n${joined}`;
  return (of === 'type' ? isName : isFieldName)(begun) ? begun : `${begun}Value`;
}

/** What a word may be the plural of, itself included. */
export const formsOf = (word: string): readonly string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/people$/, 'person').replace(/children$/, 'child'),
];

/** Names of one place, such as the fields of a type. */
export class Names {
  readonly #taken = new Set<string>();
  readonly #of: Named;

  constructor(of: Named) {
    this.#of = of;
  }

  /** @param preferred the name that the source would like best; by default its own. @returns one that nobody else has */
  take(preferred: string): string {
    const wanted = nameOf(preferred, this.#of);
    let name = wanted;
    // Names that differ in case only would be one file on some disks.
    for (let n = 2; this.#taken.has(name.toLowerCase()); n += 1) name = `${wanted}${n}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
