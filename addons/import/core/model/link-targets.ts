/**
 * Finds the type that a name or an address means, in the singular or the plural.
 *
 * Elsewhere: fields that are links (infer-links), the item that a link leads to (export/item-writer).
 */
import { singularForms } from '../declarations/names.js';
import type { SourceType } from '../intake/source-type.js';

/** @returns the words in lower case: `mainAuthor_ids` becomes `main`, `author` and `ids` */
const splitWords = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** The end of a field's name that says that its values are ids: `_id`, `-ids`, `Id`. */
const keyEnding = /[_-](?:id|ID)s?$|(?<=[a-z\d])I[dD]s?$/;

export interface LinkedItem {
  readonly type: SourceType;
  readonly id: string;
}

export class LinkTargets {
  readonly #typeByForm = new Map<string, SourceType>();

  constructor(types: Iterable<SourceType>) {
    for (const type of types) {
      const lastPartOfKey = type.key.replace(/^.*\//, '');
      for (const name of [type.ownName, lastPartOfKey]) {
        for (const form of singularForms(splitWords(name).join('')))
          if (!this.#typeByForm.has(form)) this.#typeByForm.set(form, type);
      }
    }
  }

  #findType(words: readonly string[]): SourceType | undefined {
    for (const form of singularForms(words.join(''))) {
      const type = this.#typeByForm.get(form);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** @returns `author` for `author_ids`, `authorId` and `Authors`, and for the key `main_author_id` */
  findByField(name: string, ownType: SourceType): SourceType | undefined {
    const words = splitWords(name.replace(/[_-]?ids?$/i, ''));
    const namedType = this.#findType(words);
    // A table's own key is no link.
    if (namedType !== undefined) return namedType === ownType ? undefined : namedType;
    if (!keyEnding.test(name)) return undefined;
    if (words.join() === 'parent') return ownType;
    for (let start = 1; start < words.length; start += 1) {
      const type = this.#findType(words.slice(start));
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** @param address such as `https://api.example.org/v2/type/12/` */
  findByAddress(address: string): LinkedItem | undefined {
    const [, name = '', id = ''] = /([^/]+)\/([^/?#]+)\/?$/.exec(address) ?? [];
    const type = this.#findType(splitWords(name));
    return type?.has(id) === true ? { type, id } : undefined;
  }
}
