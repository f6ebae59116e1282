/**
 * Links in formats that have none: a field named like a type whose values are ids of items of that type, and addresses of
 * items at the API that they come from.
 */
import { linesOf } from '../../parked/line-file.js';
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

/** Which type a name speaks of, whatever its plural. */
export class LinkTargets {
  readonly #byForm = new Map<string, SourceType>();

  constructor(types: Iterable<SourceType>) {
    for (const type of types)
      for (const name of [type.ownName, type.key.replace(/^.*\//, '')])
        for (const form of formsOf(wordsOf(name).join(''))) if (!this.#byForm.has(form)) this.#byForm.set(form, type);
  }

  #called(words: readonly string[]): SourceType | undefined {
    for (const form of formsOf(words.join(''))) {
      const type = this.#byForm.get(form);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** `author_ids`, `authorId` and `Authors` all speak of `author`, and of keys `main_author_id` too. */
  ofField(name: string, of: SourceType): SourceType | undefined {
    const words = wordsOf(name.replace(/[_-]?ids?$/i, ''));
    const isKey = /[_-](?:id|ID)s?$|(?<=[a-z\d])I[dD]s?$/.test(name);
    const whole = this.#called(words);
    // A table's own key is no link.
    if (whole !== undefined || !isKey) return whole === of ? undefined : whole;
    if (words.join() === 'parent') return of;
    for (let from = 1; from < words.length; from += 1) {
      const type = this.#called(words.slice(from));
      if (type !== undefined) return type;
    }
    return undefined;
  }

  /** @param address such as `https://api.example.org/v2/type/12/` */
  at(address: string): { readonly type: SourceType; readonly id: string } | undefined {
    const [, name = '', id = ''] = /([^/]+)\/([^/?#]+)\/?$/.exec(address) ?? [];
    const type = this.#called(wordsOf(name));
    return type?.has(id) === true ? { type, id } : undefined;
  }
}

/** What the values of a field lead to: the source's keys of types. */
export interface InferredLink {
  readonly to: readonly string[];
  readonly many: boolean;
}

interface Candidate {
  readonly field: SourceField;
  /** Undefined where only addresses can say it. */
  readonly target: SourceType | undefined;
  readonly to: Set<string>;
  many: boolean;
  values: number;
  misses: number;
}

export async function inferLinks(content: ContentIntake): Promise<ReadonlyMap<SourceField, InferredLink>> {
  const targets = new LinkTargets(content.types.values());
  const found = new Map<SourceField, InferredLink>();
  for (const type of content.types.values()) {
    const candidates = new Map<number, Candidate>();
    for (const field of type.fields.values()) {
      const { kinds, urls } = field.seen;
      const target = targets.ofField(field.key, type);
      const isLinkable = [...kinds.keys()].every((kind) => kind === 'text' || kind === 'number' || kind === 'json');
      if (field.declaration.shape !== undefined || kinds.size === 0 || !isLinkable) continue;
      if (urls === 0 && (target === undefined || kinds.has('json'))) continue;
      candidates.set(field.index, { field, target, to: new Set(), many: false, values: 0, misses: 0 });
    }
    if (candidates.size === 0) continue;
    for await (const line of linesOf(type.path)) {
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
      if (values > 0 && isMost(values - misses, values)) found.set(field, { to: [...to].sort(), many });
    }
  }
  return found;
}
