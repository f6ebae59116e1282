/**
 * Small random spaces with relationships: three types linked to each other and to themselves, to-one and to-many, with
 * cycles, items without links, and items with many.
 */
import { Random } from '../../data/generate/random.js';
import {
  contentModel,
  contentType,
  type Field,
  type RelationshipField,
  withInverses,
} from '../../src/content/model/index.js';
import { withInverseLinks } from '../../testing/oracle/answers/inverses.js';
import {
  type OracleIdentifier,
  type OracleItem,
  OracleList,
  type OracleSpace,
  type OracleValue,
} from '../../testing/oracle/index.js';

const TYPES = ['work', 'person', 'place'] as const;
type Type = (typeof TYPES)[number];

const relationship = (name: string, many: boolean, ...to: readonly Type[]): RelationshipField => ({
  name,
  type: 'relationship',
  to,
  many,
});

/** A field that no two items of a type have the same value of. */
const SLUG: Field = { name: 'slug', type: 'text', unique: true, fold: true };

/** A relationship that is also delivered in the opposite direction. */
const withInverse = (field: RelationshipField, name: string, sort: string): RelationshipField => ({
  ...field,
  inverse: { name, sort },
});

const RELATIONSHIPS: Readonly<Record<Type, readonly Field[]>> = {
  work: [
    SLUG,
    relationship('part', false, 'work'),
    relationship('people', true, 'person'),
    withInverse(relationship('maker', false, 'person'), 'made', '-year,name'),
    withInverse(relationship('about', true, 'work', 'place'), 'mentions', 'shown,-id'),
  ],
  person: [
    relationship('born', false, 'place'),
    relationship('works', true, 'work'),
    relationship('friends', true, 'person'),
  ],
  place: [withInverse(relationship('within', false, 'place'), 'parts', '-price'), relationship('near', true, 'place')],
};

const VALUES: readonly Field[] = [
  { name: 'name', type: 'text', fold: 'accents' },
  { name: 'year', type: 'integer' },
  { name: 'day', type: 'dateTime', format: 'date' },
  { name: 'shown', type: 'boolean' },
  { name: 'price', type: 'decimal', precision: 2 },
  { name: 'labels', type: 'text', many: true },
];

/** How a relationship's links are spread over its items: all drawn anew for each world. */
interface Spread {
  /** Share of the items that lead somewhere. */
  readonly linked: number;
  /** Links of these at most. */
  readonly links: number;
  /** Share of the targets that anything leads to. */
  readonly targets: number;
}

/** @returns the same world for the same seed */
export function relatedSpace(seed: number): OracleSpace {
  const random = new Random(seed, 'related');
  const below = (bound: number): number => random.below(bound);
  const ids = new Map(
    TYPES.map((type) => [
      type,
      Array.from({ length: 1 + below(type === 'work' ? 60 : 25) }, (_, at) => `${type}${at}`),
    ]),
  );
  const spreads = new Map<Field, Spread>();
  const spreadOf = (field: Field, many: boolean): Spread => {
    const known = spreads.get(field) ?? {
      linked: random.pick([0.1, 0.6, 0.95, 1]),
      links: many ? random.pick([1, 1, 2, 5]) : 1,
      targets: random.pick([0.1, 0.5, 1]),
    };
    spreads.set(field, known);
    return known;
  };
  const linksOf = (field: Field): readonly OracleIdentifier[] => {
    if (field.type !== 'relationship') return [];
    const { linked, links, targets } = spreadOf(field, field.many);
    if (!random.chance(linked)) return [];
    const all = field.to.flatMap((type) =>
      (ids.get(TYPES.find((one) => one === type) ?? 'work') ?? []).map((id) => ({ type, id })),
    );
    const reached = all.slice(0, Math.max(1, Math.ceil(all.length * targets)));
    const found = new Map<string, OracleIdentifier>();
    // Most lead to one alone, as a rule; few to several.
    const count = random.chance(0.7) ? 1 : 1 + below(links);
    for (let at = 0; at < count; at += 1) {
      const link = random.pick(reached);
      found.set(`${link.type} ${link.id}`, link);
    }
    return [...found.values()];
  };
  const valuesOf = (): readonly (readonly [string, OracleValue])[] => {
    const all: readonly (readonly [string, OracleValue])[] = [
      ['name', random.pick(['a', 'Á', 'b', 'ab', 'åB', 'c', 'Ç', 'øß', '', 'Ω'])],
      ['year', below(6) - 2],
      ['day', `20${10 + below(4)}-0${1 + below(3)}-01`],
      ['shown', random.chance(0.5)],
      ['price', `${below(3)}.${below(2)}5`],
      ['labels', new OracleList(Array.from({ length: below(4) }, () => random.pick(['x', 'y', 'z', ''])))],
    ];
    return all.filter(() => random.chance(0.8));
  };
  const itemOf = (type: Type, id: string): OracleItem => {
    const links = RELATIONSHIPS[type].map((field) => [field.name, linksOf(field)] as const);
    return {
      type,
      id,
      values: new Map<string, OracleValue>([
        ...valuesOf(),
        // The ids of two items differ in more than their case.
        ...(type === 'work' ? [['slug', `S-${id}`] as const] : []),
        ...links.filter(([, list]) => list.length > 0),
      ]),
    };
  };
  const model = contentModel(
    'related',
    withInverses(TYPES.map((type) => contentType(type, [...VALUES, ...RELATIONSHIPS[type]]))),
  );
  const items = new Map(TYPES.map((type) => [type, (ids.get(type) ?? []).map((id) => itemOf(type, id))]));
  return withInverseLinks({ model, items });
}
