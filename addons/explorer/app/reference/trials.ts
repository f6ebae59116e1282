/**
 * Trials: the parameters of an endpoint, each with an example value, grouped by field and by section.
 *
 * Elsewhere: the other parameters that an example needs (needed-params), showing a trial (trial-row).
 */
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
import type { Param } from '../address/place.js';
import { isObject, type JsonObject, readList, readObject } from '../model/resource.js';
import type { DescribedType } from '../model/space.js';
import { splitName } from '../query/query.js';
import { formatExample, NeededParams } from './needed-params.js';
import type { Operation, Parameter } from './openapi-document.js';

export interface Trial {
  /** Name of the first parameter; followed by `=` and the value if each field has a trial of its own. */
  readonly id: string;
  readonly name: string;
  /** The effect on the field, in a few words. */
  readonly words: string;
  readonly description: string;
  readonly value: string;
  /** Whether the value can be chosen; not if it is fixed, or if a parameter with a free name has no example. */
  readonly isFree: boolean;
  /** Whether there is an example to try: a field without values has none. */
  readonly canBeTried: boolean;
  /** Allowed values; empty if the value is free. */
  readonly choices: readonly string[];
  /** Other parameters to send, which the example needs or which shorten the answer. */
  readonly neededParams: readonly Param[];
}

/**
 * @param value        the value to try
 * @param localeParams the language of the page; a trial of a language has its own
 * @returns            the parameters of the trial's request, its own first
 */
export const listTrialParams = (
  { name, neededParams }: Trial,
  value: string,
  localeParams: readonly Param[],
): readonly Param[] => [[name, value], ...neededParams, ...(name === 'localeCode' ? [] : localeParams)];

/** The trials of one field, or of one section. */
export interface TrialGroup {
  readonly title: string;
  /** Name of the field; undefined for parameters that belong to no field. */
  readonly field: string | undefined;
  readonly trials: readonly Trial[];
  /** Whether a request without its parameters is refused; the group is then the first one, and open. */
  readonly isRequired?: true;
}

/** Option or kind of a parameter → its effect on the field. */
const EFFECTS: Readonly<Record<string, string>> = {
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
  'filter[_locale]': 'Language',
  '_facet[_locale]': 'Language',
  sort: 'Order',
  include: 'Related items',
  fields: 'Fields shown',
  page: 'Page',
  _facet: 'Counts',
  _stats: 'Counts',
  localeCode: 'Language',
};

/** Ranges of numbers, if the description has no example. */
const EXAMPLE_RANGES = '1,10,100';

/** @returns the values that the schema allows; empty if any value is allowed */
function listChoices(schema: JsonObject): readonly string[] {
  if ('const' in schema) return [String(schema['const'])];
  if (schema['type'] === 'boolean') return ['true', 'false'];
  return readList(schema, 'enum').map(String);
}

/** @returns the names that a list parameter allows */
function listNames({ schema }: Parameter): readonly string[] {
  const items = readObject(schema, 'items');
  const names = [...readList(items, 'enum')];
  for (const alternative of readList(items, 'anyOf')) names.push(...readList(alternative, 'enum'));
  return names.map(String);
}

function describeEffect(name: string): string {
  const path = splitName(name) ?? [name];
  const lastStep = path.at(-1) ?? '';
  if (isOperator(lastStep)) return entryOf(lastStep).label;
  if (path.length === 1) return '';
  const isFacet = path.length === 2 && path[0] === '_facet';
  return EFFECTS[isFacet ? '_facet' : lastStep] ?? '';
}

/** A value of a shared parameter, such as `sort=-price`, and its effect. */
interface FixedValue {
  readonly value: string;
  readonly words: string;
}

/** Parameters with a list of fields; each field has a trial of its own. */
const SHARED_PARAMETERS = ['sort', '_stats', 'include', '_highlight'] as const;
type SharedParameter = (typeof SHARED_PARAMETERS)[number];

function fixedValues(parameter: SharedParameter, field: string): readonly FixedValue[] {
  switch (parameter) {
    case 'sort':
      return [
        { value: field, words: 'ascending' },
        { value: `-${field}`, words: 'descending' },
      ];
    case '_stats':
      return [{ value: field, words: 'statistics' }];
    case 'include':
      return [{ value: field, words: 'included' }];
    case '_highlight':
      return [{ value: field, words: 'highlighted' }];
  }
}

/** Explains the parameter with free names, whose description in the OpenAPI document explains its member names. */
const GROUPS_DESCRIPTION =
  'Alternatives: an item is in the list if the conditions of at least one are true. ' +
  '`filter[_OR][0][price][_lt]=10` and `filter[_OR][1][inPrint][_eq]=false` list items that are cheap or out of print. ' +
  'Conditions with the same number are one alternative. `_AND` requires all alternatives, `_NOT` excludes each.';

class TrialBuilder {
  readonly #parameterByName: ReadonlyMap<string, Parameter>;
  readonly #neededParams: NeededParams;

  constructor(parameters: readonly Parameter[], types: readonly DescribedType[]) {
    this.#parameterByName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
    this.#neededParams = new NeededParams(this.#parameterByName, types);
  }

  /** @param field undefined for a parameter that belongs to no field */
  buildTrial(parameter: Parameter, field: string | undefined): Trial {
    const { name, schema, example } = parameter;
    const description = name === 'filter' ? GROUPS_DESCRIPTION : parameter.description;
    // A parameter with free names has an object as its example, whose members are complete parameters.
    const exampleParams: Param[] = isObject(example)
      ? Object.entries(example).map(([exampleName, value]) => [exampleName, String(value)])
      : [];
    const choices = listChoices(schema);
    const defaultValue = choices[0] ?? (name.endsWith('[ranges]') ? EXAMPLE_RANGES : '');
    const [firstName, firstValue] = exampleParams[0] ?? [name, formatExample(example) || defaultValue];
    return {
      id: firstName,
      name: firstName,
      words: describeEffect(name),
      description,
      value: firstValue,
      isFree: schema['type'] !== 'object' || exampleParams.length > 0,
      canBeTried: firstValue !== '',
      choices,
      neededParams: [...exampleParams.slice(1), ...this.#neededParams.list(name, field)],
    };
  }

  /** @returns trials of shared parameters, such as `sort`, with the field as value */
  buildSharedTrials(field: string): readonly Trial[] {
    const trials: Trial[] = [];
    for (const name of SHARED_PARAMETERS) {
      const parameter = this.#parameterByName.get(name);
      if (parameter === undefined || !listNames(parameter).includes(field)) continue;
      const freeTrial = this.buildTrial(parameter, field);
      for (const { value, words } of fixedValues(name, field)) {
        // The description of a shared parameter would be repeated at each field.
        trials.push({
          ...freeTrial,
          id: `${name}=${value}`,
          words,
          description: '',
          value,
          isFree: false,
          canBeTried: true,
        });
      }
    }
    return trials;
  }
}

/**
 * Groups the parameters of an operation: required ones first, then by field, and all other parameters by section.
 *
 * @param types types of the primary data
 */
export function groupTrials({ parameters }: Operation, types: readonly DescribedType[]): readonly TrialGroup[] {
  const allParameters = parameters.filter(({ isInPath }) => !isInPath);
  const builder = new TrialBuilder(allParameters, types);
  const required = allParameters.filter(({ isRequired }) => isRequired === true);
  const queryParameters = allParameters.filter(({ isRequired }) => isRequired !== true);
  const [type, ...moreTypes] = types;
  const typeFields = type === undefined || moreTypes.length > 0 ? [] : type.fields.map(({ name }) => name);
  const fields = ['id', ...typeFields];
  const groups: TrialGroup[] = [];
  if (required.length > 0) {
    const trials = required.map((parameter) => builder.buildTrial(parameter, undefined));
    groups.push({ title: 'Required', field: undefined, trials, isRequired: true });
  }
  for (const field of fields) {
    const ownTrials = queryParameters
      .filter((parameter) => belongsToField(parameter, field))
      .map((parameter) => builder.buildTrial(parameter, field));
    const trials = [...ownTrials, ...builder.buildSharedTrials(field)];
    if (trials.length > 0) groups.push({ title: field, field, trials });
  }
  const otherParameters = queryParameters.filter(
    (parameter) => !fields.some((field) => belongsToField(parameter, field)),
  );
  const sections = new Map<string, Parameter[]>();
  for (const parameter of otherParameters) {
    const title = findSection(parameter);
    sections.set(title, [...(sections.get(title) ?? []), parameter]);
  }
  for (const [title, sectionParameters] of sections) {
    const trials = sectionParameters.map((parameter) => builder.buildTrial(parameter, undefined));
    groups.push({ title, field: undefined, trials });
  }
  return groups;
}

/**
 * Searches names and effects; descriptions only if none of those match, as they mention many words.
 *
 * @param searchText lower case; empty for all groups
 * @param labelOf    returns the label of a field; empty if it has none
 * @returns          groups with a matching title or label, unchanged; of the other groups, the matching trials. A parameter with
 *                   exactly this name comes first
 */
export function matchTrials(
  groups: readonly TrialGroup[],
  searchText: string,
  labelOf: (field: string | undefined) => string,
): readonly TrialGroup[] {
  if (searchText === '') return groups;
  const contains = (text: string): boolean => text.toLowerCase().includes(searchText);
  const matchingTrials = (matches: (trial: Trial) => boolean): readonly TrialGroup[] =>
    groups.flatMap((group) => {
      if (contains(`${group.title} ${labelOf(group.field)}`)) return [group];
      const trials = group.trials.filter(matches);
      return trials.length === 0 ? [] : [{ ...group, trials }];
    });
  const byName = matchingTrials(({ id, words }) => contains(`${id} ${words}`));
  if (byName.length > 0) return exactFirst(byName, searchText);
  return matchingTrials(({ description }) => contains(description.replaceAll('`', '')));
}

/** @returns the groups; one with a parameter or title of exactly this name first, and that parameter first in it */
function exactFirst(groups: readonly TrialGroup[], name: string): readonly TrialGroup[] {
  const isExact = ({ id }: Trial): boolean => id.toLowerCase() === name;
  const rank = ({ title, trials }: TrialGroup): number =>
    title.toLowerCase() === name ? 0 : trials.some(isExact) ? 1 : 2;
  return groups
    .toSorted((a, b) => rank(a) - rank(b))
    .map((group) => ({
      ...group,
      trials: group.trials.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a))),
    }));
}

function belongsToField({ name }: Parameter, field: string): boolean {
  const [head, firstStep] = splitName(name) ?? [];
  if (firstStep !== field) return false;
  // `page[limit]` is the limit of the list, even if a field has that name.
  if (head === 'page') return field !== 'limit' && field !== 'skip';
  return head === 'filter' || head === '_facet';
}

function findSection({ name }: Parameter): string {
  const [head = '', firstStep] = splitName(name) ?? [name];
  return SECTIONS[`${head}[${firstStep}]`] ?? SECTIONS[head] ?? 'Others';
}

/**
 * A parameter that *Try* sends in addition to the tried one.
 *
 * - `short`: it only keeps the answer short
 * - `needed`: the tried parameter is refused, or shows nothing, without it
 */
export type AddedParam = { readonly param: Param; readonly reason: 'short' | 'needed' };

/** @param trial the tried parameter. @returns the parameters of its request that the page has added, if they were sent */
export function listAddedParams(trial: Trial | undefined, params: readonly Param[]): readonly AddedParam[] {
  const neededParams = trial?.neededParams ?? [];
  return params
    .filter(([name, value]) => neededParams.some((needed) => needed[0] === name && needed[1] === value))
    .map((param) => ({ param, reason: /^(?:fields\[|page\[)/.test(param[0]) ? 'short' : 'needed' }));
}

/** @returns the id of the trial that the request belongs to, by its first parameter */
export function findTriedTrial(params: readonly Param[], groups: readonly TrialGroup[]): string | undefined {
  const firstParam = params.find(([name]) => name !== 'localeCode') ?? params[0];
  if (firstParam === undefined) return undefined;
  const [sentName, value] = firstParam;
  const name = sentName.replace(/\[\]$/, '');
  const ids = groups.flatMap(({ trials }) => trials.map(({ id }) => id));
  return ids.find((id) => id === `${name}=${value}`) ?? ids.find((id) => id === name);
}
