/**
 * The parameters of lists, searches and single items. The table has an entry for each first word of a parameter, so a
 * new parameter of the API does not compile without a description.
 */

import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { type Head, type ListCapabilities, listCapabilities, searchedFieldNames } from '../../../src/jsonapi/index.js';
import { type IncludePaths, listIncludePaths } from '../include-paths.js';
import { facetParameters, typeFacetParameter } from './facets.js';
import { type FilterAmount, filterParameters, SEARCH_KEY } from './filters.js';
import type { Parameter } from './parameter.js';
import {
  fieldsParameters,
  highlightParameters,
  includeParameters,
  localeParameters,
  matchParameters,
  pageParameters,
  relatedPageParameters,
  statisticsParameters,
  typesParameter,
} from './parameters.js';
import { sortParameters } from './sort-parameters.js';

interface ParameterSource {
  readonly model: ContentModel;
  readonly types: readonly ContentType[];
  readonly capabilities: ListCapabilities;
  readonly paths: IncludePaths;
  readonly filters: FilterAmount;
}

/** A parameter; `isShared` if it has the same name and meaning in every list. */
export interface OwnedParameter extends Parameter {
  readonly isShared?: true;
}

const markShared = (parameters: readonly Parameter[]): readonly OwnedParameter[] =>
  parameters.map((parameter) => ({ ...parameter, isShared: true }));

/** @returns the types of the primary data and of the listed paths of `include`, in the order of the model */
function shownTypes(
  model: ContentModel,
  types: readonly ContentType[],
  { paths }: IncludePaths,
): readonly ContentType[] {
  const names = new Set([...types.map(({ name }) => name), ...paths.flatMap((path) => path.types)]);
  return [...model.contentTypes.values()].filter(({ name }) => names.has(name));
}

const BY_HEAD: Readonly<Record<Head, (source: ParameterSource) => readonly OwnedParameter[]>> = {
  filter: ({ capabilities, filters }) => filterParameters(capabilities, filters),
  sort: ({ model, types, capabilities, filters }) => sortParameters(model, types, capabilities, filters),
  include: ({ paths, filters }) => includeParameters(paths, filters),
  page: ({ paths }) => [...markShared(pageParameters()), ...relatedPageParameters(paths)],
  fields: ({ model, types, paths }) => markShared(fieldsParameters(shownTypes(model, types, paths))),
  _facet: ({ model, types, capabilities, filters }) => facetParameters(model, types, capabilities, filters),
  _stats: ({ model, types, capabilities }) => statisticsParameters(model, types, capabilities),
  _highlight: ({ capabilities }) => highlightParameters(capabilities),
  _match: ({ capabilities }) => matchParameters(capabilities),
  localeCode: ({ model }) => markShared(localeParameters(model)),
};

/** @returns the capabilities without search, facets, statistics and distances */
const withoutSearch = (capabilities: ListCapabilities): ListCapabilities => ({
  ...capabilities,
  searched: false,
  facets: [],
  statistics: [],
  highlights: [],
  distances: [],
  hops: { toOne: [], all: [] },
});

/** In a description with few filters: every item has all its fields, and every relationship its first items. */
const FEW_BY_HEAD: typeof BY_HEAD = {
  ...BY_HEAD,
  page: () => markShared(pageParameters()),
  fields: () => [],
  _stats: () => [],
  _highlight: () => [],
};

const parametersByHead = (amount: FilterAmount): typeof BY_HEAD => (amount === 'few' ? FEW_BY_HEAD : BY_HEAD);

/** @returns the paths of `include`; in a description with few filters they have one step */
const includePaths = (model: ContentModel, types: readonly ContentType[], amount: FilterAmount): IncludePaths =>
  amount === 'few' ? listIncludePaths(model, types, 1) : listIncludePaths(model, types);

/** @returns what a description with few filters has of the capabilities: nothing behind relationships */
const limitCapabilities = (capabilities: ListCapabilities, amount: FilterAmount): ListCapabilities =>
  amount === 'all' ? capabilities : { ...capabilities, counts: [], distances: [], hops: { toOne: [], all: [] } };

/** @returns the parameters of a list. @param types types of the primary data */
export function listParameters(
  model: ContentModel,
  types: readonly ContentType[],
  filters: FilterAmount,
): readonly OwnedParameter[] {
  const capabilities = limitCapabilities(listCapabilities(types), filters);
  const source = { model, types, capabilities, paths: includePaths(model, types, filters), filters };
  return Object.values(parametersByHead(filters)).flatMap((parameters) => parameters(source));
}

/** @returns the parameters of a search of all types. @param types searched types */
export function searchParameters(
  model: ContentModel,
  types: readonly ContentType[],
  filters: FilterAmount,
): readonly OwnedParameter[] {
  const allCapabilities = listCapabilities(types);
  const capabilities = {
    ...withoutSearch(allCapabilities),
    searched: allCapabilities.searched,
    highlights: searchedFieldNames(types, true),
  };
  const source = { model, types, capabilities, paths: includePaths(model, types, filters), filters };
  return Object.values({ ...parametersByHead(filters), sort: () => [typesParameter(types), typeFacetParameter] })
    .flatMap((parameters) => parameters(source))
    .map((parameter) => (parameter.key === SEARCH_KEY ? { ...parameter, required: true } : parameter));
}

/** @returns the parameters of a single item */
export function itemParameters(
  model: ContentModel,
  types: readonly ContentType[],
  amount: FilterAmount,
): readonly OwnedParameter[] {
  const paths = includePaths(model, types, amount);
  if (amount === 'few') return [...includeParameters(paths, amount), ...markShared(localeParameters(model))];
  return [
    ...includeParameters(paths, amount),
    ...relatedPageParameters(paths),
    ...markShared([...fieldsParameters(shownTypes(model, types, paths)), ...localeParameters(model)]),
  ];
}
