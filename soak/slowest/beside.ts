/**
 * What a request asks beside its items: a search and its passages, included items and their number, facets, statistics.
 */
import type { Random } from '../../data/generate/random.js';
import { type Askable, askable } from '../../src/api/jsonapi/index.js';
import type { ContentType } from '../../src/content/model/index.js';
import type { Asked, AskedFacet } from './asked.js';
import type { Samples } from './samples.js';

type Facets = Askable['facets'];

export class BesideDrawer {
  readonly #random: Random;
  readonly #samples: Samples;
  readonly #known = new Map<ContentType, Askable>();

  constructor(random: Random, samples: Samples) {
    this.#random = random;
    this.#samples = samples;
  }

  mutated(asked: Asked): Asked {
    const random = this.#random;
    const { type } = asked;
    const { facets, statistics, highlights } = this.#askable(type);
    switch (random.below(5)) {
      case 0:
        return { ...asked, search: this.#search(type), highlight: this.#some(highlights) };
      case 1:
        return { ...asked, include: this.#some(type.relationships.map(({ name }) => name)) };
      case 2:
        return { ...asked, caps: this.#caps(type) };
      case 3:
        return { ...asked, facets: this.#some(facets).map((facet) => this.#facet(type, facet)) };
      default:
        return { ...asked, statistics: this.#some(statistics.map(({ name }) => name)) };
    }
  }

  #askable(type: ContentType): Askable {
    const known = this.#known.get(type) ?? askable([type]);
    this.#known.set(type, known);
    return known;
  }

  #some<T>(all: readonly T[]): readonly T[] {
    const share = this.#random.pick([0, 0.3, 1]);
    return all.filter(() => this.#random.chance(share));
  }

  #search(type: ContentType): readonly string[] {
    const random = this.#random;
    const { search } = type;
    if (search === undefined || random.chance(0.2)) return [];
    return Array.from({ length: random.pick([1, 2, 3, 6, 20]) }, () => {
      const text = this.#samples.value(random, type, random.pick(search.fields).field);
      const word = random.pick(text.split(/\s+/)).replaceAll('"', '');
      const begun = word.slice(0, random.pick([1, 2, 20])) || 'a';
      return random.pick(['', '', '', '-']) + random.pick([begun, begun, begun, `"${begun}"`]);
    });
  }

  #caps(type: ContentType): Asked['caps'] {
    const many = type.relationships.filter((relationship) => relationship.many);
    return this.#some(many).map(({ name }) => [name, this.#random.pick([0, 1, 50, 200])] as const);
  }

  #facet(type: ContentType, { field, options }: Facets[number]): AskedFacet {
    const random = this.#random;
    const value = (): string => this.#samples.value(random, type, field);
    const values = {
      interval: () => random.pick(['year', 'month', 'day']),
      ranges: () => [...new Set(Array.from({ length: 5 }, () => Number(value()) || 0))].sort((a, b) => a - b).join(','),
      prefix: () => value().slice(0, random.below(3)),
      sort: () => 'value',
      own: () => 'ignored',
      include: () => 'true',
    } as const;
    const chosen = options.filter(() => random.chance(0.25));
    const isRanged = chosen.includes('ranges') || chosen.includes('interval');
    return {
      field: field.name,
      limit: random.pick([1, 10, 100, 1000]),
      options: chosen
        .filter((option) => !isRanged || option !== 'prefix')
        .map((option) => [option, values[option]()] as const),
    };
  }
}
