/**
 * Draws and changes requests at random, over the whole grammar and always correct. The server enforces its limits.
 *
 * Elsewhere: values (samples), parts of values (patterns).
 */
import type { Random } from '../../data/generate/random.js';
import {
  type ContentType,
  type Field,
  ID_OPERATORS,
  isListOperator,
  isRelationship,
  isSortable,
  LIMITS,
  operatorsOf,
} from '../../src/content/model/index.js';
import { type ListCapabilities, listCapabilities } from '../../src/jsonapi/index.js';
import { drawPattern } from './patterns.js';
import type { Samples } from './samples.js';

const isPartOperator = (operator: string): boolean => /ontains$|tartsWith$|ndsWith$/.test(operator);
const isFilterable = (field: Field): boolean => operatorsOf(field).length > 0;

type Change = (asked: Asked) => Asked;

export class Drawer {
  readonly #random: Random;
  readonly #samples: Samples;
  readonly #beside: BesideDrawer;
  /** Kinds of changes; a kind is drawn as often as it occurs in the list. */
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
    for (let remaining = 1 + this.#random.below(8); remaining > 0; remaining -= 1) asked = this.mutated(asked);
    return asked;
  }

  mutated(asked: Asked): Asked {
    return isOfAllTypes(asked) ? this.#beside.searched(asked) : this.#random.pick(this.#changes)(asked);
  }

  /** The same with a facet of related items, if the type has relationships. */
  countedBehind(asked: Asked): Asked {
    if (isOfAllTypes(asked)) return asked;
    for (let tries = 0; tries < 20; tries += 1) {
      const facets = this.#beside.countedBehind(asked.type);
      if (facets.length > 0) return { ...asked, facets: [...asked.facets.slice(0, 2), ...facets] };
    }
    return asked;
  }

  /** Takes one condition out, or asks something else there, or puts it elsewhere. */
  #changed(asked: Asked): Asked {
    const random = this.#random;
    const { type, entries } = asked;
    if (entries.length === 0) return this.#more(asked, 1);
    const at = random.below(entries.length);
    const chosen = entries[at]!;
    const otherEntries = entries.filter((_, place) => place !== at);
    switch (random.below(4)) {
      case 0:
        return { ...asked, entries: otherEntries };
      case 1:
        return { ...asked, entries: [...otherEntries, { ...chosen, groups: this.#groups() }] };
      default:
        return { ...asked, entries: [...otherEntries, this.#entry(type, chosen.groups)] };
    }
  }

  #more(asked: Asked, count: number): Asked {
    const { type, entries } = asked;
    if (!type.fields.some(isFilterable)) return asked;
    const added = Array.from({ length: count }, () => {
      // Mostly an existing value, because slow requests select many items.
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
    const { hops, behind } = this.#beside.followed(type, true);
    if (random.chance(0.1)) return this.#idEntry(behind, hops, groups);
    const fields = [...behind.fields, ...(behind.localeField === undefined ? [] : [behind.localeField])].filter(
      isFilterable,
    );
    const field = random.pick(fields.length > 0 ? fields : type.fields.filter(isFilterable));
    const path = isRelationship(field) ? [...hops, field.name, 'id'] : [...hops, field.name];
    const operator = random.pick(operatorsOf(field));
    return { groups, path: [...path, operator], value: this.#value(behind, field, operator) };
  }

  /** Ids have an index of their own, whatever the model says. */
  #idEntry(type: ContentType, hops: readonly string[], groups: Entry['groups']): Entry {
    const random = this.#random;
    const operator = random.pick(ID_OPERATORS.filter((one) => one !== '_exists'));
    const id = (): string => this.#samples.id(random, type);
    const value = isListOperator(operator)
      ? [...new Set(Array.from({ length: random.pick([1, 30, LIMITS.filterListValues]) }, id))].join(',')
      : isPartOperator(operator)
        ? drawPattern(random, operator, id(), id)
        : id();
    return { groups, path: [...hops, 'id', operator], value };
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
    if (operator === '_near') return `${text},${random.pick([10, 1000, 50_000, 1_000_000, 20_000_000])}`;
    if (operator === '_within') {
      const [latitude = 0, longitude = 0] = text.split(',').map(Number);
      const [up, right] = [random.pick([0.01, 1, 20, 90]), random.pick([0.01, 1, 20, 180])];
      const [west, east] = [longitude - right, longitude + right].map((at) => Math.min(180, Math.max(-180, at)));
      return [west, Math.max(-90, latitude - up), east, Math.min(90, latitude + up)].join(',');
    }
    return isPartOperator(operator) ? drawPattern(random, operator, text, value) : text;
  }

  #sort(type: ContentType): readonly string[] {
    const random = this.#random;
    const { hops, behind } = this.#beside.followed(type, false);
    const places = type.fields.filter((field) => field.type === 'location');
    const keys = [
      ...type.fields.filter(isSortable).map(({ name }) => name),
      ...behind.fields.filter(isSortable).map(({ name }) => [...hops, name].join('.')),
      ...places.map((field) => `${field.name}.distance(${this.#samples.value(random, type, field)})`),
    ];
    if (keys.length === 0) return [];
    const chosen = Array.from({ length: random.below(4) }, () => random.pick(keys));
    return [...new Set(chosen)].map((key) => (random.chance(0.5) ? `-${key}` : key));
  }

  #skip(): number {
    const random = this.#random;
    return random.pick([0, 0, random.below(100), random.below(this.#samples.size), this.#samples.size]);
  }
}

type Facets = ListCapabilities['facets'];

class BesideDrawer {
  readonly #random: Random;
  readonly #samples: Samples;
  readonly #known = new Map<ContentType, ListCapabilities>();

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
        return {
          ...asked,
          facets: [...this.#some(facets).map((facet) => this.#facet(type, facet)), ...this.countedBehind(type)],
        };
      default:
        return { ...asked, statistics: this.#some(statistics.map(({ name }) => name)) };
    }
  }

  /** Adds a typed search, and a page of its answer, to the request. */
  searched(asked: Asked): Asked {
    const random = this.#random;
    return {
      ...asked,
      search: this.#search(asked.type),
      highlight: this.#some(this.#askable(asked.type).highlights),
      limit: random.pick([1, 20, LIMITS.pageLimitMaximum]),
      skip: random.pick([0, 0, random.below(100), random.below(this.#samples.size)]),
      facets: random.chance(0.3) ? [{ field: 'type', limit: 10, options: [] }] : [],
    };
  }

  /** @returns a path of at most the allowed number of relationships, and the type at its end */
  followed(type: ContentType, toMany: boolean): { readonly hops: readonly string[]; readonly behind: ContentType } {
    const hops: string[] = [];
    let behind = type;
    while (hops.length < LIMITS.hops && this.#random.chance(0.4)) {
      const ways = behind.relationships.filter(({ many }) => toMany || !many);
      const way = ways.length === 0 ? undefined : this.#random.pick(ways);
      const next = way && this.#samples.behind(way);
      if (way === undefined || next === undefined) break;
      hops.push(way.name);
      behind = next;
    }
    return { hops, behind };
  }

  #askable(type: ContentType): ListCapabilities {
    const known = this.#known.get(type) ?? listCapabilities([type]);
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

  countedBehind(type: ContentType): readonly AskedFacet[] {
    const { hops, behind } = this.followed(type, true);
    const { facets } = this.#askable(behind);
    if (hops.length === 0 || facets.length === 0) return [];
    const { limit, options, field } = this.#facet(behind, this.#random.pick(facets));
    return [{ field: [...hops, field].join('.'), limit, options }];
  }

  #facet(type: ContentType, { field, options }: Facets[number]): AskedFacet {
    const random = this.#random;
    const value = (): string => this.#samples.value(random, type, field);
    const values = {
      interval: () => random.pick(['year', 'month', 'day']),
      ranges: () => [...new Set(Array.from({ length: 5 }, () => Number(value()) || 0))].sort((a, b) => a - b).join(','),
      from: () => `${random.below(90)},${random.below(180)}`,
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

interface Entry {
  /** Groups from the outermost to the innermost: `_OR`, `_AND` or `_NOT`, and the alternative. */
  readonly groups: readonly (readonly [group: string, index: number])[];
  readonly path: readonly string[];
  readonly value: string;
}

interface AskedFacet {
  readonly field: string;
  readonly limit: number;
  readonly options: readonly (readonly [name: string, value: string])[];
}

export interface Asked {
  /** Below the delivery root. */
  readonly path: string;
  /** Type of the listed items. */
  readonly type: ContentType;
  readonly entries: readonly Entry[];
  readonly search: readonly string[];
  readonly highlight: readonly string[];
  readonly sort: readonly string[];
  readonly skip: number;
  readonly limit: number;
  readonly include: readonly string[];
  /** `page[<relationship>][limit]`. */
  readonly caps: readonly (readonly [relationship: string, limit: number])[];
  readonly facets: readonly AskedFacet[];
  readonly statistics: readonly string[];
}

/** Whether the request concerns all types: a search or suggestions. */
const isOfAllTypes = ({ path }: Asked): boolean => path.startsWith('/_');

const asksAll = (path: string, type: ContentType): Asked => ({
  path,
  type,
  entries: [],
  search: [],
  highlight: [],
  sort: [],
  skip: 0,
  limit: 20,
  include: [],
  caps: [],
  facets: [],
  statistics: [],
});

type Parameter = readonly [name: string, value: string];

const listed = (name: string, values: readonly string[]): readonly Parameter[] =>
  values.length === 0 ? [] : [[name, values.join(',')]];

function filterOf({ groups, path, value }: Entry): Parameter {
  const names = [...groups.flatMap(([group, index]) => [group, String(index)]), ...path];
  return [`filter${names.map((name) => `[${name}]`).join('')}`, value];
}

const facetOf = ({ field, limit, options }: AskedFacet): readonly Parameter[] => [
  [`_facet[${field}]`, String(limit)],
  ...options.map(([name, value]): Parameter => [`_facet[${field}][${name}]`, value]),
];

export function targetOf(asked: Asked): string {
  const { path, entries, search, sort, skip, limit } = asked;
  if (path === '/_suggest') return `${path}?q=${encodeURIComponent(search.join(' '))}`;
  const parameters: readonly Parameter[] = [
    ...entries.map(filterOf),
    ...(search.length === 0 ? [] : [['filter[_search]', search.join(' ')] as const]),
    ...listed('_highlight', search.length === 0 ? [] : asked.highlight),
    ...listed('sort', sort),
    ...(skip === 0 ? [] : [['page[skip]', String(skip)] as const]),
    ...(limit === 20 ? [] : [['page[limit]', String(limit)] as const]),
    ...asked.caps.map(([name, cap]): Parameter => [`page[${name}][limit]`, String(cap)]),
    ...listed('include', asked.include),
    ...asked.facets.flatMap(facetOf),
    ...listed('_stats', asked.statistics),
  ];
  const spelled = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return spelled.length === 0 ? path : `${path}?${spelled.join('&')}`;
}
