/**
 * The parameters of an endpoint as they are tried: each with an example, with what must stand beside it, and in the group
 * of its field.
 */
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
import type { Param } from '../address/place.js';
import { isObject, type JsonObject, listAt, objectAt } from '../model/resource.js';
import { type DescribedType, titleField } from '../model/space.js';
import { partsOf } from '../query/query.js';
import type { Operation, Parameter } from './described.js';

export interface Trial {
  /** The first parameter that is sent, and where the value is fixed, `=` and the value. */
  readonly id: string;
  readonly name: string;
  /** What it does to the field, in a word or two. */
  readonly words: string;
  readonly description: string;
  readonly value: string;
  readonly isFixed: boolean;
  /** Whether there is anything to try: of names without an end there may be no example. */
  readonly isTried: boolean;
  /** What the value must be one of; none where it is free. */
  readonly choices: readonly string[];
  /** What is sent with it, so that it means something and the answer is short. */
  readonly beside: readonly Param[];
}

export interface Trials {
  readonly title: string;
  /** Undefined where it is about no field of the type. */
  readonly field: string | undefined;
  readonly trials: readonly Trial[];
}

const SHOWN = '3';
const COUNTED = '5';

const WORDS: Readonly<Record<string, string>> = {
  _facet: 'counted',
  interval: 'counted by period',
  ranges: 'counted by range',
  from: 'counted by distance',
  prefix: 'counted by beginning',
  sort: 'order of the counts',
  own: 'counted without its own condition',
  include: 'counted, with the items',
  limit: 'how many',
  skip: 'skipped first',
};

/** Sections of what belongs to no field, by the first word of the name. */
const SECTIONS: Readonly<Record<string, string>> = {
  'filter[_search]': 'Search',
  _match: 'Search',
  _highlight: 'Search',
  'filter[type]': 'Types',
  type: 'Types',
  q: 'Completion',
  filter: 'Groups of conditions',
  sort: 'Order',
  include: 'Related items',
  fields: 'Fields shown',
  page: 'Page',
  _facet: 'Counts',
  _stats: 'Counts',
  localeCode: 'Language',
};

const written = (example: unknown): string =>
  Array.isArray(example) ? example.join(',') : example === undefined || isObject(example) ? '' : String(example);

const choicesOf = (schema: JsonObject): readonly string[] =>
  'const' in schema
    ? [String(schema['const'])]
    : schema['type'] === 'boolean'
      ? ['true', 'false']
      : listAt(schema, 'enum').map(String);

/** What a list parameter may name. */
const namedIn = ({ schema }: Parameter): readonly string[] => {
  const items = objectAt(schema, 'items');
  return [...listAt(items, 'enum'), ...listAt(items, 'anyOf').flatMap((one) => listAt(one, 'enum'))].map(String);
};

const wordsOf = (name: string): string => {
  const parts = partsOf(name) ?? [name];
  const last = parts.at(-1) ?? '';
  if (isOperator(last)) return entryOf(last).label;
  if (parts.length === 1) return '';
  return WORDS[parts.length === 2 && parts[0] === '_facet' ? '_facet' : last] ?? '';
};

/** @param types of the items that answer */
export function trialsOf({ parameters }: Operation, types: readonly DescribedType[]): readonly Trials[] {
  const sent = parameters.filter(({ isInPath }) => !isInPath);
  const named = new Map(sent.map((parameter) => [parameter.name, parameter]));
  const exampleOf = (name: string): Param => [name, written(named.get(name)?.example)];
  const hasPage = named.has('page[limit]');
  const page = (limit: string): readonly Param[] => (hasPage ? [['page[limit]', limit]] : []);
  const isTogether = named.has('filter[type][_in]');

  /** Title and field of each type, which show what was asked. */
  const shown = (field: string | undefined): readonly Param[] =>
    types.length > 1
      ? []
      : types.flatMap((type): Param[] => {
          const names = [titleField(type), type.fields.find(({ name }) => name === field)?.name];
          return [[`fields[${type.name}]`, [...new Set(names.filter((one) => one !== undefined))].join(',')]];
        });

  const besideOf = (name: string, field: string | undefined): readonly Param[] => {
    const [head = '', ...path] = partsOf(name) ?? [name];
    const search = isTogether || head === '_match' || head === '_highlight' ? 'filter[_search]' : 'q';
    const needed = named.has(search) && search !== name ? [exampleOf(search)] : [];
    if (named.has('q')) return needed;
    if (head === '_facet') {
      const own = path[1] === undefined ? [] : [[`_facet[${path[0]}]`, COUNTED] as const];
      const place = ['from', 'ranges'].map((option) => `_facet[${path[0]}][${option}]`);
      const others = named.has(place[0] ?? '') ? place.filter((one) => one !== name).map(exampleOf) : [];
      return [...needed, ...own, ...others, ...page('0')];
    }
    if (head === '_stats') return [...needed, ...page('0')];
    if (head === 'page' && path.length === 1) return needed;
    if (head === 'page') return [...needed, ['include', path.slice(0, -1).join('.')], ...page('1')];
    if (head === 'include') return [...needed, ...page('1')];
    return [...needed, ...(head === 'fields' || head === 'localeCode' ? [] : shown(field)), ...page(SHOWN)];
  };

  const trial = (parameter: Parameter, field: string | undefined, fixed?: string, words?: string): Trial => {
    const { name, description, schema, example } = parameter;
    const several = isObject(example) ? Object.entries(example).map(([key, value]): Param => [key, String(value)]) : [];
    const [first] = several;
    return {
      id: fixed === undefined ? (first?.[0] ?? name) : `${name}=${fixed}`,
      name: first?.[0] ?? name,
      words: words ?? wordsOf(name),
      // Of what is shared by all fields the whole would be said again at each.
      description: fixed === undefined ? description : '',
      value: fixed ?? first?.[1] ?? written(example),
      isFixed: fixed !== undefined,
      isTried: schema['type'] !== 'object' || several.length > 0,
      choices: choicesOf(schema),
      beside: [...several.slice(1), ...besideOf(name, field)],
    };
  };

  /** Values of shared parameters that name the field. */
  const naming = (field: string): readonly Trial[] =>
    (['sort', '_stats', 'include', '_highlight'] as const).flatMap((name) => {
      const parameter = named.get(name);
      if (parameter === undefined || !namedIn(parameter).includes(field)) return [];
      const own = (value: string, words: string): Trial => trial(parameter, field, value, words);
      if (name === 'sort') return [own(field, 'ascending'), own(`-${field}`, 'descending')];
      return [own(field, { _stats: 'statistics', include: 'included', _highlight: 'highlighted' }[name])];
    });

  const [type] = types;
  const fields = types.length === 1 ? ['id', ...(type?.fields ?? []).map(({ name }) => name)] : ['id'];
  const isOf = (field: string, { name }: Parameter): boolean => {
    const [head, first] = partsOf(name) ?? [];
    return (
      first === field &&
      (head === 'filter' || head === '_facet' || (head === 'page' && field !== 'limit' && field !== 'skip'))
    );
  };
  const ofFields = fields.map((field): Trials => {
    const own = sent.filter((parameter) => isOf(field, parameter)).map((parameter) => trial(parameter, field));
    return { title: field, field, trials: [...own, ...naming(field)] };
  });
  const rest = sent.filter((parameter) => !fields.some((field) => isOf(field, parameter)));
  const sections = Map.groupBy(rest, ({ name }) => {
    const [head = '', first] = partsOf(name) ?? [name];
    return SECTIONS[`${head}[${first}]`] ?? SECTIONS[head] ?? 'Others';
  });
  return [
    ...ofFields.filter(({ trials }) => trials.length > 0),
    ...[...sections].map(([title, some]) => ({
      title,
      field: undefined,
      trials: some.map((one) => trial(one, undefined)),
    })),
  ];
}

/** @returns that which the request tries: its first parameter tells, and its value where that is fixed */
export function triedBy(params: readonly Param[], groups: readonly Trials[]): string | undefined {
  const first = params.find(([name]) => name !== 'localeCode') ?? params[0];
  if (first === undefined) return undefined;
  const [name, value] = [first[0].replace(/\[\]$/, ''), first[1]];
  const ids = groups.flatMap(({ trials }) => trials.map(({ id }) => id));
  return ids.find((id) => id === `${name}=${value}`) ?? ids.find((id) => id === name);
}
