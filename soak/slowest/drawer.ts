/**
 * Requests drawn at random, and changed at random: all of the grammar, and right by it. Limits are the server's to hold.
 *
 * Elsewhere: what is counted and shown beside the items (beside), values (samples).
 */
import type { Random } from '../../data/generate/random.js';
import {
  type ContentType,
  type Field,
  isListOperator,
  isRelationship,
  isSortable,
  LIMITS,
  operatorsOf,
} from '../../src/content/model/index.js';
import { type Asked, asksAll, type Entry } from './asked.js';
import { BesideDrawer } from './beside.js';
import type { Samples } from './samples.js';

const isFilterable = (field: Field): boolean => operatorsOf(field).length > 0;

type Change = (asked: Asked) => Asked;

export class Drawer {
  readonly #random: Random;
  readonly #samples: Samples;
  readonly #beside: BesideDrawer;
  /** Each as often as it stands here. */
  readonly #changes: readonly Change[];

  constructor(random: Random, samples: Samples) {
    this.#random = random;
    this.#samples = samples;
    this.#beside = new BesideDrawer(random, samples);
    const times = (count: number, change: Change): readonly Change[] => Array.from({ length: count }, () => change);
    this.#changes = [
      ...times(28, (asked) => this.#more(asked, 1)),
      ...times(8, (asked) => this.#more(asked, 1 + random.below(16))),
      ...times(28, (asked) => this.#changed(asked)),
      ...times(12, (asked) => ({ ...asked, sort: this.#sort(asked.type) })),
      ...times(6, (asked) => ({ ...asked, limit: random.pick([0, 1, 1, 20, LIMITS.pageLimitMaximum]) })),
      ...times(6, (asked) => ({ ...asked, skip: this.#skip() })),
      ...times(12, (asked) => this.#beside.mutated(asked)),
    ];
  }

  asked(): Asked {
    const { path, type } = this.#random.pick(this.#samples.lists);
    let asked = asksAll(path, type);
    for (let left = 1 + this.#random.below(8); left > 0; left -= 1) asked = this.mutated(asked);
    return asked;
  }

  mutated(asked: Asked): Asked {
    return this.#random.pick(this.#changes)(asked);
  }

  /** Takes one condition out, or asks something else there, or puts it elsewhere. */
  #changed(asked: Asked): Asked {
    const random = this.#random;
    const { type, entries } = asked;
    if (entries.length === 0) return this.#more(asked, 1);
    const at = random.below(entries.length);
    const chosen = entries[at]!;
    const others = entries.filter((_, place) => place !== at);
    switch (random.below(4)) {
      case 0:
        return { ...asked, entries: others };
      case 1:
        return { ...asked, entries: [...others, { ...chosen, groups: this.#groups() }] };
      default:
        return { ...asked, entries: [...others, this.#entry(type, chosen.groups)] };
    }
  }

  #more(asked: Asked, count: number): Asked {
    const { type, entries } = asked;
    if (!type.fields.some(isFilterable)) return asked;
    const added = Array.from({ length: count }, () => {
      // Like one that is there, more often than not: what is slow is slow in numbers.
      const like = entries.length > 0 && this.#random.chance(0.5) ? this.#random.pick(entries) : undefined;
      return this.#entry(type, like?.groups ?? this.#groups());
    });
    return { ...asked, entries: [...entries, ...added].slice(0, LIMITS.filterConditions) };
  }

  #groups(): Entry['groups'] {
    const random = this.#random;
    const depth = random.pick([0, 1, 1, 1, 2, 2, 3, LIMITS.filterDepth]);
    return Array.from({ length: depth }, () => {
      return [random.pick(['_OR', '_OR', '_OR', '_AND', '_AND', '_NOT']), random.below(8)] as const;
    });
  }

  #entry(type: ContentType, groups: Entry['groups']): Entry {
    const random = this.#random;
    const fields = type.fields.filter(isFilterable);
    const field = random.pick(fields);
    const path = isRelationship(field) ? [field.name, 'id'] : [field.name];
    const operator = random.pick(operatorsOf(field));
    return { groups, path: [...path, operator], value: this.#value(type, field, operator) };
  }

  #value(type: ContentType, field: Field, operator: string): string {
    const random = this.#random;
    if (operator === '_exists') return String(random.chance(0.5));
    const value = (): string => this.#samples.value(random, type, field);
    if (isListOperator(operator)) {
      const length = random.pick([1, 3, 30, LIMITS.filterListValues]);
      return [...new Set(Array.from({ length }, value))].filter((text) => !text.includes(',')).join(',') || '1';
    }
    const text = value();
    const isPart = /ontains$|tartsWith$|ndsWith$/.test(operator);
    return isPart ? this.#part(text, operator) : text;
  }

  #part(text: string, operator: string): string {
    const characters = [...text];
    const length = this.#random.pick([1, 1, 1, 2, 2, 3, 5, 9]);
    if (operator.endsWith('ndsWith')) return characters.slice(-length).join('');
    const start = operator.endsWith('tartsWith') ? 0 : this.#random.below(characters.length);
    return characters.slice(start, start + length).join('');
  }

  #sort(type: ContentType): readonly string[] {
    const random = this.#random;
    const keys = type.fields.filter(isSortable).map(({ name }) => name);
    if (keys.length === 0) return [];
    const chosen = Array.from({ length: random.below(4) }, () => random.pick(keys));
    return [...new Set(chosen)].map((key) => (random.chance(0.5) ? `-${key}` : key));
  }

  #skip(): number {
    const random = this.#random;
    return random.pick([0, 0, random.below(100), random.below(this.#samples.size), this.#samples.size]);
  }
}
