/**
 * Trials: the parameters of an endpoint, each with an example value and the other parameters that the example needs,
 * grouped by field.
 */
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
import type { Param } from '../address/place.js';
import { isObject, type JsonObject, readList, readObject } from '../model/resource.js';
import { type DescribedType, findTitleField } from '../model/space.js';
import { splitName } from '../query/query.js';
import type { Operation, Parameter } from './openapi-document.js';

export interface Trial {
  /** Name of the first parameter; followed by `=` and the value if the value is fixed. */
  readonly id: string;
  readonly name: string;
  /** The effect on the field, in a few words. */
  readonly words: string;
  readonly description: string;
  readonly value: string;
  readonly isFixed: boolean;
  /** Whether the parameter can be tried; parameters with free names may have no example. */
  readonly isTried: boolean;
  /** Allowed values; empty if the value is free. */
  readonly choices: readonly string[];
  /** Other parameters to send, which the example needs or which shorten the answer. */
  readonly beside: readonly Param[];
}

export interface Trials {
  readonly title: string;
  /** Name of the field; undefined for parameters that belong to no field. */
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

/** Beginning of a parameter's name → title of its section, for parameters that belong to no field. */
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

const formatExample = (example: unknown): string =>
  Array.isArray(example) ? example.join(',') : example === undefined || isObject(example) ? '' : String(example);

const listChoices = (schema: JsonObject): readonly string[] =>
  'const' in schema
    ? [String(schema['const'])]
    : schema['type'] === 'boolean'
      ? ['true', 'false']
      : readList(schema, 'enum').map(String);

/** @returns the names that a list parameter allows */
const listNames = ({ schema }: Parameter): readonly string[] => {
  const items = readObject(schema, 'items');
  return [...readList(items, 'enum'), ...readList(items, 'anyOf').flatMap((one) => readList(one, 'enum'))].map(String);
};

const describeEffect = (name: string): string => {
  const parts = splitName(name) ?? [name];
  const last = parts.at(-1) ?? '';
  if (isOperator(last)) return entryOf(last).label;
  if (parts.length === 1) return '';
  return WORDS[parts.length === 2 && parts[0] === '_facet' ? '_facet' : last] ?? '';
};

/**
 * Groups the parameters of an operation by field, and the rest by section.
 *
 * @param types types of the primary data
 */
export function groupTrials({ parameters }: Operation, types: readonly DescribedType[]): readonly Trials[] {
  const sent = parameters.filter(({ isInPath }) => !isInPath);
  const named = new Map(sent.map((parameter) => [parameter.name, parameter]));
  const exampleParam = (name: string): Param => [name, formatExample(named.get(name)?.example)];
  const hasPage = named.has('page[limit]');
  const page = (limit: string): readonly Param[] => (hasPage ? [['page[limit]', limit]] : []);
  const isSearch = named.has('filter[type][_in]');

  /** @returns `fields` with the title and the tried field, to shorten the answer */
  const shownFields = (field: string | undefined): readonly Param[] =>
    types.length > 1
      ? []
      : types.flatMap((type): Param[] => {
          const names = [findTitleField(type), type.fields.find(({ name }) => name === field)?.name];
          return [[`fields[${type.name}]`, [...new Set(names.filter((one) => one !== undefined))].join(',')]];
        });

  const neededParams = (name: string, field: string | undefined): readonly Param[] => {
    const [head = '', ...path] = splitName(name) ?? [name];
    const search = isSearch || head === '_match' || head === '_highlight' ? 'filter[_search]' : 'q';
    const needed = named.has(search) && search !== name ? [exampleParam(search)] : [];
    if (named.has('q')) return needed;
    if (head === '_facet') {
      const own = path[1] === undefined ? [] : [[`_facet[${path[0]}]`, COUNTED] as const];
      const place = ['from', 'ranges'].map((option) => `_facet[${path[0]}][${option}]`);
      const others = named.has(place[0] ?? '') ? place.filter((one) => one !== name).map(exampleParam) : [];
      return [...needed, ...own, ...others, ...page('0')];
    }
    if (head === '_stats') return [...needed, ...page('0')];
    if (head === 'page' && path.length === 1) return needed;
    if (head === 'page') return [...needed, ['include', path.slice(0, -1).join('.')], ...page('1')];
    if (head === 'include') return [...needed, ...page('1')];
    return [...needed, ...(head === 'fields' || head === 'localeCode' ? [] : shownFields(field)), ...page(SHOWN)];
  };

  const trial = (parameter: Parameter, field: string | undefined, fixed?: string, words?: string): Trial => {
    const { name, description, schema, example } = parameter;
    const exampleParams = isObject(example)
      ? Object.entries(example).map(([key, value]): Param => [key, String(value)])
      : [];
    const [first] = exampleParams;
    return {
      id: fixed === undefined ? (first?.[0] ?? name) : `${name}=${fixed}`,
      name: first?.[0] ?? name,
      words: words ?? describeEffect(name),
      // The description of a shared parameter would be repeated at each field.
      description: fixed === undefined ? description : '',
      value: fixed ?? first?.[1] ?? formatExample(example),
      isFixed: fixed !== undefined,
      isTried: schema['type'] !== 'object' || exampleParams.length > 0,
      choices: listChoices(schema),
      beside: [...exampleParams.slice(1), ...neededParams(name, field)],
    };
  };

  /** @returns trials of shared parameters, such as `sort`, with the field as value */
  const listSharedTrials = (field: string): readonly Trial[] =>
    (['sort', '_stats', 'include', '_highlight'] as const).flatMap((name) => {
      const parameter = named.get(name);
      if (parameter === undefined || !listNames(parameter).includes(field)) return [];
      const own = (value: string, words: string): Trial => trial(parameter, field, value, words);
      if (name === 'sort') return [own(field, 'ascending'), own(`-${field}`, 'descending')];
      return [own(field, { _stats: 'statistics', include: 'included', _highlight: 'highlighted' }[name])];
    });

  const [type] = types;
  const fields = types.length === 1 ? ['id', ...(type?.fields ?? []).map(({ name }) => name)] : ['id'];
  const belongsToField = (field: string, { name }: Parameter): boolean => {
    const [head, first] = splitName(name) ?? [];
    return (
      first === field &&
      (head === 'filter' || head === '_facet' || (head === 'page' && field !== 'limit' && field !== 'skip'))
    );
  };
  const fieldGroups = fields.map((field): Trials => {
    const own = sent
      .filter((parameter) => belongsToField(field, parameter))
      .map((parameter) => trial(parameter, field));
    return { title: field, field, trials: [...own, ...listSharedTrials(field)] };
  });
  const otherParameters = sent.filter((parameter) => !fields.some((field) => belongsToField(field, parameter)));
  const sections = Map.groupBy(otherParameters, ({ name }) => {
    const [head = '', first] = splitName(name) ?? [name];
    return SECTIONS[`${head}[${first}]`] ?? SECTIONS[head] ?? 'Others';
  });
  return [
    ...fieldGroups.filter(({ trials }) => trials.length > 0),
    ...[...sections].map(([title, sectionParameters]) => ({
      title,
      field: undefined,
      trials: sectionParameters.map((one) => trial(one, undefined)),
    })),
  ];
}

/** @returns the id of the trial that the request belongs to, by its first parameter */
export function findTriedTrial(params: readonly Param[], groups: readonly Trials[]): string | undefined {
  const first = params.find(([name]) => name !== 'localeCode') ?? params[0];
  if (first === undefined) return undefined;
  const [name, value] = [first[0].replace(/\[\]$/, ''), first[1]];
  const ids = groups.flatMap(({ trials }) => trials.map(({ id }) => id));
  return ids.find((id) => id === `${name}=${value}`) ?? ids.find((id) => id === name);
}
