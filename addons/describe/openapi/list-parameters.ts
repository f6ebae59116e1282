/**
 * What a list of items takes, by the first word of a parameter: whoever adds a parameter to the interface describes it
 * here too, or nothing compiles.
 */

import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { type Head, type ListCapabilities, listCapabilities, searchedFieldNames } from '../../../src/jsonapi/index.js';
import { type IncludePaths, includePaths } from '../include-paths.js';
import { filterParameters, SEARCH_KEY } from './filters.js';
import type { Parameter } from './parameter.js';
import {
  facetParameters,
  fieldsParameters,
  highlightParameters,
  includeParameters,
  localeParameters,
  matchParameters,
  pageParameters,
  relatedPageParameters,
  sortParameter,
  statisticsParameters,
  typeFacetParameter,
  typesParameter,
} from './parameters.js';

interface Asked {
  readonly model: ContentModel;
  readonly askable: ListCapabilities;
  readonly paths: IncludePaths;
}

/** Whether a parameter is called and means the same for every list. */
export interface OwnedParameter extends Parameter {
  readonly ofAll?: true;
}

const ofAll = (parameters: readonly Parameter[]): readonly OwnedParameter[] =>
  parameters.map((parameter) => ({ ...parameter, ofAll: true }));

const BY_HEAD: Readonly<Record<Head, (asked: Asked) => readonly OwnedParameter[]>> = {
  filter: ({ askable: asked }) => filterParameters(asked),
  sort: ({ askable: asked }) => [sortParameter(asked)],
  include: ({ paths }) => includeParameters(paths),
  page: ({ paths }) => [...ofAll(pageParameters()), ...relatedPageParameters(paths)],
  fields: ({ model }) => ofAll(fieldsParameters(model)),
  _facet: ({ askable: asked }) => facetParameters(asked),
  _stats: ({ askable: asked }) => statisticsParameters(asked),
  _highlight: ({ askable: asked }) => highlightParameters(asked),
  _match: ({ askable: asked }) => matchParameters(asked),
  localeCode: ({ model }) => ofAll(localeParameters(model)),
};

/** @returns the same without what only snapshots answer */
const withoutSearch = (asked: ListCapabilities): ListCapabilities => ({
  ...asked,
  searched: false,
  facets: [],
  statistics: [],
  highlights: [],
  distances: [],
  hops: { toOne: [], all: [] },
});

/** @param types of the items */
export function listParameters(model: ContentModel, types: readonly ContentType[]): readonly OwnedParameter[] {
  const asked = { model, askable: listCapabilities(types), paths: includePaths(model, types) };
  return Object.values(BY_HEAD).flatMap((parameters) => parameters(asked));
}

/** @returns what a search of all types takes. @param types that are searched */
export function searchParameters(model: ContentModel, types: readonly ContentType[]): readonly OwnedParameter[] {
  const found = listCapabilities(types);
  const asked = { ...withoutSearch(found), searched: found.searched, highlights: searchedFieldNames(types, true) };
  const all = { model, askable: asked, paths: includePaths(model, types) };
  return Object.values({ ...BY_HEAD, sort: () => [typesParameter(types), typeFacetParameter] })
    .flatMap((parameters) => parameters(all))
    .map((parameter) => (parameter.key === SEARCH_KEY ? { ...parameter, required: true } : parameter));
}

/** @returns what a single item takes */
export function itemParameters(model: ContentModel, types: readonly ContentType[]): readonly OwnedParameter[] {
  const paths = includePaths(model, types);
  return [
    ...includeParameters(paths),
    ...relatedPageParameters(paths),
    ...ofAll([...fieldsParameters(model), ...localeParameters(model)]),
  ];
}
