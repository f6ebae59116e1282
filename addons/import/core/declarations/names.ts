/**
 * Names of the source -> names that content types and fields may have, each once.
 *
 * The rule gives the same name every night: accents are removed; any other character than an ASCII letter, a digit, `_` or `-`
 * becomes `-`; `_` and `-` at both ends are removed; `n` goes before a first digit, `Value` after a reserved name, and a number
 * after a name that is taken.
 */
import { isFieldName, isName } from '../../../../src/content/model/index.js';

/** Leaves room for a number after a name that is taken. */
const NAME_LENGTH_MAXIMUM = 190;

/** The thing that has the name: a field must not be named like a member that JSON:API has next to fields. */
export type NamedThing = 'field' | 'type';

/** @returns a name by the rule; the same for the same text */
export function makeName(source: string, namedThing: NamedThing = 'field'): string {
  const plainLetters = source
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss');
  const asciiName = plainLetters
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, NAME_LENGTH_MAXIMUM)
    .replace(/^[_-]+|[_-]+$/g, '');
  if (asciiName === '') return 'unnamed';
  const name = /^[A-Za-z]/.test(asciiName) ? asciiName : `n${asciiName}`;
  const isAllowed = namedThing === 'type' ? isName(name) : isFieldName(name);
  return isAllowed ? name : `${name}Value`;
}

/**
 * @param name another name than the source's
 * @returns the part of the rule by which the source's name became the name; undefined if it did not follow by the rule
 */
export function explainName(source: string, name: string, namedThing: NamedThing): string | undefined {
  if (makeName(source, namedThing) !== name) return undefined;
  if (name === `${source}Value`) return 'reserved by JSON:API or by a URL';
  const signs = [...new Set(source.replace(/[A-Za-z0-9_-]+/g, ''))];
  if (signs.length > 0)
    return `a name cannot have ${signs
      .slice(0, 3)
      .map((sign) => JSON.stringify(sign))
      .join(' ')}`;
  return /^[A-Za-z].*[^_-]$/.test(source)
    ? 'the name is too long'
    : 'a name begins with a letter, and does not end with _ or -';
}

/** @returns the word, and the singulars that it may be the plural of */
export const singularForms = (word: string): readonly string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
  word.replace(/people$/, 'person').replace(/children$/, 'child'),
];

/** The names of one scope, such as the fields of a type. */
export class Names {
  readonly #usedNames = new Set<string>();
  readonly #namedThing: NamedThing;

  constructor(namedThing: NamedThing) {
    this.#namedThing = namedThing;
  }

  /**
   * @param preferred the name that the source prefers
   * @returns a name by the rule that no other call returned
   */
  take(preferred: string): string {
    const wanted = makeName(preferred, this.#namedThing);
    let name = wanted;
    // Names that differ in case only would be one file on some disks.
    for (let number = 2; this.#usedNames.has(name.toLowerCase()); number += 1) name = `${wanted}${number}`;
    this.#usedNames.add(name.toLowerCase());
    return name;
  }
}
