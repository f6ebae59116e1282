/**
 * Random cats, dogs, toys and makers, random filters over their relationships, and a simple evaluation of them.
 *
 * The evaluation works on the lines of the export and the names of parameters. It shares nothing with the parser or the
 * engine, so it also decides which conditions apply to the same related item (contract §§10 and 11).
 */

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Rows by content type. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

const relationship = (name: string, to: string | readonly string[], many: boolean): object => ({
  name,
  type: 'relationship',
  to,
  many,
});

export const MODEL = {
  space: 'toys',
  locales: [
    { code: 'en', default: true },
    { code: 'de', fallback: 'en' },
  ],
  contentTypes: [
    {
      name: 'cat',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'age', type: 'integer' },
        relationship('toys', 'toy', true),
        relationship('bed', 'toy', false),
        relationship('friends', ['cat', 'dog'], true),
        { ...relationship('gifts', 'toy', true), localized: true },
      ],
    },
    { name: 'dog', fields: [{ name: 'name', type: 'text' }, relationship('toys', 'toy', true)] },
    {
      name: 'toy',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'age', type: 'integer' },
        relationship('makers', 'maker', true),
        relationship('owner', ['cat', 'dog'], false),
      ],
    },
    {
      name: 'maker',
      fields: [{ name: 'name', type: 'text' }, relationship('best', 'toy', false), relationship('toys', 'toy', true)],
    },
  ],
} as const;

/** Fields of each type with values to filter by, and relationships with their target types. */
const SHAPES: Readonly<Record<string, { readonly plain: readonly string[]; readonly links: Links }>> = {
  cat: {
    plain: ['name', 'age'],
    links: { toys: ['toy'], bed: ['toy'], friends: ['cat', 'dog'], gifts: ['toy'] },
  },
  dog: { plain: ['name'], links: { toys: ['toy'] } },
  toy: { plain: ['name', 'age'], links: { makers: ['maker'], owner: ['cat', 'dog'] } },
  maker: { plain: ['name'], links: { best: ['toy'], toys: ['toy'] } },
};
type Links = Readonly<Record<string, readonly string[]>>;

/** @returns a number from 0 up to the limit, without it */
export type Pick = (limit: number) => number;

/** Xorshift32. */
export function pickFrom(seed: number): Pick {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

const oneOf = <T>(pick: Pick, list: readonly T[]): T => list[pick(list.length)]!;

/** Few ids, so that ids of several types are equal, and most conditions select something. The last id has no item. */
const IDS = ['x1', 'x2', 'x3', 'x4', 'x5', 'gone'] as const;
const NAMES = ['a', 'b', 'c'] as const;

const ids = (pick: Pick): readonly string[] => IDS.filter(() => pick(4) === 0);

function link(pick: Pick, to: readonly string[]): unknown {
  const [only, another] = to;
  const id = oneOf(pick, IDS);
  return another === undefined || only === undefined ? id : { type: oneOf(pick, to), id };
}

function links(pick: Pick, to: readonly string[]): unknown {
  const chosen = ids(pick);
  return to.length === 1 ? chosen : chosen.map((id) => ({ type: oneOf(pick, to), id }));
}

/** Whole rows, of which the last two or so have no link at all. */
export function rowsFrom(pick: Pick): Rows {
  const value = (): object => ({ ...(pick(4) > 0 && { name: oneOf(pick, NAMES) }) });
  const age = (): object => ({ ...(pick(4) > 0 && { age: pick(3) }) });
  const maybe = (name: string, make: () => unknown): object => (pick(4) === 0 ? {} : { [name]: make() });
  const all = IDS.slice(0, -1);
  return {
    cat: all.map((id) => ({
      id,
      ...value(),
      ...age(),
      ...maybe('toys', () => links(pick, ['toy'])),
      ...maybe('bed', () => link(pick, ['toy'])),
      ...maybe('friends', () => links(pick, ['cat', 'dog'])),
      ...maybe('gifts', () => ({ en: links(pick, ['toy']), ...(pick(2) === 0 && { de: links(pick, ['toy']) }) })),
    })),
    dog: all.map((id) => ({ id, ...value(), ...maybe('toys', () => links(pick, ['toy'])) })),
    toy: all.map((id) => ({
      id,
      ...value(),
      ...age(),
      ...maybe('makers', () => links(pick, ['maker'])),
      ...maybe('owner', () => link(pick, ['cat', 'dog'])),
    })),
    maker: all.map((id) => ({
      id,
      ...value(),
      ...maybe('best', () => link(pick, ['toy'])),
      ...maybe('toys', () => links(pick, ['toy'])),
    })),
  };
}

/** One parameter: names, and last the operator; `filter[toys][id][_nin]=x1` is `['toys', 'id', '_nin']`, `x1`. */
export interface Asked {
  readonly path: readonly string[];
  readonly value: string;
}

export const written = ({ path, value }: Asked, before = 'filter'): string =>
  `${before}${path.map((part) => `[${part}]`).join('')}=${encodeURIComponent(value)}`;

/** A list, of which each value is there once. */
const listFrom = (pick: Pick, values: readonly string[]): string => {
  const chosen = values.filter(() => pick(3) === 0);
  return chosen.length === 0 ? oneOf(pick, values) : chosen.join(',');
};

/** @param types all have the fields of the condition. @param hops maximum number of relationships to follow */
function askedOf(pick: Pick, types: readonly string[], hops: number): Asked {
  const shapes = types.map((type) => SHAPES[type]!);
  const shared = Object.keys(shapes[0]!.links).filter((name) => shapes.every((shape) => name in shape.links));
  const plain = shapes[0]!.plain.filter((name) => shapes.every((shape) => shape.plain.includes(name)));
  if (hops > 0 && shared.length > 0 && pick(5) > 0) {
    const name = oneOf(pick, shared);
    const behind = [...new Set(shapes.flatMap((shape) => shape.links[name] ?? []))];
    if (pick(7) === 0) return { path: [name, '_exists'], value: String(pick(2) === 0) };
    if (behind.length > 1 && pick(4) === 0) return { path: [name, 'type', '_eq'], value: oneOf(pick, behind) };
    if (pick(2) === 0) {
      const operator = oneOf(pick, ['_nin', '_nin', '_eq', '_in']);
      return { path: [name, 'id', operator], value: operator === '_eq' ? oneOf(pick, IDS) : listFrom(pick, IDS) };
    }
    const { path, value } = askedOf(pick, behind, hops - 1);
    return { path: [name, ...path], value };
  }
  const field = oneOf(pick, [...plain, 'id']);
  const values = field === 'id' ? IDS : field === 'age' ? ['0', '1', '2'] : NAMES;
  const operator = oneOf(pick, ['_eq', '_neq', '_in', '_nin', '_exists']);
  if (operator === '_exists') return { path: [field, operator], value: String(pick(2) === 0) };
  return { path: [field, operator], value: operator.endsWith('in') ? listFrom(pick, values) : oneOf(pick, values) };
}

export const HOPS = 3;

/** Values of one `_in` are one list, so that one more adds items: each list is asked once. A type is named once. */
export function allFrom(pick: Pick, types: readonly string[], count: number): readonly Asked[] {
  const asked = new Map<string, Asked>();
  for (let tried = 0; asked.size < count && tried < count * 9; tried += 1) {
    const one = askedOf(pick, types, HOPS);
    const isOnce = one.path.at(-1) === '_in' || one.path.at(-2) === 'type';
    const key = one.path.join('.') + (isOnce ? '' : `=${one.value}`);
    if (!asked.has(key)) asked.set(key, one);
  }
  return [...asked.values()];
}

/** An item, and which types the rows of all items have. */
interface Reading {
  readonly rows: Rows;
  readonly locale: 'en' | 'de';
}

interface Item {
  readonly type: string;
  readonly row: Row;
}

/** @returns the items that the item links to, without missing ones */
export function linkedTo({ rows, locale }: Reading, { type, row }: Item, name: string): readonly Item[] {
  const value = row[name];
  const own: unknown = name === 'gifts' ? localized(value, locale) : value;
  const to = SHAPES[type]!.links[name]!;
  return [own ?? []].flat().flatMap((one: unknown): readonly Item[] => {
    const identifier = typeof one === 'string' ? { type: to[0]!, id: one } : (one as { type: string; id: string });
    const found = rows[identifier.type]!.find(({ id }) => id === identifier.id);
    return found === undefined ? [] : [{ type: identifier.type, row: found }];
  });
}

function localized(value: unknown, locale: 'en' | 'de'): unknown {
  const values = (value ?? {}) as { readonly en?: unknown; readonly de?: unknown };
  return locale === 'de' ? (values.de ?? values.en) : values.en;
}

function compares(value: unknown, operator: string | undefined, given: string): boolean {
  const listed = given.split(',').includes(String(value));
  if (operator === '_exists') return (value !== undefined) === (given === 'true');
  if (value === undefined) return false;
  if (operator === '_eq') return String(value) === given;
  if (operator === '_neq') return String(value) !== given;
  return operator === '_in' ? listed : !listed;
}

const isRelationship = (type: string, name: string): boolean => Object.hasOwn(SHAPES[type]!.links, name);
const isOnId = ({ path }: Asked, operators: readonly string[]): boolean =>
  path.length === 2 && path[0] === 'id' && operators.includes(path[1] ?? '');

/** Whether all that is asked side by side is true of the item. */
export function holds(reading: Reading, item: Item, asked: readonly Asked[]): boolean {
  const behind = new Map<string, Asked[]>();
  for (const { path, value } of asked) {
    const [name = '', next] = path;
    if (!isRelationship(item.type, name)) {
      if (name === 'type' ? item.type !== value : !compares(item.row[name], next, value)) return false;
    } else if (next === '_exists') {
      if (linkedTo(reading, item, name).length > 0 !== (value === 'true')) return false;
    } else behind.set(name, [...(behind.get(name) ?? []), { path: path.slice(1), value }]);
  }
  return [...behind].every(([name, entries]) => holdsBehind(reading, linkedTo(reading, item, name), entries));
}

function holdsBehind(reading: Reading, related: readonly Item[], asked: readonly Asked[]): boolean {
  const none = asked.filter((one) => isOnId(one, ['_nin']));
  const otherConditions = asked.filter((one) => !none.includes(one));
  const isNone = none.every(({ value }) => !related.some(({ row }) => value.split(',').includes(row.id)));
  if (related.length === 0 || !isNone) return false;
  // Links alone are asked each for itself; all else of one and the same item.
  if (otherConditions.every((one) => isOnId(one, ['_eq', '_in']))) {
    return otherConditions.every((one) => related.some((item) => holds(reading, item, [one])));
  }
  return related.some((item) => holds(reading, item, otherConditions));
}
