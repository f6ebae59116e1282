/**
 * Names of the source -> names that content types and fields may have, each once.
 *
 * The rule gives the same name every night: accents are removed; any other character than an ASCII letter, a digit, `_` or `-`
 * becomes `-`; `_` and `-` at both ends are removed; `n` goes before a first digit, `Value` after a reserved name, and a number
 * after a name that is taken.
 */
import { isFieldName, isName } from '../../../../src/content/model/index.js';

/** Leaves room for a number after a name that is taken. */
const lengthMaximum = 190;

/** The thing that has the name: a field must not be named like a member that JSON:API has next to fields. */
export type Named = 'field' | 'type';

/** @returns a name by the rule; the same for the same text */
export function nameOf(source: string, named: Named = 'field'): string {
  const ascii = source
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss');
  const joined = ascii
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, lengthMaximum)
    .replace(/^[_-]+|[_-]+$/g, '');
  if (joined === '') return 'unnamed';
  const name = /^[A-Za-z]/.test(joined) ? joined : `n${joined}`;
  const isAllowed = named === 'type' ? isName(name) : isFieldName(name);
  return isAllowed ? name : `${name}Value`;
}

/** @returns the word, and the singulars that it may be the plural of */
export const formsOf = (word: string): readonly string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/people$/, 'person').replace(/children$/, 'child'),
];

/** The names of one scope, such as the fields of a type. */
export class Names {
  readonly #usedNames = new Set<string>();
  readonly #named: Named;

  constructor(named: Named) {
    this.#named = named;
  }

  /** @param preferred the name that the source prefers. @returns a name by the rule that no other call returned */
  take(preferred: string): string {
    const wanted = nameOf(preferred, this.#named);
    let name = wanted;
    // Names that differ in case only would be one file on some disks.
    for (let n = 2; this.#usedNames.has(name.toLowerCase()); n += 1) name = `${wanted}${n}`;
    this.#usedNames.add(name.toLowerCase());
    return name;
  }
}
