/**
 * A request as it is climbed over: its filters by group, its order, its page, and what it shows. Every one that is
 * drawn or mutated is right by the grammar, but for limits, which are the server's to hold.
 */
import type { Random } from '../../data/generate/random.js';
import { type ContentType, type Field, isRelationship, isSortable, operatorsOf } from '../../src/model/index.js';
import type { Samples } from './samples.js';

export interface Entry {
  /** From outside in: `_OR` or `_AND`, and the alternative. */
  readonly groups: readonly (readonly [group: string, index: number])[];
  readonly path: readonly string[];
  readonly value: string;
}

export interface Asked {
  /** Below the delivery root. */
  readonly path: string;
  /** Of the items that are listed. */
  readonly type: ContentType;
  readonly entries: readonly Entry[];
  readonly search: readonly string[];
  readonly sort: readonly string[];
  readonly skip: number;
  readonly limit: number;
  readonly include: readonly string[];
}

export function targetOf({ path, entries, search, sort, skip, limit, include }: Asked): string {
  const parameters: [name: string, value: string][] = entries.map((entry) => {
    const names = [...entry.groups.flatMap(([group, index]) => [group, String(index)]), ...entry.path];
    return [`filter${names.map((name) => `[${name}]`).join('')}`, entry.value];
  });
  if (search.length > 0) parameters.push(['filter[_search]', search.join(' ')]);
  if (sort.length > 0) parameters.push(['sort', sort.join(',')]);
  if (skip > 0) parameters.push(['page[skip]', String(skip)]);
  if (limit !== 20) parameters.push(['page[limit]', String(limit)]);
  if (include.length > 0) parameters.push(['include', include.join(',')]);
  const spelled = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return spelled.length === 0 ? path : `${path}?${spelled.join('&')}`;
}

const conditionsMaximum = 64;

export class Drawer {
  readonly #random: Random;
  readonly #samples: Samples;

  constructor(random: Random, samples: Samples) {
    this.#random = random;
    this.#samples = samples;
  }

  asked(): Asked {
    const random = this.#random;
    const { path, type } = random.pick(this.#samples.lists);
    let asked: Asked = { path, type, entries: [], search: [], sort: [], skip: 0, limit: 20, include: [] };
    for (let left = 1 + random.below(8); left > 0; left -= 1) asked = this.mutated(asked);
    return asked;
  }

  mutated(asked: Asked): Asked {
    const random = this.#random;
    const { type, entries } = asked;
    const at = random.below(Math.max(1, entries.length));
    const others = entries.filter((_, place) => place !== at);
    const chosen = entries[at];
    const choice = random.below(100);
    if (choice < 30 || (chosen === undefined && choice < 70))
      return { ...asked, entries: this.#with(entries, 1, type) };
    if (choice < 38) return { ...asked, entries: this.#with(entries, 1 + random.below(16), type) };
    if (choice < 44) return { ...asked, entries: others };
    if (choice < 60 && chosen !== undefined)
      return { ...asked, entries: [...others, this.#entry(type, chosen.groups)] };
    if (choice < 68 && chosen !== undefined)
      return { ...asked, entries: [...others, { ...chosen, groups: this.#groups() }] };
    if (choice < 80) return { ...asked, sort: this.#sort(type) };
    if (choice < 86) return { ...asked, limit: random.pick([0, 1, 1, 20, 100]) };
    if (choice < 92) return { ...asked, skip: this.#skip() };
    if (choice < 96) return { ...asked, search: this.#search(type) };
    const { relationships } = type;
    if (relationships.length === 0) return asked;
    const include = random.chance(0.3) ? [] : relationships.map(({ name }) => name).filter(() => random.chance(0.7));
    return { ...asked, include };
  }

  #with(entries: readonly Entry[], more: number, type: ContentType): readonly Entry[] {
    const added = Array.from({ length: more }, () => {
      // Like one that is there, more often than not: what is slow is slow in numbers.
      const like = entries.length > 0 && this.#random.chance(0.5) ? this.#random.pick(entries) : undefined;
      return this.#entry(type, like?.groups ?? this.#groups());
    });
    return [...entries, ...added].slice(0, conditionsMaximum);
  }

  #groups(): Entry['groups'] {
    const random = this.#random;
    const depth = random.pick([0, 1, 1, 1, 2, 2, 3, 5]);
    return Array.from({ length: depth }, () => [random.pick(['_OR', '_OR', '_AND']), random.below(8)] as const);
  }

  #entry(type: ContentType, groups: Entry['groups']): Entry {
    const random = this.#random;
    const fields = type.fields.filter((field) => operatorsOf(field).length > 0);
    const field = random.pick(fields);
    const path = isRelationship(field) ? [field.name, 'id'] : [field.name];
    const operator = random.pick(operatorsOf(field));
    return { groups, path: [...path, operator], value: this.#value(type, field, operator) };
  }

  #value(type: ContentType, field: Field, operator: string): string {
    const random = this.#random;
    if (operator === '_exists') return String(random.chance(0.5));
    const value = (): string => this.#samples.value(random, type, field);
    if (operator === '_in') {
      const length = random.pick([1, 3, 30, 100]);
      return [...new Set(Array.from({ length }, value))].filter((text) => !text.includes(',')).join(',') || 'a';
    }
    const text = value();
    if (!operator.endsWith('ontains') && !operator.endsWith('tartsWith') && !operator.endsWith('ndsWith')) return text;
    const characters = [...text];
    const length = random.pick([1, 1, 1, 2, 2, 3, 5]);
    const start = operator.endsWith('tartsWith') ? 0 : random.below(characters.length);
    return operator.endsWith('ndsWith')
      ? characters.slice(-length).join('')
      : characters.slice(start, start + length).join('');
  }

  #sort(type: ContentType): readonly string[] {
    const random = this.#random;
    const keys = type.fields.filter(isSortable).map(({ name }) => name);
    const chosen = Array.from({ length: random.below(4) }, () => random.pick(keys));
    return [...new Set(chosen)].map((key) => (random.chance(0.5) ? `-${key}` : key));
  }

  #skip(): number {
    const random = this.#random;
    return random.pick([0, 0, random.below(100), random.below(this.#samples.size), this.#samples.size]);
  }

  #search(type: ContentType): readonly string[] {
    if (type.search === undefined || this.#random.chance(0.2)) return [];
    const { fields } = type.search;
    return Array.from({ length: 1 + this.#random.below(6) }, () => {
      const text = this.#samples.value(this.#random, type, this.#random.pick(fields).field);
      const word = this.#random.pick(text.split(/\s+/));
      return word.slice(0, this.#random.pick([1, 2, 20])) || 'a';
    });
  }
}
