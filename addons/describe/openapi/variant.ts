/**
 * Variants of a description: of one content type, or with few filters.
 *
 * `/openapi.json?type=book&filters=few` and `stele openapi --type book --filters few` choose the same variant.
 */
import { didYouMean, list, RequestError, type RequestProblem } from '../../../src/content/errors/index.js';
import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { FILTER_AMOUNTS, type FilterAmount } from './filters.js';

export interface Variant {
  /** Undefined for all types. */
  readonly type: ContentType | undefined;
  readonly filters: FilterAmount;
}

const isFilterAmount = (text: string): text is FilterAmount => FILTER_AMOUNTS.some((amount) => amount === text);

const PARAMETERS: readonly string[] = ['type', 'filters'];

/** @returns a sentence that the type does not exist, with the types that do */
export function describeMissingType(model: ContentModel, name: string): string {
  const names = [...model.contentTypes.keys()];
  return `There is no content type "${name}".${didYouMean(name, names)} The content types are: ${list(names)}.`;
}

/** @returns problems of parameters that do not exist or are repeated */
function checkNames(parameters: URLSearchParams): readonly RequestProblem[] {
  return [...new Set(parameters.keys())].flatMap((name): readonly RequestProblem[] => {
    if (!PARAMETERS.includes(name)) {
      const detail = `There is no parameter "${name}" here.${didYouMean(name, PARAMETERS)} The parameters are: ${list(PARAMETERS)}.`;
      return [{ code: 'UnknownParameter', detail, parameter: name }];
    }
    if (parameters.getAll(name).length === 1) return [];
    return [{ code: 'InvalidParameter', detail: `"${name}" is sent twice; send it once.`, parameter: name }];
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
  const type = name === null ? undefined : model.contentTypes.get(name);
  if (name !== null && type === undefined) {
    throw new RequestError([
      { code: 'ContentTypeNotFound', detail: describeMissingType(model, name), parameter: 'type' },
    ]);
  }
  return { type, filters };
}

/** @returns names of the types whose samples a description needs */
export function listSampledTypes(model: ContentModel, { type }: Variant): readonly string[] {
  if (type === undefined) return [...model.contentTypes.keys()];
  return [...new Set([type.name, ...type.relationships.flatMap(({ to }) => to)])];
}
