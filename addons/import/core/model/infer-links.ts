/**
 * Links in formats that have none: a field named like a type whose values are ids of items of that type, and addresses of
 * items at the API that they come from.
 */
import { readLines } from '../../spool/line-file.js';
import { formsOf } from '../declarations/names.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SourceType } from '../intake/source-type.js';
import { isMost } from './field-type.js';
import { linksIn } from './links-in-value.js';

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** Finds the type that a name or an address means, in the singular or the plural. */
export class LinkTargets {
  readonly #byForm = new Map<string, SourceType>();

  constructor(types: Iterable<SourceType>) {
    for (const type of types)
      for (const name of [type.ownName, type.key.replace(/^.*\//, '')])
        for (const form of formsOf(wordsOf(name).join(''))) if (!this.#byForm.has(form)) this.#byForm.set(form, type);
  }

  #typeCalled(words: readonly string[]): SourceType | undefined {
    for (const form of formsOf(words.join(''))) {
      const type = this.#byForm.get(form);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** @returns `author` for `author_ids`, `authorId` and `Authors`, and for the key `main_author_id` */
  ofField(name: string, ownType: SourceType): SourceType | undefined {
    const words = wordsOf(name.replace(/[_-]?ids?$/i, ''));
    const isKey = /[_-](?:id|ID)s?$|(?<=[a-z\d])I[dD]s?$/.test(name);
    const namedType = this.#typeCalled(words);
    // A table's own key is no link.
    if (namedType !== undefined || !isKey) return namedType === ownType ? undefined : namedType;
    if (words.join() === 'parent') return ownType;
    for (let start = 1; start < words.length; start += 1) {
      const type = this.#typeCalled(words.slice(start));
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** @param address such as `https://api.example.org/v2/type/12/` */
  at(address: string): { readonly type: SourceType; readonly id: string } | undefined {
    const [, name = '', id = ''] = /([^/]+)\/([^/?#]+)\/?$/.exec(address) ?? [];
    const type = this.#typeCalled(wordsOf(name));
    return type?.has(id) === true ? { type, id } : undefined;
  }
}

/** The types that the values of a field link to, by the source's keys. */
export interface InferredLink {
  readonly to: readonly string[];
  readonly many: boolean;
}

interface Candidate {
  readonly field: SourceField;
  /** The type that the field's name means; undefined if only addresses can name the type. */
  readonly target: SourceType | undefined;
  /** Keys of the types that values link to. */
  readonly to: Set<string>;
  many: boolean;
  values: number;
  misses: number;
}

export async function inferLinks(content: ContentIntake): Promise<ReadonlyMap<SourceField, InferredLink>> {
  const targets = new LinkTargets(content.types.values());
  const inferredLinks = new Map<SourceField, InferredLink>();
  for (const type of content.types.values()) {
    const candidates = new Map<number, Candidate>();
    for (const field of type.fields.values()) {
      const { kinds, urls } = field.statistics;
      const target = targets.ofField(field.key, type);
      const isLinkable = [...kinds.keys()].every((kind) => kind === 'text' || kind === 'number' || kind === 'json');
      if (field.declaration.shape !== undefined || kinds.size === 0 || !isLinkable) continue;
      if (urls === 0 && (target === undefined || kinds.has('json'))) continue;
      candidates.set(field.index, { field, target, to: new Set(), many: false, values: 0, misses: 0 });
    }
    if (candidates.size === 0) continue;
    for await (const line of readLines(type.path)) {
      content.options.signal?.throwIfAborted();
      for (const [index, , value] of readSpooled(line)[2]) {
        const candidate = candidates.get(index);
        if (candidate === undefined) continue;
        const { links, isList } = linksIn(value);
        if (isList) candidate.many = true;
        for (const link of links) {
          candidate.values += 1;
          const to =
            link === undefined
              ? undefined
              : candidate.target?.has(link.id)
                ? candidate.target
                : targets.at(link.id)?.type;
          if (to === undefined) candidate.misses += 1;
          else candidate.to.add(to.key);
        }
      }
    }
    for (const { field, to, many, values, misses } of candidates.values()) {
      if (values > 0 && isMost(values - misses, values)) inferredLinks.set(field, { to: [...to].sort(), many });
    }
  }
  return inferredLinks;
}
