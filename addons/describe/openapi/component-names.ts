/**
 * Names of components and operations: words with a capital first letter, as generators write types.
 *
 * Two names are different even if letter case, `-` and `_` are ignored, because generators ignore them. A name that is in
 * use gets a number: `UserItem` of `user-item`, `UserItem2` of `user_item`.
 */

/** @returns the words of the name, each with a capital first letter: `user-item` → `UserItem` */
export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** @returns the text that two names share if a generator cannot distinguish them */
export const generatedName = (name: string): string => pascalCase(name).toLowerCase();

export class UniqueNames {
  readonly #used = new Set<string>();

  /** @returns the name, or the name with the first number from 2 with which it is unused */
  claim(preferredName: string): string {
    let name = preferredName;
    for (let number = 2; this.#used.has(generatedName(name)); number += 1) name = `${preferredName}${number}`;
    this.#used.add(generatedName(name));
    return name;
  }
}

/** The beginnings of names: of each content type, and of each relationship to several types. */
export class OwnerNames {
  readonly #names = new UniqueNames();
  readonly #nameByType: ReadonlyMap<string, string>;
  readonly #nameByRelationship = new Map<string, string>();

  /** @param types in the order of the model, in which equal names are numbered */
  constructor(types: Iterable<string>) {
    this.#nameByType = new Map([...types].map((type) => [type, this.#names.claim(pascalCase(type))]));
  }

  ofType(type: string): string {
    return this.#nameByType.get(type) ?? pascalCase(type);
  }

  ofRelationship(type: string, field: string): string {
    const key = `${type} ${field}`;
    const name = this.#nameByRelationship.get(key) ?? this.#names.claim(`${this.ofType(type)}${pascalCase(field)}`);
    this.#nameByRelationship.set(key, name);
    return name;
  }
}
