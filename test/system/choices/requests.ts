/**
 * Requests to a space, drawn from its model and values: filters of all operators in groups, orders, pages, searches, statistics,
 * includes and facets, of which those through relationships are asked for in every fifth.
 */
import { Random } from '../../../data/generate/random.js';
import { type ContentType, type Field, isSortable, operatorsOf } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { listCapabilities } from '../../../src/jsonapi/index.js';
import { type Asked, Drawer, targetOf } from '../../../testing/requests/drawer.js';
import { type ListPath, Samples } from '../../../testing/requests/samples.js';

export class Requests {
  readonly #random: Random;
  readonly #drawer: Drawer;
  readonly #samples: Samples;
  readonly #codes: readonly string[];
  #drawn = 0;
  /** How many asked for a facet behind a relationship. */
  behind = 0;

  constructor(space: Space, seed: number) {
    this.#random = new Random(seed, 'requests');
    this.#samples = new Samples(space);
    this.#drawer = new Drawer(new Random(seed, 'drawer'), this.#samples);
    this.#codes = space.model.locales.map(({ code }) => code);
  }

  /** @returns a target below the delivery root */
  next(): string {
    const random = this.#random;
    this.#drawn += 1;
    const isBehind = this.#drawn % 5 === 0;
    if (!isBehind && random.chance(0.25))
      return random.pick([
        () => this.#frequent(),
        () => this.#typed(),
        () => this.#tied(),
        () => this.#begun(),
        () => this.#besideOwn(),
      ])();
    const asked = isBehind ? this.#countedBehind() : this.#drawer.asked();
    if (asked.facets.some(({ field }) => field.includes('.'))) this.behind += 1;
    const target = targetOf(asked);
    if (this.#codes.length === 0 || !random.chance(0.4)) return target;
    return `${target}${target.includes('?') ? '&' : '?'}localeCode=${random.pick(this.#codes)}`;
  }

  /** With a facet behind a relationship, of whatever has one. */
  #countedBehind(): Asked {
    for (;;) {
      const asked = this.#drawer.countedBehind(this.#drawer.asked());
      if (asked.facets.some(({ field }) => field.includes('.'))) return asked;
    }
  }

  #list(takes: (type: ContentType) => boolean): ListPath | undefined {
    const lists = this.#samples.lists.filter(({ path, type }) => path === `/${type.name}` && takes(type));
    return lists.length === 0 ? undefined : this.#random.pick(lists);
  }

  /** Some words of a text, and nothing else. */
  #typed(): string {
    const random = this.#random;
    const list = this.#list(({ search }) => search !== undefined);
    const field = list?.type.search?.fields[0]?.field;
    if (list === undefined || field === undefined) return this.#frequent();
    const words = this.#samples
      .value(random, list.type, field)
      .split(' ')
      .slice(0, 1 + random.below(3))
      .join(' ');
    const page = `page[limit]=${random.below(30)}&page[skip]=${random.pick([0, 0, 5, 20])}`;
    return `${list.path}?filter[_search]=${encodeURIComponent(words)}&${page}`;
  }

  /** The beginning of a word, to be completed. */
  #begun(): string {
    const random = this.#random;
    const list = this.#list(({ search }) => search !== undefined);
    const field = list?.type.search?.fields[0]?.field;
    if (list === undefined || field === undefined) return this.#frequent();
    const word = random.pick(this.#samples.value(random, list.type, field).split(' '));
    return `/_suggest?q=${encodeURIComponent(word.slice(0, random.pick([1, 2, 3, 20])) || 'a')}`;
  }

  /** Facets that leave out the conditions on their own field, under such conditions. */
  #besideOwn(): string {
    const random = this.#random;
    const isPlain = (field: Field): boolean => field.type !== 'relationship' && operatorsOf(field).includes('_exists');
    const facetsOf = (type: ContentType) =>
      listCapabilities([type]).facets.filter(({ field, options }) => options.includes('own') && isPlain(field));
    const list = this.#list((type) => facetsOf(type).length > 1);
    if (list === undefined) return this.#frequent();
    const chosen = new Set(Array.from({ length: 1 + random.below(3) }, () => random.pick(facetsOf(list.type)).field));
    const parameters = Array.from(chosen, ({ name, type }) => {
      const condition =
        type === 'boolean' || random.chance(0.3) ? `filter[${name}][_exists]=true` : this.#condition(list.type, name);
      return `${condition}&_facet[${name}]=${1 + random.below(20)}&_facet[${name}][own]=ignored`;
    });
    return `${list.path}?${parameters.join('&')}&page[limit]=${random.below(20)}`;
  }

  #condition(type: ContentType, name: string): string {
    const field = type.fieldByName.get(name);
    if (field === undefined || !operatorsOf(field).includes('_neq')) return `filter[${name}][_exists]=true`;
    return `filter[${name}][_neq]=${encodeURIComponent(this.#samples.value(this.#random, type, field))}`;
  }

  /** By a field whose values many items share, of items that one condition selects. */
  #tied(): string {
    const random = this.#random;
    const isFew = ({ type, ...more }: Field): boolean => (type === 'boolean' || type === 'select') && !('many' in more);
    const list = this.#list(({ fields }) => fields.some((field) => isFew(field) && isSortable(field)));
    if (list === undefined) return this.#frequent();
    const { fields } = list.type;
    const few = random.pick(fields.filter((field) => isFew(field) && isSortable(field)));
    const next = random.pick(fields.filter(isSortable));
    const chosen = random.pick(fields.filter((field) => operatorsOf(field).includes('_exists')));
    const sort = few === next ? few.name : `${few.name},${random.pick(['', '-'])}${next.name}`;
    const page = `page[limit]=${1 + random.below(10)}&page[skip]=${random.below(20)}`;
    return `${list.path}?filter[${chosen.name}][_exists]=true&sort=${random.pick(['', '-'])}${sort}&${page}`;
  }

  /** A few letters that many items contain, and nothing else: what somebody begins to type. */
  #frequent(): string {
    const random = this.#random;
    const isText = (field: Field): boolean => operatorsOf(field).includes('_contains');
    const list = this.#list(({ fields }) => fields.some(isText));
    if (list === undefined) return '';
    const { path, type } = list;
    const field = random.pick(type.fields.filter(isText));
    const value = [...this.#samples.value(random, type, field)];
    const piece = value.slice(0, 1 + random.below(2)).join('');
    return `${path}?filter[${field.name}][_contains]=${encodeURIComponent(piece)}&page[limit]=${1 + random.below(20)}`;
  }
}
