/**
 * Variants of a description: of some content types, or with few filters.
 *
 * `/openapi.json?type=book,author&filters=few` and `stele openapi --type book,author --filters few` choose the same variant.
 */
import { didYouMean, list, RequestError, type RequestProblem } from '../../../src/content/errors/index.js';
import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { FILTER_AMOUNTS, type FilterAmount } from './filters.js';

export interface Variant {
  /** In the order of the model; undefined for all types. */
  readonly types: readonly ContentType[] | undefined;
  readonly filters: FilterAmount;
}

const isFilterAmount = (text: string): text is FilterAmount => FILTER_AMOUNTS.some((amount) => amount === text);

const PARAMETERS: readonly string[] = ['type', 'filters'];

/** @returns a sentence that the type does not exist, with the types that do */
function describeMissingType(model: ContentModel, name: string): string {
  const names = [...model.contentTypes.keys()];
  return `There is no content type "${name}".${didYouMean(name, names)} The content types are: ${list(names)}.`;
}

/**
 * @param names separated by commas
 * @returns     the types in the order of the model, each once; or a sentence on the first name that is none
 */
export function findTypes(model: ContentModel, names: string): readonly ContentType[] | string {
  const wanted = new Set(names.split(','));
  const missing = [...wanted].find((name) => !model.contentTypes.has(name));
  if (missing !== undefined) return describeMissingType(model, missing);
  return [...model.contentTypes.values()].filter(({ name }) => wanted.has(name));
}

/** @returns problems of parameters that do not exist or are repeated */
function checkNames(parameters: URLSearchParams): readonly RequestProblem[] {
  return [...new Set(parameters.keys())].flatMap((name): readonly RequestProblem[] => {
    if (!PARAMETERS.includes(name)) {
      const detail = `There is no parameter "${name}" here.${didYouMean(name, PARAMETERS)} The parameters are: ${list(PARAMETERS)}.`;
      return [{ code: 'UnknownParameter', detail, parameter: name }];
    }
    if (parameters.getAll(name).length === 1) return [];
    const together = name === 'type' ? `, with commas: type=${parameters.getAll(name).join()}` : '';
    return [{ code: 'InvalidParameter', detail: `"${name}" is sent twice; send it once${together}.`, parameter: name }];
  });
}

/**
 * @param search the query of the request, without `?`
 * @throws RequestError 400 for a wrong parameter, 404 for a type that does not exist
 */
export function readVariant(model: ContentModel, search: string): Variant {
  const parameters = new URLSearchParams(search);
  const problems = [...checkNames(parameters)];
  const filters = parameters.get('filters') ?? 'all';
  if (!isFilterAmount(filters)) {
    const detail = `"${filters}" is no value of "filters", whose values are: ${list(FILTER_AMOUNTS)}.`;
    problems.push({ code: 'InvalidValue', detail, parameter: 'filters' });
  }
  if (problems.length > 0 || !isFilterAmount(filters)) throw new RequestError(problems);
  const name = parameters.get('type');
  const types = name === null ? undefined : findTypes(model, name);
  if (typeof types === 'string') {
    throw new RequestError([{ code: 'ContentTypeNotFound', detail: types, parameter: 'type' }]);
  }
  return { types, filters };
}

/** @returns names of the types whose samples a description needs */
export function listSampledTypes(model: ContentModel, { types }: Variant): readonly string[] {
  if (types === undefined) return [...model.contentTypes.keys()];
  return [...new Set(types.flatMap((type) => [type.name, ...type.relationships.flatMap(({ to }) => to)]))];
}
